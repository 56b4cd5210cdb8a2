import { isTimeZone } from '@support-console/contract/disablings.words'

/** This browser's; where it names none that is known, UTC (D48). */
export function ownZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : 'UTC'
}
