import { madePlain } from '@support-console/contract/plain-text'

/** What others wrote may hold what a terminal obeys: of that nothing is left. */
export const plain = (text: unknown): string => madePlain(String(text ?? ''))

/** JSON for programs, which is as safe to look at. */
export const jsonOf = (data: unknown, indent = 2): string =>
  JSON.stringify(data, null, indent).replace(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** A table: each column as wide as its longest cell, the last one as it comes. */
export function tableOf(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const lines = [columns, ...rows.map((row) => row.map(plain))]
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => lengthOf(line[at] ?? ''))))
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - lengthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const lengthOf = (text: string): number => [...text].length

/** Facts with their names, one a line; what is not known is said. */
export const factsOf = (facts: readonly (readonly [name: string, value: unknown])[]): string =>
  tableOf(
    ['', ''],
    facts.map(([name, value]) => [name, value ?? notShown]),
  ).replace(/^.*\n/, '')

/** What the reader may not read, or no one knows. */
export const notShown = 'not known, or not for you'

/** '2026-11-28 20:01Z': in UTC, so that all read the same. */
export const sayTime = (instant: string | null | undefined): string =>
  instant ? `${instant.slice(0, 10)} ${instant.slice(11, 16)}Z` : ''
