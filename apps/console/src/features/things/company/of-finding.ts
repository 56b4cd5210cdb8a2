import { text } from './texts.ts'

/** A list filtered by the verdict of each thing's last diagnosis. */
export const ofFinding = {
  name: 'finding',
  label: text('Finding'),
  any: text('AnyFinding'),
  options: [
    { value: 'fault', label: text('FindingFault') },
    { value: 'warning', label: text('FindingWarning') },
    { value: 'unknown', label: text('FindingUnknown') },
    { value: 'fine', label: text('FindingFine') },
    { value: 'none', label: text('FindingNone') },
  ],
} as const
