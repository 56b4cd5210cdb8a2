import { madePlain, type ResolvedLine, withoutMarks } from '@support-console/contract'
import type { Db } from '../../platform/database/open-database.ts'
import { sideBySide } from '../../platform/side-by-side.ts'
import { readAsked } from './asked.ts'
import { findAsked } from './find.ts'
import { hasWrongCheckDigit } from './repairs.ts'
import type { Readable } from './source.ts'
import type { Turns } from './turns.ts'

/** Candidates of one line at most. */
const mostCandidates = 20
/** Lines that are looked up at the same time, on a server and of one list: a few of the connections for reading. */
export const linesAtOnce = 4

/**
 * What each line of a list names, in their order; empty lines are nothing, and a line that stands there twice is looked
 * up once.
 */
export async function resolveLines(
  db: Db,
  sources: readonly Readable[],
  text: string,
  { signal, turns }: { signal: AbortSignal; turns: Turns },
): Promise<ResolvedLine[]> {
  const lines = text.split(/\r\n?|\n/).map((line) => madePlain(withoutMarks(line)).trim())
  const given = lines.filter((line) => line !== '')
  const resolved = new Map(
    await sideBySide(linesAtOnce, [...new Set(given)], async (line) => {
      const found = await turns(signal, () => resolveLine(db, sources, line))
      return [line, found] as const
    }),
  )
  return given.flatMap((line) => resolved.get(line) ?? [])
}

async function resolveLine(db: Db, sources: readonly Readable[], given: string): Promise<ResolvedLine> {
  const asked = readAsked(given)
  const { hits, isCertain } = await findAsked(db, sources, asked, { limit: mostCandidates, atOnce: 1 })
  const repairs = hits.filter(({ matched }) => matched.how === 'repaired')
  const [first] = hits
  if (first?.matched.how === 'repaired') return { given, outcome: 'check-digit', candidates: repairs }
  if (first && isCertain) return { given, outcome: 'found', hit: first }
  if (first) {
    const whole = hits.filter(({ matched }) => matched.how === 'exact')
    return { given, outcome: 'ambiguous', candidates: whole.length > 1 ? whole : hits }
  }
  if (hasWrongCheckDigit(asked.digits)) return { given, outcome: 'check-digit', candidates: [] }
  return { given, outcome: asked.isIdentifier ? 'not-found' : 'not-an-identifier' }
}
