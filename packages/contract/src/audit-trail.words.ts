/** Limits of User Action Detail (2.12). No schemas, so that the console can carry it. */

/** What a search goes by is at most so long, in characters. */
export const longestSearched = { email: 320, text: 200, page: 200 } as const

/** A field that a person set otherwise, in the words of the trail; empty: none. */
export interface ChangedField {
  readonly field: string
  readonly before: string
  readonly after: string
}

const changeLine = /^([^:→"]{1,60}): (?:("(?:[^"\\]|\\.)*"|[^"]*?) → )?(.*)$/

/**
 * What was set otherwise, of a detail whose every line says so: 'alert threshold: 100 → 90', or 'name: "Harbor"'. A text of
 * people stands in its quotation marks.
 */
export function changesIn(detail: string): ChangedField[] {
  const lines = detail.split('\n')
  const read = lines.map((line) => changeLine.exec(line))
  const [first] = read
  const saysBefore = first?.[2] !== undefined || /^(?:added|removed)$/.test(first?.[3] ?? '')
  if (read.some((one) => one === null) || (lines.length === 1 && !saysBefore)) return []
  return read.map((one) => {
    const [, field = '', before = '', after = ''] = one ?? []
    return { field, before, after }
  })
}

/** As people read it: begun with a capital, without quotation marks; what was added was nothing before. */
export function shownChange({ field, before, after }: ChangedField): ChangedField {
  const [, kind, id] = /^(\w+) (\S+)$/.exec(field) ?? []
  const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
  if (kind && id && before === '' && after === 'added') return { field: capital(kind), before, after: id }
  if (kind && id && before === '' && after === 'removed')
    return { field: capital(kind), before: id, after: '' }
  return { field: capital(field), before: unquoted(before), after: unquoted(after) }
}

/** A text of people out of its quotation marks. */
export function unquoted(text: string): string {
  if (!/^".*"$/.test(text)) return text
  try {
    return String(JSON.parse(text))
  } catch {
    return text.slice(1, -1)
  }
}
