import { text } from './texts.ts'

/** A list filtered by the verdict of each thing's last diagnosis. */
export const ofFinding = {
  name: 'finding',
  label: text('Finding'),
  any: text('AnyFinding'),
  options: [
    { value: 'cause', label: text('FindingFault') },
    { value: 'likely', label: text('FindingWarning') },
    { value: 'unexplained', label: text('FindingUnexplained') },
    { value: 'not-known', label: text('FindingUnknown') },
    { value: 'fine', label: text('FindingFine') },
    { value: 'none', label: text('FindingNone') },
  ],
} as const
