import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Figure, isKept, rounded } from './report.ts'

/** The figures of the last run of each bench, on this machine: `npm run task -- bench --table` makes its rows of them. */
const place = join(import.meta.dirname, '../../node_modules/.cache/bench/figures.json')

interface KeptFigures {
  /** UTC, ISO 8601. */
  at: string
  /** The share of the processors that others used when the bench began. */
  othersUsed: number
  figures: Figure[]
}

export function readFigures(): Record<string, KeptFigures> {
  try {
    return JSON.parse(readFileSync(place, 'utf8')) as Record<string, KeptFigures>
  } catch {
    return {}
  }
}

export function keepFigures(bench: string, kept: KeptFigures): void {
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, JSON.stringify({ ...readFigures(), [bench]: kept }, null, 1))
}

const header = `| bench | what | measured | beside it in the same run | budget | on |
|---|---|---|---|---|---|`

/** All kept figures that have a budget, as rows of a Markdown table. Of several under one budget the worst is shown. */
export function tableOf(kept: Record<string, KeptFigures>): string {
  const rows = Object.entries(kept)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([bench, { at, othersUsed, figures }]) =>
      [...Map.groupBy(figures, budgetOf).entries()]
        .filter(([budget]) => budget)
        .flatMap(([, sameBudget]) => worstOf(sameBudget))
        .map((figure) => rowOf(bench, figure, whenOf(at, othersUsed))),
    )
  return [header, ...rows].join('\n')
}

function budgetOf({ unit, budget }: Figure): string {
  if (!budget) return ''
  const limit = budget.kind.endsWith('-ratio') ? percent(budget.value) : withUnit(budget.value, unit)
  return `${budget.kind.startsWith('at-least') ? '≥' : '≤'} ${limit}`
}

function worstOf(figures: readonly Figure[]): Figure[] {
  const value = ({ measured, baseline, budget }: Figure) =>
    (budget?.kind.endsWith('-ratio') ? measured / (baseline?.value ?? Number.NaN) : measured) *
    (budget?.kind.startsWith('at-least') ? -1 : 1)
  const [worst] = figures.toSorted((a, b) => value(b) - value(a))
  if (!worst) return []
  const others = figures.length > 1 ? ` (the worst of ${figures.length})` : ''
  return [{ ...worst, what: `${worst.what}${others}` }]
}

const percent = (value: number) => `${Math.round(value * 100)} %`
const withUnit = (value: number, unit: string) => `${rounded(value)} ${unit}`.trim()

/** 'shared': others used a tenth of the machine or more, so figures of time say less. */
const whenOf = (at: string, othersUsed: number) => `${at.slice(0, 10)}${othersUsed < 0.1 ? '' : `, shared`}`

function rowOf(bench: string, figure: Figure, when: string): string {
  const { what, measured, unit, baseline } = figure
  const cells = [
    `\`${bench}\``,
    what,
    withUnit(measured, unit),
    baseline ? `${baseline.what}: ${withUnit(baseline.value, unit)}` : '',
    isKept(figure) ? budgetOf(figure) : `${budgetOf(figure)} **broken**`,
    when,
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
