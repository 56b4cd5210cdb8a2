import { instantOfLocal, isTime } from '@support-console/contract/disablings.words'
import { inAscii } from '@support-console/contract/pasted'
import { serverNow } from '../../ui/server-clock.ts'
import { plainMinute } from './minute.ts'
import { readMoment } from './read-moment.ts'

const zoneAtEnd = /(?:Z|UTC|[+-]\d\d:?\d\d)\)?$/i

/**
 * The end that a text names, as a call takes it: a day and a time, with the zone where that is written. What people say ('14:30',
 * 'Mon 08:00', '26 Nov, 03:00') is the next one to come. A text that names none stays as it is.
 */
export function readEnd(typed: string, now = serverNow()): string {
  const said = inAscii(typed).trim()
  const at = isTime(said) ? undefined : readMoment(said, now, true)
  if (at === undefined) return said
  return namesZone(said) ? new Date(at).toISOString() : plainMinute(at)
}

const namesZone = (text: string): boolean => zoneAtEnd.test(text) || / ago$/i.test(text)

/** In ms; undefined: the text names none. */
export const instantOfEnd = (typed: string, timeZone: string, now = serverNow()): number | undefined =>
  instantOfLocal(readEnd(typed, now), timeZone)?.getTime()
