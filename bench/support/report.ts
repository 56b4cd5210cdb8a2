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

const rounded = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 2 : 0 })

export function print(title: string, figures: readonly Figure[]): void {
  console.log(`\n${title}`)
  for (const { what, measured, unit, baseline, budget } of figures) {
    const parts = [`  ${what}: ${rounded(measured)} ${unit}`]
    if (baseline) {
      const share = Math.round((measured / baseline.value) * 100)
      parts.push(`baseline ${baseline.what} ${rounded(baseline.value)} ${unit} (${share} %)`)
    }
    if (budget?.kind === 'at-most')
      parts.push(`budget ≤ ${rounded(budget.value)} ${unit}: ${measured <= budget.value ? 'kept' : 'BROKEN'}`)
    if (budget?.kind === 'at-least')
      parts.push(`budget ≥ ${rounded(budget.value)} ${unit}: ${measured >= budget.value ? 'kept' : 'BROKEN'}`)
    if (budget?.kind.endsWith('-ratio') && baseline) {
      const ratio = measured / baseline.value
      const isKept = budget.kind === 'at-least-ratio' ? ratio >= budget.value : ratio <= budget.value
      const sign = budget.kind === 'at-least-ratio' ? '≥' : '≤'
      parts.push(`budget ${sign} ${Math.round(budget.value * 100)} %: ${isKept ? 'kept' : 'BROKEN'}`)
    }
    console.log(parts.join('; '))
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
