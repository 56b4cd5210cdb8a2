import type { Shift } from '@support-console/contract'
import { mostOfShift } from '@support-console/contract/handover.words'
import { sayMinute } from '../../ui/local-time.ts'
import { sayTimes, type Time, tell } from './said.ts'
import { text } from './texts.ts'
import type { Told } from './told.ts'

/** All of it as text: the time with its zone, who, the sentence, each part with its lines, and where it is. */
export function linesOf(shift: Shift, time: Time, address: string): string[] {
  const { sentence, lines, left, days, folded } = tell(shift, time)
  const entry = (one: Told, at: string) =>
    text('TextEntry', {
      time: at,
      said: [one.said, ...one.notes, one.by, one.ticket].filter(Boolean).join(' · '),
    })
  const count = days.reduce((sum, { told }) => sum + told.length, 0)
  return [
    text('TextTitle'),
    `${sayMinute(time.from)} – ${sayMinute(time.to)}`,
    text('TextWho', { who: shift.who || text('TextEveryone') }),
    sentence,
    ...lines,
    '',
    text('TextPart', { name: text('GoOn'), count: left.length }),
    ...(left.length === 0 ? [text('NothingLeft')] : left.map((one) => entry(one, sayMinute(one.at)))),
    '',
    text('TextPart', { name: text('Happened'), count }),
    ...(count === 0 ? [text('NothingHappened')] : []),
    ...days.flatMap(({ day, told }) => [day, ...told.map((one) => entry(one, sayTimes(one)))]),
    ...(shift.hasMore ? [text('HasMore', { count: mostOfShift })] : []),
    ...(folded ? [folded] : []),
    '',
    address,
  ]
}
