import { contentOf, genesis, hashOf } from './chain.ts'
import type { FaultList } from './fault-list.ts'
import type { KeptLink } from './read-links.ts'

/** Where a walk along the chain begins: behind this link, or at the genesis. */
interface ChainPlace {
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

/** No fault: anyone who may enter anything may give it a time. */
export interface LateEntries {
  entries: number
  /** The first one's link. */
  first: number | undefined
}

/** Takes the links one by one, in the order of their numbers, and keeps what does not fit, if anything. */
export interface LinkCheck {
  /**
   * What is said of a link may depend on the next one, so it is judged when that comes.
   * @param where stands before what is said of this link
   */
  take(link: KeptLink, where?: string): void
  /** After the last link. */
  end(): void
  /** The last link that was judged. */
  readonly last: ChainPlace
  /** Links that were judged. */
  readonly links: number
  /** Those of them that fit. */
  readonly fitting: number
  /** Those of them whose entries are there. */
  readonly entries: number
  /** Entries that were chained more than an hour after the time that they bear, and the first one's link. */
  readonly late: LateEntries
  /** Links without their entries, by month. */
  readonly missing: ReadonlyMap<string, number>
  /** After the whole chain: what the archives on record say and the links do not bear out. */
  compareArchives(): string[]
}

/** Milliseconds; no transaction of a server lasts as long. */
const longestDelay = 3_600_000

const start: ChainPlace = { number: 0, hash: genesis }

/**
 * @param archives the months whose entries may be missing
 * @param faults takes what does not fit
 */
export function createLinkCheck(
  archives: ReadonlyMap<string, ArchiveRecord>,
  faults: Pick<FaultList, 'add'>,
  from: ChainPlace = start,
): LinkCheck {
  const place = createPlaceCheck(from)
  const entry = createEntryCheck(archives, from)
  const seen = createIdSet()
  const late: LateEntries = { entries: 0, first: undefined }
  let [links, fitting] = [0, 0]
  let held: { link: KeptLink; where: string } | undefined

  function* sentencesAbout(link: KeptLink, next: KeptLink | undefined): Generator<string> {
    yield* place.check(link, next)
    if (seen.add(link.entry_id)) yield* entry.check(link)
    else yield `Entry ${link.entry_id} has two links; the second one is link ${link.number}.`
  }

  function judge(next: KeptLink | undefined): void {
    if (!held) return
    const { link, where } = held
    let fits = true
    for (const sentence of sentencesAbout(link, next)) {
      fits = false
      faults.add(where + sentence)
    }
    links++
    if (fits) fitting++
    if (Date.parse(link.at) - Date.parse(link.entry_at) > longestDelay) {
      late.entries++
      late.first ??= link.number
    }
  }

  return {
    take(link, where = '') {
      judge(link)
      held = { link, where }
    },
    end() {
      judge(undefined)
      held = undefined
    },
    get last() {
      return place.last
    },
    get links() {
      return links
    },
    get fitting() {
      return fitting
    },
    get entries() {
      return entry.count
    },
    late,
    missing: entry.missing,
    compareArchives: entry.compareArchives,
  }
}

/** Each link against the one before it. After a fault it goes on from what the link says of itself. */
function createPlaceCheck(from: ChainPlace) {
  let beforeLast: ChainPlace | undefined
  let last = from
  /** How many numbers the links were moved down by one that was put in, or up by one that was taken out. */
  let moved = 0
  /** Of two links that were exchanged, the latter. */
  let exchanged: ChainPlace | undefined
  const fits = (link: KeptLink, previous: string, by = moved) =>
    hashOf({ ...link, number: link.number - by }, previous) === link.hash

  function sentenceAbout(link: KeptLink, next: KeptLink | undefined): string | undefined {
    const { number } = link
    if (number !== last.number + 1) return sayGap(last.number, number)
    if (exchanged || fits(link, last.hash)) return undefined
    if (beforeLast && fits(link, beforeLast.hash, moved + 1)) {
      moved++
      return `Link ${last.number} was put in: link ${number} follows from link ${beforeLast.number}.`
    }
    if (next && fits(next, last.hash, moved + 1) && fits(link, next.hash, moved - 1)) {
      exchanged = { number: next.number, hash: link.hash, at: next.at }
      return `Links ${number} and ${next.number} were exchanged: the former follows from the latter.`
    }
    const by = next && [moved, moved - 1, moved + 1].find((each) => fits(next, link.hash, each))
    moved = by ?? moved
    return `Link ${number} does not follow from link ${last.number}: its hash is not that of what it says and of the former hash. It was changed or moved, or a link before it was taken out or put in.`
  }

  return {
    *check(link: KeptLink, next: KeptLink | undefined): Generator<string> {
      const { number, at, hash } = link
      const wasExchanged = exchanged
      const sentence = sentenceAbout(link, next)
      if (sentence !== undefined) yield sentence
      if (!exchanged && at < (last.at ?? ''))
        yield `Link ${number} of ${at} is older than link ${last.number} of ${last.at}: the chain's time goes backwards.`
      beforeLast = last
      last = wasExchanged ?? { number, hash, at }
      if (wasExchanged) exchanged = undefined
    },
    get last() {
      return last
    },
  }
}

/** Each entry against its link, or its absence against the archives. */
function createEntryCheck(archives: ReadonlyMap<string, ArchiveRecord>, from: ChainPlace) {
  let count = 0
  const missing = new Map<string, number>()
  const recordIds = new Map([...archives.values()].map(({ id, month }) => [id, month]))
  /** Months whose drop lies before, or, where the walk began later, may lie before. */
  const dropped = new Set<string | undefined>(from.number === 0 ? [] : archives.keys())
  /** Months whose record was found wrong: that is said once, and it explains nothing from there on. */
  const wrong = new Set<string>()

  function sayMissing({ number, entry_at }: KeptLink, which: string): string | undefined {
    const month = entry_at.slice(0, 7)
    const archive = archives.get(month)
    const many = (missing.get(month) ?? 0) + 1
    missing.set(month, many)
    if (wrong.has(month)) return `The ${which} is missing, and the record of an archive of ${month} is wrong.`
    if (!archive)
      return `The ${which} is missing: it was deleted, or its number or time was changed. No archive of ${month} is on record.`
    if (many <= archive.entries && number >= archive.first && number <= archive.last) return undefined
    wrong.add(month)
    return many > archive.entries
      ? `The ${which} is missing, and more entries of ${month} are missing than the ${archive.entries} that were archived.`
      : `The ${which} is missing, and the archive of ${month} that is on record holds links ${archive.first} to ${archive.last} only.`
  }

  return {
    *check(link: KeptLink): Generator<string> {
      const { number, entry_id, entry_at, entry } = link
      const which = `entry ${entry_id} of ${entry_at} (link ${number})`
      if (!entry) {
        const sentence = sayMissing(link, which)
        if (sentence !== undefined) yield sentence
        return
      }
      count++
      const month = entry_at.slice(0, 7)
      const archive = wrong.has(month) ? undefined : archives.get(month)
      // A month is dropped as a whole. A record that explains less than that was made up.
      if (archive && (number <= archive.last || !(dropped.has(month) || archive.id === undefined))) {
        wrong.add(month)
        yield `The ${which} is there, though ${month} is on record as archived and dropped, which takes the whole month: that record (${sayRecord(archive)}) is wrong, and explains no missing entry.`
      }
      dropped.add(recordIds.get(entry_id))
      if (contentOf(entry) !== link.content)
        yield `The ${which} was changed: its fields are not those that the chain holds.`
    },
    get count() {
      return count
    },
    missing,
    compareArchives: () =>
      [...archives.values()].flatMap((archive) => {
        const many = missing.get(archive.month) ?? 0
        return many === archive.entries || wrong.has(archive.month)
          ? []
          : `${archive.month} is on record as archived and dropped with ${archive.entries} entries, but ${many} entries of it are missing: that record (${sayRecord(archive)}) is wrong.`
      }),
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
        block = new Uint32Array(bitsPerBlock >> 5)
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
