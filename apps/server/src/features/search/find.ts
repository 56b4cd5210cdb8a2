import type { Permission, SearchHit, SearchHow } from '@support-console/contract'
import type { Db } from '../../platform/database/open-database.ts'
import { type Asked, readAsked } from './asked.ts'
import { findObserved } from './observed.ts'
import { findRepairs } from './repairs.ts'
import type { Candidate, Described, Source } from './source.ts'

/** Of each form of identifier so many are looked at, whoever asks for fewer: their order is by activity. */
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

/** What somebody observed counts after what our own inventory says as well. */
const afterOwn = 0.5

export interface Found {
  /** The best first. */
  hits: SearchHit[]
  hasMore: boolean
  /** The best one alone is meant: nothing else fits, or nothing else fits whole. */
  isCertain: boolean
}

/** What may be read of all sources: rights come before everything else. */
export const readableSources = (sources: readonly Source[], may: (permission: Permission) => boolean) =>
  sources.filter(({ permission }) => may(permission))

/**
 * Things that fit what somebody typed: exact before repaired before prefix before suffix before part before similar;
 * within that, the newest activity first.
 * @param sources those that he may read
 */
export async function find(db: Db, sources: readonly Source[], text: string, limit: number): Promise<Found> {
  return findAsked(db, sources, readAsked(text), limit)
}

export async function findAsked(
  db: Db,
  sources: readonly Source[],
  asked: Asked,
  limit: number,
): Promise<Found> {
  const found = await Promise.all(sources.map((source) => findIn(db, source, asked)))
  const hits = found.flat()
  hits.sort(
    (a, b) =>
      a.rank - b.rank || b.likeness - a.likeness || b.activity - a.activity || (a.hit.id < b.hit.id ? -1 : 1),
  )
  const [first, second] = hits
  return {
    hits: hits.slice(0, limit).map(({ hit }) => hit),
    hasMore: hits.length > limit,
    isCertain: first !== undefined && (!second || (first.rank < ranks.repaired && first.rank < second.rank)),
  }
}

interface Ranked {
  hit: SearchHit
  rank: number
  likeness: number
  /** Milliseconds since 1970; 0: not known. */
  activity: number
}

async function findIn(db: Db, source: Source, asked: Asked): Promise<Ranked[]> {
  const [own, observed] = await Promise.all([
    source.find(db, asked, mostOfEach),
    source.isObserved ? findObserved(db, source.kind, asked, mostOfEach) : [],
  ])
  const found = [...own, ...observed]
  if (source.kind === 'sim' && !found.some(({ how }) => how === 'exact'))
    found.push(...(await findRepairs(db, asked)))
  const best = new Map<string, Candidate>()
  for (const each of found) {
    const other = best.get(each.id)
    // What our own inventory says counts before what somebody observed.
    if (!other || ranks[each.how] < ranks[other.how]) best.set(each.id, each)
  }
  const described = best.size > 0 ? await source.describe(db, [...best.keys()]) : new Map<string, Described>()
  return [...best.values()].flatMap((candidate) => {
    const about = described.get(candidate.id)
    if (!about) return []
    const { id, field, value, how, likeness = 0, observed } = candidate
    const hit = {
      ...thingOf(source, id, about),
      matched: { field, value, how: observed ? 'observed' : how, ...(observed && { observed }) },
    }
    return [
      {
        hit,
        rank: ranks[how] + (observed ? afterOwn : 0),
        likeness,
        activity: about.activity?.getTime() ?? 0,
      },
    ]
  })
}

/** A thing as lists show it. */
export const thingOf = ({ kind, page }: Source, id: string, { title, facts }: Described) => ({
  kind,
  id,
  title,
  subtitle: facts
    .filter(({ name }) => name !== 'physicalId')
    .map(({ value }) => value)
    .join(' · '),
  path: page(id),
  facts,
})
