/**
 * A panel's info as text to read (2.8): a name and its value a line, what belongs together indented. Whatever the
 * server's systems add is shown as it comes.
 */
export const panelInfoText = (info: unknown): string => linesOf(info, '').join('\n')

function linesOf(value: unknown, indent: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => itemLines(item, indent))
  if (!isRecord(value)) return [`${indent}${scalarOf(value)}`]
  // Single values first, for what is long hides what comes after it.
  const entries = Object.entries(value).sort(
    ([, one], [, other]) => Number(isNested(one)) - Number(isNested(other)),
  )
  // Values below each other in one column, as far as their names are short.
  const width = Math.max(0, ...entries.filter(isShort).map(([name]) => name.length))
  return entries.flatMap(([name, inner]) =>
    isNested(inner)
      ? [`${indent}${name}:`, ...linesOf(inner, `${indent}  `)]
      : [`${indent}${`${name}:`.padEnd(width + 2)}${scalarOf(inner)}`],
  )
}

/** An item of a list: a dash before its first line. */
function itemLines(item: unknown, indent: string): string[] {
  const [first = '', ...rest] = linesOf(item, `${indent}  `)
  return [`${indent}- ${first.trimStart()}`, ...rest]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNested = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : isRecord(value) && Object.keys(value).length > 0

const isShort = ([name, inner]: [string, unknown]): boolean => name.length <= 32 && !isNested(inner)

function scalarOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (value === true) return 'yes'
  if (value === false) return 'no'
  return typeof value === 'object' ? 'none' : String(value)
}
