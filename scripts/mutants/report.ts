import type { Area, Equivalent } from './areas.ts'

/** The part that is read here of a mutation testing report (mutation-testing-report-schema). */
export interface MutationReport {
  files: Record<string, { source: string; mutants: readonly Mutant[] }>
}

interface Place {
  line: number
  column: number
}

interface Mutant {
  mutatorName: string
  replacement: string
  status: string
  /** It changes what a module does when it is loaded. */
  static?: boolean
  location: { start: Place; end: Place }
}

/** 'Survived' and those that no test runs; a run that broke off has noticed. */
const unnoticed = /^(Survived|NoCoverage)$/
/** Neither says anything of the tests. */
const apart = /^(Ignored|CompileError|Pending)$/

/** Figures of an area, then each change that no test notices: `file:line  what stands there → what stood there`. */
export function summaryOf({ equivalent = [] }: Area, { files }: MutationReport): string[] {
  const all = Object.entries(files).flatMap(([path, { source, mutants }]) =>
    mutants
      .filter(({ status }) => !apart.test(status))
      .map((mutant) => ({
        path,
        line: source.split('\n')[mutant.location.start.line - 1] ?? '',
        was: short(textAt(source, mutant.location)),
        becomes: short(mutant.replacement),
        ...mutant,
      })),
  )
  const isEquivalent = ({ path, line, was, becomes }: (typeof all)[number]) =>
    equivalent.some(
      (one: Equivalent) =>
        path.endsWith(`/${one.file}`) &&
        line.includes(one.line ?? '') &&
        one.was === was &&
        one.becomes === becomes,
    )
  const survivors = all.filter(({ status }) => unnoticed.test(status))
  const left = survivors.filter((mutant) => !isEquivalent(mutant))
  const killed = all.length - survivors.length
  const share = all.length === 0 ? 100 : Math.floor((100 * killed) / all.length)
  const named = survivors.length - left.length
  return [
    ...left.map(
      ({ path, location, status, was, becomes }) =>
        `${path}:${location.start.line}  ${was} → ${becomes}${status === 'NoCoverage' ? '  (no test comes here)' : ''}`,
    ),
    `${killed} of ${all.length} mutants killed (${share} %)${named > 0 ? `, ${named} equivalent` : ''}.`,
  ]
}

function textAt(source: string, { start, end }: Mutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  return lines
    .map((line, i) => line.slice(i === 0 ? start.column - 1 : 0, i === last ? end.column - 1 : undefined))
    .join('\n')
}

/** In one line, and of a long one its beginning. */
function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}
