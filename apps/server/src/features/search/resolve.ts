import { madePlain, type ResolvedLine, withoutMarks } from '@support-console/contract'
import type { Db } from '../../platform/database/open-database.ts'
import { readAsked } from './asked.ts'
import { findAsked } from './find.ts'
import { hasWrongCheckDigit } from './repairs.ts'
import type { Source } from './source.ts'

/** Candidates of one line at most. */
const mostCandidates = 20
/** Lines that are looked up at the same time: a few of the connections for reading. */
const atOnce = 4

/**
 * What each line of a list names, in their order; empty lines are nothing, and a line that stands there twice is looked
 * up once.
 */
export async function resolveLines(
  db: Db,
  sources: readonly Source[],
  text: string,
  signal: AbortSignal,
): Promise<ResolvedLine[]> {
  const lines = text.split(/\r\n?|\n/).map((line) => madePlain(withoutMarks(line)).trim())
  const given = lines.filter((line) => line !== '')
  const waiting = [...new Set(given)]
  const resolved = new Map<string, ResolvedLine>()
  const work = async () => {
    for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) {
      signal.throwIfAborted()
      resolved.set(line, await resolveLine(db, sources, line))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return given.flatMap((line) => resolved.get(line) ?? [])
}

async function resolveLine(db: Db, sources: readonly Source[], given: string): Promise<ResolvedLine> {
  const asked = readAsked(given)
  const { hits, isCertain } = await findAsked(db, sources, asked, mostCandidates)
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
