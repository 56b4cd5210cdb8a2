import { contentOf, genesis, hashOf } from './chain.ts'
import type { KeptLink } from './read-links.ts'

/** Where a walk along the chain begins: behind this link, or at the genesis. */
export interface ChainPlace {
  number: number
  hash: string
  at?: string
}

/** A month (2026-01) whose entries were archived and dropped, as the chain has it on record. */
export interface ArchiveRecord {
  month: string
  /** How many entries were dropped with it: all that the month had. */
  entries: number
  /** Their first and their last link. */
  first: number
  last: number
  /** The entry that says so, where it is known. */
  id?: number
}

/** The first thing that does not fit. */
export interface ChainFault {
  /** The link's number. */
  number: number
  sentence: string
}

/** No fault: whoever may enter anything may give it a time. */
export interface LateEntries {
  entries: number
  /** The first one's link. */
  first: number | undefined
}

/** Takes the links one by one, in the order of their numbers, and says of each what does not fit, if anything. */
export interface LinkCheck {
  /** Undefined where the link fits; after a fault the check is over. */
  check(link: KeptLink): ChainFault | undefined
  readonly last: ChainPlace
  /** Links that fitted. */
  readonly links: number
  /** Those of them whose entries are there. */
  readonly entries: number
  /** Entries that were chained more than an hour after the time that they bear, and the first one's link. */
  readonly late: LateEntries
  /** Links without their entries, by month. */
  readonly missing: ReadonlyMap<string, number>
  /** After the whole chain: what the archives on record say and the links do not bear out, if anything. */
  compareArchives(): string | undefined
}

/** Milliseconds; no transaction of a server lasts as long. */
const longestDelay = 3_600_000

const start: ChainPlace = { number: 0, hash: genesis }

/** @param archives the months whose entries may be missing */
export function createLinkCheck(
  archives: ReadonlyMap<string, ArchiveRecord>,
  from: ChainPlace = start,
): LinkCheck {
  let last = from
  let links = 0
  let entries = 0
  const late: LateEntries = { entries: 0, first: undefined }
  const missing = new Map<string, number>()
  const recordIds = new Map(
    [...archives.values()].flatMap(({ id, month }) => (id === undefined ? [] : [[id, month]])),
  )
  /** Months whose drop lies before, or, where the walk began later, may lie before. */
  const dropped = new Set(from.number === 0 ? [] : archives.keys())
  const seen = createIdSet()

  function sentenceAbout(link: KeptLink): string | undefined {
    const { number, at, entry_id, entry_at, entry } = link
    if (number !== last.number + 1) return sayGap(last.number, number)
    if (hashOf(link, last.hash) !== link.hash)
      return `Link ${number} does not follow from link ${last.number}: its hash is not that of what it says and of the former hash. It was changed or moved, or a link before it was taken out or put in.`
    if (!seen.add(entry_id)) return `Entry ${entry_id} has two links; the second one is link ${number}.`
    if (last.at !== undefined && at < last.at)
      return `Link ${number} of ${at} is older than link ${last.number} of ${last.at}: the chain's time goes backwards.`
    const which = `entry ${entry_id} of ${entry_at} (link ${number})`
    const month = entry_at.slice(0, 7)
    const archive = archives.get(month)
    if (!entry) {
      const count = (missing.get(month) ?? 0) + 1
      missing.set(month, count)
      if (!archive)
        return `The ${which} is missing: it was deleted, or its number or time was changed. No archive of ${month} is on record.`
      if (count > archive.entries)
        return `The ${which} is missing, and more entries of ${month} are missing than the ${archive.entries} that were archived.`
      if (number < archive.first || number > archive.last)
        return `The ${which} is missing, and the archive of ${month} that is on record holds links ${archive.first} to ${archive.last} only.`
      return undefined
    }
    // A month is dropped as a whole. A record that explains less than that was made up.
    if (archive && (number <= archive.last || !(dropped.has(month) || archive.id === undefined)))
      return `The ${which} is there, though ${month} is on record as archived and dropped, which takes the whole month: that record (${sayRecord(archive)}) is wrong, and explains no missing entry.`
    const about = recordIds.get(entry_id)
    if (about !== undefined) dropped.add(about)
    if (contentOf(entry) !== link.content)
      return `The ${which} was changed: its fields are not those that the chain holds.`
    entries++
    return undefined
  }

  return {
    check(link) {
      const sentence = sentenceAbout(link)
      if (sentence !== undefined) return { number: link.number, sentence }
      last = { number: link.number, hash: link.hash, at: link.at }
      links++
      if (Date.parse(link.at) - Date.parse(link.entry_at) > longestDelay) {
        late.entries++
        late.first ??= link.number
      }
      return undefined
    },
    get last() {
      return last
    },
    get links() {
      return links
    },
    get entries() {
      return entries
    },
    late,
    missing,
    compareArchives() {
      for (const archive of archives.values()) {
        const count = missing.get(archive.month) ?? 0
        if (count !== archive.entries)
          return `${archive.month} is on record as archived and dropped with ${archive.entries} entries, but ${count} entries of it are missing: that record (${sayRecord(archive)}) is wrong.`
      }
      return undefined
    },
  }
}

const sayRecord = ({ id, first, last }: ArchiveRecord): string =>
  `${id === undefined ? '' : `entry ${id}, `}links ${first} to ${last}`

function sayGap(last: number, number: number): string {
  if (number <= last) return `Link ${number} comes after link ${last}: the links are not in their order.`
  const lost = number - last - 1
  const which = lost === 1 ? `Link ${last + 1} is` : `Links ${last + 1} to ${number - 1} are`
  return `${which} missing: the chain goes on with link ${number}.`
}

/**
 * A closer word on a link whose hash does not fit, by what stands around it.
 * @param former the two links before it, the nearer one last
 * @param next the link after it
 */
export function explainHash(
  link: KeptLink,
  former: readonly ChainPlace[],
  next: KeptLink | undefined,
): string | undefined {
  const [beforeLast, last] = [former.at(-2), former.at(-1)]
  if (last && beforeLast && hashOf({ ...link, number: link.number - 1 }, beforeLast.hash) === link.hash)
    return `Link ${last.number} was put in: link ${link.number} follows from link ${beforeLast.number}.`
  if (next && hashOf({ ...link, number: next.number }, next.hash) === link.hash)
    return `Links ${link.number} and ${next.number} were exchanged: the former follows from the latter.`
  return undefined
}

const bitsPerBlock = 65_536

/** Remembers numbers in a bit each, so that ten million entries take little more than a megabyte. */
function createIdSet() {
  const blocks = new Map<number, Uint32Array>()
  return {
    /** False where it was there already. */
    add(id: number): boolean {
      const place = Math.floor(id / bitsPerBlock)
      let block = blocks.get(place)
      if (!block) {
        block = new Uint32Array(bitsPerBlock / 32)
        blocks.set(place, block)
      }
      const bit = id - place * bitsPerBlock
      const mask = 1 << (bit & 31)
      const word = block[bit >> 5] ?? 0
      block[bit >> 5] = word | mask
      return (word & mask) === 0
    },
  }
}
