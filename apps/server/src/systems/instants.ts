const withoutZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?$/
const withSpace = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}(?:\.\d+)?)([+-]\d{2}):?(\d{2})$/

/**
 * A neighbour's time in milliseconds since 1970; undefined for none or one that no one can read. Understands
 * `2025-10-02 07:30:00.000+0000` (AT&T), offsets (Verizon), and times without a zone, which count as UTC (Wyless).
 */
export function instantOf(text: string | null | undefined): number | undefined {
  if (!text) return undefined
  const trimmed = text.trim()
  const iso = withoutZone.test(trimmed) ? `${trimmed}Z` : trimmed.replace(withSpace, '$1T$2$3:$4')
  if (!/^\d{4}-\d{2}-\d{2}T/.test(iso)) return undefined
  const at = Date.parse(iso)
  return Number.isNaN(at) ? undefined : at
}

/** The same as UTC, ISO 8601 with milliseconds; '' for none. */
export function utcInstant(text: string | null | undefined): string {
  const at = instantOf(text)
  return at === undefined ? '' : new Date(at).toISOString()
}

/** A field with the instant that was told; nothing where there is none. */
export const told = <Name extends string>(name: Name, at: string) =>
  (at === '' ? {} : { [name]: at }) as Partial<Record<Name, string>>
