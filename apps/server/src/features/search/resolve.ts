import { madePlain, mostSimilarLines, type ResolvedLine, withoutMarks } from '@support-console/contract'
import type { Db } from '../../platform/database/open-database.ts'
import { sideBySide } from '../../platform/side-by-side.ts'
import { type Asked, readAsked } from './asked.ts'
import { lackedBy, mayBeLike } from './by-name.ts'
import { findAsked } from './find.ts'
import type { Name } from './name.ts'
import { hasWrongCheckDigit } from './repairs.ts'
import type { Described, Readable } from './source.ts'
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
  const each = await turns(signal, () => readList(db, sources, [...new Set(given)]))
  const once = sources.map(describedOnce)
  const resolved = new Map(
    await sideBySide(linesAtOnce, each, async ([line, asked]) => {
      const found = await turns(signal, () => resolveLine(db, once, line, asked))
      return [line, found] as const
    }),
  )
  return given.flatMap((line) => resolved.get(line) ?? [])
}

/** Each line as it is asked, with what one look for all of them has shown: which names it is no part of. */
async function readList(db: Db, sources: readonly Readable[], lines: readonly string[]) {
  const list = lines.map((line) => [line, readAsked(line)] as const)
  const lacking = new Map(list.map(([, asked]) => [asked, new Set<Name>()]))
  for (const name of sources.flatMap(({ names = [] }) => names))
    for (const asked of await lackedBy(db, name, [...lacking.keys()])) lacking.get(asked)?.add(name)
  let similar = 0
  return list.map(([line, asked]) => {
    const lacks = lacking.get(asked) ?? new Set()
    const isLike = [...lacks].some((name) => mayBeLike(name, asked))
    const isStrict = isLike && ++similar > mostSimilarLines
    return [line, { ...asked, lacking: lacks, isStrict }] as const
  })
}

/** A thing that several lines may mean is described once for all of them. */
function describedOnce(source: Readable): Readable {
  const known = new Map<string, Promise<Described | undefined>>()
  return {
    ...source,
    async describe(db, ids) {
      const fresh = ids.filter((id) => !known.has(id))
      const described = fresh.length > 0 ? source.describe(db, fresh) : undefined
      for (const id of fresh)
        known.set(
          id,
          Promise.resolve(described).then((of) => of?.get(id)),
        )
      const all = await Promise.all(ids.map(async (id) => [id, await known.get(id)] as const))
      return new Map(all.flatMap(([id, about]) => (about ? [[id, about] as const] : [])))
    },
  }
}

async function resolveLine(
  db: Db,
  sources: readonly Readable[],
  given: string,
  asked: Asked,
): Promise<ResolvedLine> {
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
  return {
    given,
    outcome: asked.isIdentifier ? 'not-found' : 'not-an-identifier',
    ...(asked.isStrict && { isSimilarLeft: true as const }),
  }
}
