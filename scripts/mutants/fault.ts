/** A small fault that a careless engineer could make in what must never break. */
export interface Fault {
  /** 'audit/hash-before', unique. */
  name: string
  /** Below the root, like the tests. */
  file: string
  /** Stands exactly once in the file. */
  before: string
  after: string
  /** What is no longer so, in a few words. */
  breaks: string
  /** The nearest tests that must notice: Vitest's files, or Playwright's specs. */
  tests: readonly string[]
  expected: 'killed' | 'survives'
}

/** As the tables of faults have it: what all of an area share stands there once. */
interface Row extends Omit<Fault, 'tests' | 'expected'> {
  tests?: readonly string[]
  /** No test notices it yet. */
  expected?: 'survives'
}

/** The faults of an area: files are below `under`, tests below the root. */
export const area = (
  name: string,
  { under, tests }: { under: string; tests: readonly string[] },
  rows: readonly Row[],
): Fault[] =>
  rows.map((row) => ({
    tests,
    expected: 'killed',
    ...row,
    name: `${name}/${row.name}`,
    file: `${under}/${row.file}`,
  }))

/** Why a fault cannot be planted in this source, in a sentence; undefined when it can. */
export function complaintAbout({ name, file, before, after }: Fault, source: string | undefined) {
  if (source === undefined) return `${name}: there is no file ${file} any more.`
  if (before === after) return `${name}: it changes nothing.`
  const times = source.split(before).length - 1
  if (times === 1) return undefined
  return `${name}: what it replaces stands ${times === 0 ? 'no longer' : `${times} times`} in ${file}: ${JSON.stringify(before)}`
}

/** The source with the fault in it. @throws Error where it cannot be planted */
export function plant(fault: Fault, source: string): string {
  const complaint = complaintAbout(fault, source)
  if (complaint) throw new Error(complaint)
  // Not as a pattern: `$` in the text stands for itself.
  return source.split(fault.before).join(fault.after)
}

/**
 * The faults that names ask for: whole names or areas; all where none is given.
 * @returns the names that nothing has, too
 */
export function chosen(faults: readonly Fault[], names: readonly string[]) {
  const isOf = (name: string) => (fault: Fault) => fault.name === name || fault.name.startsWith(`${name}/`)
  return {
    faults:
      names.length === 0 ? [...faults] : faults.filter((fault) => names.some((name) => isOf(name)(fault))),
    unknown: names.filter((name) => !faults.some(isOf(name))),
  }
}
