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

const header = `| bench | what | measured | beside it in the same run | ratio | budget | | on |
|---|---|---|---|---|---|---|---|`

/** All kept figures that have a budget, as rows of a Markdown table. */
export function tableOf(kept: Record<string, KeptFigures>): string {
  const rows = Object.entries(kept)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([bench, { at, othersUsed, figures }]) =>
      figures.filter(({ budget }) => budget).map((figure) => rowOf(bench, figure, whenOf(at, othersUsed))),
    )
  return [header, ...rows].join('\n')
}

/** From a tenth on the machine was not quiet, and figures of time say less. */
const whenOf = (at: string, othersUsed: number) =>
  `${at.slice(0, 10)}${othersUsed < 0.1 ? '' : `, others used ${Math.round(othersUsed * 100)} % of the machine`}`

function rowOf(bench: string, figure: Figure, when: string): string {
  const { what, measured, unit, baseline, budget } = figure
  const shown = (value: number) => `${rounded(value)} ${unit}`.trim()
  const ratio = baseline && measured / baseline.value
  const share = (value: number) => `${Math.round(value * 100)} %`
  const sign = budget?.kind.startsWith('at-least') ? '≥' : '≤'
  const limit = budget && (budget.kind.endsWith('-ratio') ? share(budget.value) : shown(budget.value))
  const cells = [
    `\`${bench}\``,
    what,
    shown(measured),
    baseline ? `${baseline.what}: ${shown(baseline.value)}` : '',
    ratio === undefined ? '' : share(ratio),
    limit ? `${sign} ${limit}` : '',
    isKept(figure) ? 'kept' : '**broken**',
    when,
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
