import { readMoment } from '../../kit/moment/index.ts'
import { serverNow } from '../../ui/server-clock.ts'

/** What is looked for, and as of when. */
export interface ThingThen {
  /** Empty: the moment stands alone. */
  readonly thing: string
  readonly ms: number
}

/**
 * 'CBS0000274 at 03:00', 'Acme yesterday 14:30', '2 hours ago': the longest end that reads as a moment, and what stands before it.
 * Null: the text ends in no moment of the past.
 */
export function splitMoment(typed: string, now = serverNow()): ThingThen | null {
  const words = typed.trim().split(/\s+/)
  for (const from of words.keys()) {
    const end = words.slice(from).join(' ')
    const ms = readMoment(end, now)
    if (ms === undefined) continue
    const before = words.slice(0, from).join(' ').replace(/,$/, '')
    const thing = /^at /i.test(end) ? before : before.replace(/(?:^| )(?:at|on)$/i, '')
    return ms > now ? null : { thing, ms }
  }
  return null
}
