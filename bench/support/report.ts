import { appendFileSync } from 'node:fs'

/** What every bench prints: its figure beside a baseline of the same run, and beside the budget. */
export interface Figure {
  what: string
  measured: number
  unit: string
  /** The same work without what is measured, from the same run. */
  baseline?: { what: string; value: number }
  /** From bench/README.md; a ratio is measured over baseline. */
  budget?: { kind: 'at-most' | 'at-least' | 'at-most-ratio' | 'at-least-ratio'; value: number }
}

export const rounded = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 2 : 0 })

/** Whether its budget is kept; a figure without one is. */
export function isKept({ measured, baseline, budget }: Figure): boolean {
  if (!budget) return true
  const value = budget.kind.endsWith('-ratio') ? measured / (baseline?.value ?? Number.NaN) : measured
  return budget.kind.startsWith('at-least') ? value >= budget.value : value <= budget.value
}

export function print(title: string, figures: readonly Figure[]): void {
  console.log(`\n${title}`)
  for (const figure of figures) {
    const { what, measured, unit, baseline, budget } = figure
    const parts = [`  ${what}: ${rounded(measured)} ${unit}`]
    if (baseline) {
      const share = Math.round((measured / baseline.value) * 100)
      parts.push(`baseline ${baseline.what} ${rounded(baseline.value)} ${unit} (${share} %)`)
    }
    if (budget) {
      const sign = budget.kind.startsWith('at-least') ? '≥' : '≤'
      const limit = budget.kind.endsWith('-ratio')
        ? `${Math.round(budget.value * 100)} %`
        : `${rounded(budget.value)} ${unit}`
      parts.push(`budget ${sign} ${limit}: ${isKept(figure) ? 'kept' : 'BROKEN'}`)
    }
    console.log(parts.join('; '))
    // For anyone who started this bench (run.ts).
    if (process.env.BENCH_FIGURES) appendFileSync(process.env.BENCH_FIGURES, `${JSON.stringify(figure)}\n`)
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** The value that so great a share of the others does not exceed: 0.95 for p95. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
