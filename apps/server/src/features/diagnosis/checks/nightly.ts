import { ask, by, type Check, fine, ofPanel, told } from '../check.ts'
import { type FactValues, knownOf } from '../facts.ts'
import { durationInWords } from '../in-words.ts'
import { silentSince } from '../silent-since.ts'

type Absence = FactValues['absences'][number]

const hourMs = 3600_000
const dayMs = 24 * hourMs
/** So many days are looked at, and on so many of them it has to be away at about the same time. */
const [days, fewest] = [7, 3]
/** What begins so far apart, on different days, is at about the same time; the clocks change by an hour. */
const apartMs = hourMs

/** Away at about the same time day after day, as a panel is that someone switches off at night. */
export const nightlySilence: Check = {
  code: 'panel-nightly',
  title: 'Nightly absences',
  mostly: 'stops',
  followsFrom: ['common-cause'],
  scope: ofPanel,
  applies: ({ connection }) => knownOf(connection) !== null,
  needs: ({ absences }) => [absences],
  judge(facts) {
    const absences = knownOf(facts.absences)
    if (absences === undefined) return undefined
    const alike = atTheSameTime(absences, Date.parse(facts.now))
    const [last] = alike
    if (!last) return fine('It was not away at the same time on several days.')
    const isNow = last.endedAt === null && silentSince(facts) !== undefined
    const often = `at about the same time on ${alike.length} of the last ${days} days`
    const { beganAt, endedAt } = last
    const ended = isNow ? alike.find((absence) => absence.endedAt !== null) : undefined
    const usually = ended?.endedAt
      ? ` It usually comes back after ${durationInWords(Date.parse(ended.endedAt) - Date.parse(ended.beganAt))}.`
      : ''
    return {
      state: 'wrong',
      // It is away now, as it is each night.
      effect: isNow ? 'stops' : 'beside',
      title: 'Away at the same time each night',
      sentence: isNow
        ? `The panel has been away since ${beganAt}, as it was ${often}.${usually}`
        : `The panel was away from ${beganAt} to ${endedAt ?? facts.now}, and ${often}.`,
      evidence: alike.map(({ how, beganAt: from, endedAt: to }) =>
        by({ source: 'WebConnect', at: from }, how === 'left' ? 'Left' : 'Silent', `until ${to ?? 'now'}`),
      ),
      since: told(isNow ? beganAt : (alike.at(-1)?.beganAt ?? beganAt)),
      step: ask(
        'Ask the installer what is switched off at that hour: the power, the router, or a timer in the building.',
      ),
    }
  },
}

/** The absences of most days that begin at about the same time, the newest first, one a day; none where they are too few. */
function atTheSameTime(absences: readonly Absence[], now: number): Absence[] {
  const recent = absences.filter(({ beganAt }) => now - Date.parse(beganAt) < days * dayMs)
  const groups = recent.map((last) => {
    const byDay = new Map<number, Absence>()
    for (const absence of recent) {
      const before = Date.parse(last.beganAt) - Date.parse(absence.beganAt)
      const day = Math.round(before / dayMs)
      if (day >= 0 && Math.abs(before - day * dayMs) <= apartMs && !byDay.has(day)) byDay.set(day, absence)
    }
    return [...byDay.values()]
  })
  const best = groups.reduce((most, group) => (group.length > most.length ? group : most), [])
  // What is away all day long is away at every hour.
  return best.length < fewest || recent.length > best.length * 2 ? [] : best
}
