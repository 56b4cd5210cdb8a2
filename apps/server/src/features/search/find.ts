import {
  identified,
  pageOf,
  type SearchFact,
  type SearchHit,
  type SearchHow,
} from '@support-console/contract'
import type { Db } from '../../platform/database/open-database.ts'
import { sideBySide } from '../../platform/side-by-side.ts'
import type { View } from '../states/index.ts'
import { type Asked, readAsked } from './asked.ts'
import { findObserved } from './observed.ts'
import { findRepairs } from './repairs.ts'
import type { Candidate, Described, Readable, Source } from './source.ts'

/** Of each form of identifier so many are looked at, no matter who asks for fewer: their order is by activity. */
const mostOfEach = 60

const ranks: Readonly<Record<SearchHow, number>> = {
  exact: 0,
  repaired: 1,
  prefix: 2,
  suffix: 3,
  part: 4,
  similar: 5,
  observed: 6,
}

/** Last digits are mostly read from a SIM; what else ends so counts after it. */
const afterSim = 0.25

/** What someone observed counts after what our own inventory says as well. */
const afterOwn = 0.5

export interface Found {
  /** The best first. */
  hits: SearchHit[]
  hasMore: boolean
  /** The best one alone is meant: nothing else fits, or nothing else fits whole. */
  isCertain: boolean
}

/** What may be read of all sources: rights come before everything else. */
export const readableSources = (sources: readonly Source[], view: View): Readable[] =>
  sources
    .filter(({ kind, as = kind }) => view.may(identified[as].permission))
    .map((source) => ({
      ...source,
      may: view.may,
      find: (db, asked, most) => source.find(db, asked, most, view.may),
      describe: (db, ids) => source.describe(db, ids, view),
    }))

/**
 * Things that fit what someone typed: exact before repaired before prefix before suffix before part before similar;
 * of what ends so first SIMs; within that, the newest activity first.
 * @param sources those that the reader may read
 */
export async function find(
  db: Db,
  sources: readonly Readable[],
  text: string,
  limit: number,
): Promise<Found> {
  return findAsked(db, sources, readAsked(text), { limit, atOnce: sources.length })
}

/** @param atOnce so many sources are asked at a time */
export async function findAsked(
  db: Db,
  sources: readonly Readable[],
  asked: Asked,
  { limit, atOnce }: { limit: number; atOnce: number },
): Promise<Found> {
  const ranked = (await sideBySide(atOnce, sources, (source) => candidatesIn(db, source, asked))).flat()
  ranked.sort(
    (a, b) =>
      a.rank - b.rank ||
      (b.likeness ?? 0) - (a.likeness ?? 0) ||
      (b.activity?.getTime() ?? 0) - (a.activity?.getTime() ?? 0) ||
      (a.id < b.id ? -1 : 1),
  )
  const shown: { hit: SearchHit; rank: number }[] = []
  // A neighbour may have named what there is not.
  for (let at = 0; at < ranked.length && shown.length <= limit; at += limit + 1)
    shown.push(...(await describe(db, ranked.slice(at, at + limit + 1))))
  const [first, second] = shown
  return {
    hits: shown.slice(0, limit).map(({ hit }) => hit),
    hasMore: shown.length > limit,
    isCertain: first !== undefined && (!second || (first.rank < ranks.repaired && first.rank < second.rank)),
  }
}

interface Ranked extends Candidate {
  source: Readable
  rank: number
}

/** What fits, each thing once, by what fits best. */
async function candidatesIn(db: Db, source: Readable, asked: Asked): Promise<Ranked[]> {
  const [own, observed] = await Promise.all([
    source.find(db, asked, mostOfEach),
    source.isObserved ? findObserved(db, source, asked, mostOfEach) : [],
  ])
  const found = [...own, ...observed]
  if (source.kind === 'sim' && !found.some(({ how }) => how === 'exact'))
    found.push(...(await findRepairs(db, asked)))
  const best = new Map<string, Candidate>()
  for (const each of found) {
    const other = best.get(each.id)
    // What our own inventory says counts before what someone observed.
    if (!other || ranks[each.how] < ranks[other.how]) best.set(each.id, each)
  }
  return [...best.values()].map((each) => ({
    ...each,
    source,
    rank:
      ranks[each.how] +
      (each.observed ? afterOwn : 0) +
      (each.how === 'suffix' && source.kind !== 'sim' ? afterSim : 0),
  }))
}

/** Those of them that there are, in their order. */
async function describe(db: Db, ranked: readonly Ranked[]): Promise<{ hit: SearchHit; rank: number }[]> {
  const described = new Map(
    await Promise.all(
      [...Map.groupBy(ranked, ({ source }) => source)].map(
        async ([source, of]) =>
          [
            source,
            await source.describe(
              db,
              of.map(({ id }) => id),
            ),
          ] as const,
      ),
    ),
  )
  return ranked.flatMap(({ source, rank, id, field, value, how, observed }) => {
    const about = described.get(source)?.get(id)
    if (!about) return []
    const matched = { field, value, how: observed ? 'observed' : how, ...(observed && { observed }) } as const
    return [{ hit: { ...thingOf(source, id, about), matched }, rank }]
  })
}

/** Facts that say nothing without their names. */
const besideOnly: readonly SearchFact[] = ['physicalId', 'usability', 'management']

/** A thing as lists show it. */
export const thingOf = (
  { kind, as = kind }: Readable,
  id: string,
  { title, facts, state = null }: Described,
) => ({
  kind,
  id,
  title,
  subtitle: facts
    .filter(({ name }) => !besideOnly.includes(name))
    .map(({ value }) => value)
    .join(' · '),
  path: pageOf(as, id),
  facts,
  state,
})
