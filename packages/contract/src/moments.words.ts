/** An instant of an address, RFC 3339 with or without seconds: '2026-11-26T03:00-05:00', '2026-11-26T08:00Z'. */
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

/** In milliseconds; undefined: the text is no instant. */
export function readInstant(text: string): number | undefined {
  const at = instantPattern.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}

const pastPath = /^\/(?:fleet|(?:sims|panels)\/[^/]+|companies\/[^/]+(?:\/[^/]+)?)?$/
/** A company by its number, which leads on to its page. */
const numberPath = /^\/company\/sap\/[^/]+$/

/** Whether the page at this path also tells of a moment of the past: Home, the fleet, a SIM, a panel, a company. */
export const hasPast = (path: string): boolean => pastPath.test(path)

/** Whether it also tells what differs between two moments: a thing's page does. */
export const isComparable = (path: string): boolean => hasPast(path) && path.lastIndexOf('/') > 0

/** The address of the same page as it was at an instant of ISO 8601, null: now; a page without a past is the same. */
export function asOf(address: string, at: string | null, to?: string): string {
  const [path = '', query] = address.split('?')
  if (!hasPast(path) && !numberPath.test(path)) return address
  const names = new URLSearchParams(query)
  for (const [name, value] of [['at', at] as const, ['to', to] as const])
    if (value) names.set(name, value)
    else names.delete(name)
  return names.size > 0 ? `${path}?${names}` : path
}
