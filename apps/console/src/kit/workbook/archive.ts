import { mostParts, mostUnpacked } from './limits.ts'
import { damaged, FileRefused, text } from './refused.ts'

/** A part of an archive, as its directory has it. */
interface Part {
  flags: number
  method: number
  /** Where its header begins, and how long what is packed behind it is. */
  at: number
  packed: number
}

const stored = 0
const deflated = 8
const isEncrypted = 1

/**
 * The parts of an .xlsx file (ZIP), by the directory at its end, as spreadsheets find them. What it says of their sizes
 * counts for nothing: what comes out is counted.
 */
export class Archive {
  readonly #view: DataView<ArrayBuffer>
  readonly #parts: ReadonlyMap<string, Part>
  #unpacked = 0

  /** @throws FileRefused */
  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    try {
      this.#parts = partsIn(this.#view)
    } catch (error) {
      throw error instanceof FileRefused ? error : damaged(error)
    }
  }

  /**
   * What comes out of a part, piece by piece; undefined where there is none of this name.
   * @throws FileRefused
   */
  read(name: string): AsyncGenerator<Uint8Array<ArrayBuffer>> | undefined {
    const part = this.#parts.get(nameOf(name))
    return part && this.#piecesOf(part)
  }

  async *#piecesOf({ flags, method, at, packed }: Part): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    if (flags & isEncrypted) throw new FileRefused(text('Protected'))
    if (method !== stored && method !== deflated) throw damaged()
    try {
      const view = this.#view
      if (view.getUint32(at, true) !== 0x04034b50) throw damaged()
      const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
      if (from + packed > view.byteLength) throw damaged()
      const blob = new Blob([new Uint8Array(view.buffer, view.byteOffset + from, packed)])
      const stream: ReadableStream<Uint8Array<ArrayBuffer>> = blob.stream()
      const plain = method === stored ? stream : stream.pipeThrough(new DecompressionStream('deflate-raw'))
      const reader = plain.getReader()
      try {
        for (;;) {
          const { done, value } = await reader.read()
          if (done) return
          this.#unpacked += value.length
          if (this.#unpacked > mostUnpacked) throw new FileRefused(text('TooBig'))
          yield value
        }
      } finally {
        // What was not read is not unpacked either.
        void reader.cancel().catch(() => undefined)
      }
    } catch (error) {
      throw error instanceof FileRefused ? error : damaged(error)
    }
  }
}

/** Windows programs write backslashes, and capitals count for nothing. */
const nameOf = (path: string): string => path.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

/** @throws RangeError, FileRefused where the directory leads nowhere */
function partsIn(view: DataView): Map<string, Part> {
  let { count, at } = directoryOf(view)
  if (count > mostParts) throw new FileRefused(text('TooBig'))
  const parts = new Map<string, Part>()
  for (; count > 0; count--) {
    if (view.getUint32(at, true) !== 0x02014b50) throw damaged()
    const [nameLength, extraLength] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)]
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength))
    const part = {
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      ...placeOf(view, at, { from: at + 46 + nameLength, length: extraLength }),
    }
    parts.set(nameOf(name), part)
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true)
  }
  return parts
}

const wide = 0xffffffff

/** Where the directory stands and how many parts it has: before a comment at the end of the file. */
function directoryOf(view: DataView): { count: number; at: number } {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 0xffff); at--) {
    if (view.getUint32(at, true) !== 0x06054b50) continue
    const directory = { count: view.getUint16(at + 10, true), at: view.getUint32(at + 16, true) }
    if (directory.at !== wide && directory.count !== 0xffff) return directory
    // ZIP64, which some programs write whatever the size.
    const record = Number(view.getBigUint64(at - 20 + 8, true))
    return {
      count: Number(view.getBigUint64(record + 32, true)),
      at: Number(view.getBigUint64(record + 48, true)),
    }
  }
  throw damaged()
}

/** How long a part is and where it begins. What does not fit into 32 bits stands in an extra field, in this order (ZIP64). */
function placeOf(view: DataView, entry: number, extra: { from: number; length: number }) {
  const [packed, size, at] = [20, 24, 42].map((place) => view.getUint32(entry + place, true)) as [
    number,
    number,
    number,
  ]
  if (packed !== wide && at !== wide) return { packed, at }
  let from = extra.from
  while (from < extra.from + extra.length && view.getUint16(from, true) !== 1)
    from += 4 + view.getUint16(from + 2, true)
  const next = () => {
    from += 8
    return Number(view.getBigUint64(from - 4, true))
  }
  if (size === wide) next()
  return { packed: packed === wide ? next() : packed, at: at === wide ? next() : at }
}
