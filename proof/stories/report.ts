import type { Judgement } from './judge.ts'
import type { Played } from './play.ts'

/** The figures of a run beside their goals, and what was wrong by kinds. */
export function reportOf(all: readonly Played[], seconds: number): string[] {
  const judgements = all.flatMap((played) => played.judgements)
  const outages = all.flatMap((played) => played.outages)
  const falseRows = all.flatMap((played) => played.falseRows)
  const known = judgements.filter(({ canBeKnown }) => canBeKnown)
  const count = (of: readonly Judgement[], is: (one: Judgement) => boolean) => of.filter(is).length
  const isRight = ({ isRight }: Judgement) => isRight
  const ofState = (state: string) => judgements.filter((one) => one.state === state)
  const right = judgements.filter(isRight)
  const sets = [...Map.groupBy(judgements, ({ story }) => story).values()].map(
    (those) => those.reduce((sum, { asSet }) => sum + asSet, 0) / those.length,
  )
  const mean = sets.length > 0 ? sets.reduce((sum, one) => sum + one, 0) / sets.length : 1
  const minutes = all.reduce((sum, played) => sum + played.minutes, 0)
  const line = (name: string, figure: string, goal: string) =>
    `  ${name.padEnd(58)} ${figure.padStart(22)}   ${goal}`
  const arm = (name: keyof Judgement['arms']) =>
    percent(
      count(known, ({ arms, right: so }) => so.has(arms[name])),
      known.length,
    )
  return [
    `${all.length} stories, ${judgements.length} judgements, ${Math.round(minutes / 60)} hours of the world in ${Math.round(seconds)} s`,
    '',
    line('set of causes, as whole', `${Math.round(mean * 1000) / 10} %`, '>= 90 %'),
    line('right first, of those that can be known', percent(count(known, isRight), known.length), '>= 95 %'),
    line('wrongly fine', String(count(judgements, (one) => one.isWronglyFine)), '0'),
    line(
      'cause that is not so',
      percent(
        count(judgements, (one) => one.isFalse),
        judgements.length,
      ),
      '<= 1 %',
    ),
    line('right among cause', percent(count(ofState('cause'), isRight), ofState('cause').length), '>= 98 %'),
    line(
      'right among likely',
      percent(count(ofState('likely'), isRight), ofState('likely').length),
      '>= 80 %',
    ),
    line(
      'grounded, of right answers',
      percent(
        count(right, (one) => one.isGrounded),
        right.length,
      ),
      '>= 98 %',
    ),
    line(
      'outages of five panels told within 90 s',
      percent(
        outages.filter(({ toldAfterS }) => toldAfterS !== null && toldAfterS <= 90).length,
        outages.length,
      ),
      'all',
    ),
    line(
      '… told as one row',
      percent(outages.filter(({ mostRows }) => mostRows === 1).length, outages.length),
      'all',
    ),
    line('… gone when over', percent(outages.filter(({ isGone }) => isGone).length, outages.length), 'all'),
    line('false rows of attention', String(falseRows.length), '<= 1 in a quiet week'),
    ...(['others', 'untrue', 'stepFaults'] as const).map((beside) =>
      line(besides[beside], String(judgements.filter((one) => one[beside].length > 0).length), '0'),
    ),
    line('arm: always a common cause', arm('commonest'), '<= 45 %'),
    line('arm: the first red check', arm('first red'), '<= 45 %'),
    line("arm: the carrier's state alone", arm('carrier'), '<= 45 %'),
    '',
    'Right, by the event that is the cause:',
    ...byKind(known),
    ...judgements.flatMap(({ at, truth: { panel }, others, untrue, stepFaults }) =>
      [...others, ...untrue, ...stepFaults].map((what) => `  ${at} ${panel}: ${what}`),
    ),
    ...falseRows.map((row) => `false row: ${row}`),
    ...outages
      .filter(({ toldAfterS, mostRows }) => toldAfterS === null || toldAfterS > 90 || mostRows > 1)
      .map(
        ({ story, what, toldAfterS, mostRows }) =>
          `outage ${story} ${what}: told after ${toldAfterS ?? 'never'} s, ${mostRows} rows`,
      ),
  ]
}

const besides = {
  others: 'surfaces that say another thing',
  untrue: 'sentences with what is not so',
  stepFaults: 'next steps that lead nowhere, or too far',
}

const percent = (part: number, of: number): string =>
  of === 0 ? 'none' : `${part} of ${of} (${Math.floor((part / of) * 1000) / 10} %)`

function byKind(judgements: readonly Judgement[]): string[] {
  const kinds = [...Map.groupBy(judgements, ({ truth }) => truth.cause?.what ?? 'nothing')]
  return kinds
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([kind, those]) => {
      const said = [...Map.groupBy(those, ({ said: first, state }) => `${state} ${first}`)]
        .sort(([, a], [, b]) => b.length - a.length)
        .map(([words, { length }]) => `${length} ${words}`)
      const right = those.filter(({ isRight }) => isRight).length
      return `  ${kind.padEnd(28)} ${String(right).padStart(3)} of ${String(those.length).padEnd(3)}  ${said.join('; ')}`
    })
}
