/** A small fault that a careless engineer could make in what must never break. */
export interface Fault {
  area: string
  /** The function, class or constant that it stands in, wherever that is declared. */
  in: string
  /** The folder below which that name is declared once; without it, the only one of the product. */
  under?: string
  /** Stands once in it, whatever the white space; what replaces it is `after`, or nothing. */
  before?: string
  after?: string
  /** Instead of both: what the whole function does. */
  body?: string
  /** What goes wrong, in a few words. */
  breaks: string
  /** The tests that must notice, by the ends of their paths: 'audit/proof' for …/audit/proof.test.ts. */
  tests: readonly string[]
}

export const area = (name: string, rows: readonly Omit<Fault, 'area'>[]): Fault[] =>
  rows.map((row) => ({ ...row, area: name }))

export const nameOf = (fault: Fault): string => `${fault.area}/${fault.in}`

/**
 * The faults that names ask for, areas or those of a declaration ('audit', 'audit/commit'); all where none is given.
 * @returns the names that nothing has, too
 */
export function chosen(faults: readonly Fault[], names: readonly string[]) {
  const isOf = (name: string) => (fault: Fault) => fault.area === name || nameOf(fault) === name
  return {
    faults:
      names.length === 0 ? [...faults] : faults.filter((each) => names.some((name) => isOf(name)(each))),
    unknown: names.filter((name) => !faults.some(isOf(name))),
  }
}
