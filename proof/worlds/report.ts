import { grades, type Outcome } from './grade.ts'

/** The figures of a run, as lines. */
export function report(outcomes: readonly Outcome[], seconds: number): string[] {
  const known = outcomes.filter(({ isKnowable }) => isKnowable)
  const count = (of: readonly Outcome[], grade: string) => of.filter((each) => each.grade === grade).length
  const right = count(known, 'right-first')
  const percent = known.length > 0 ? Math.floor((right / known.length) * 1000) / 10 : 100
  return [
    ...outcomes
      .filter(({ grade }) => !['right-first', 'honest'].includes(grade))
      .map(({ seed, grade, sentence }) => `${grade}, world ${seed}: ${sentence}`),
    '',
    `${outcomes.length} worlds in ${Math.round(seconds)} s; the truth could be known in ${known.length}`,
    ...grades.map((grade) => `  ${grade.padEnd(16)} ${String(count(outcomes, grade)).padStart(4)}`),
    `  right first where the truth could be known: ${right} of ${known.length} (${percent} %)`,
    `  symptom right: ${outcomes.filter(({ isSymptomRight }) => isSymptomRight).length}`,
    '',
    ...confusion(outcomes),
  ]
}

/** What was said of each kind of cause, the most frequent first. */
function confusion(outcomes: readonly Outcome[]): string[] {
  const byKind = Map.groupBy(outcomes, ({ planted: [first] }) => first ?? 'nothing')
  return [...byKind]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([kind, those]) => {
      const said = [...Map.groupBy(those, (each) => each.said)]
        .sort(([, a], [, b]) => b.length - a.length)
        .map(([words, { length }]) => `${length} ${words}`)
      const right = those.filter(({ grade }) => grade === 'right-first' || grade === 'honest').length
      return `  ${kind.padEnd(36)} ${String(right).padStart(3)} of ${String(those.length).padEnd(3)}  ${said.join('; ')}`
    })
}
