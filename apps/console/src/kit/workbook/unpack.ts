import { Unzip, UnzipInflate, zipSync } from 'fflate'

/** A workbook's parts, by their paths. */
export type Parts = Record<string, Uint8Array<ArrayBuffer>>

/** Of all parts together once they are unpacked, in bytes: a list of a hundred SIMs needs some kilobytes. */
const mostUnpacked = 24 * 1024 * 1024
/** How much is unpacked at once. It can grow a thousandfold, so it must be little for the limit to come in time. */
const pieceSize = 8 * 1024

/** What the sheets' cells do not need: pictures, themes, charts, and tables over other tables. */
const unneeded =
  /^(?:docProps|customXml)\/|^xl\/(?:pivot|external|drawings|charts|media|theme|comments|ctrlProps)/

/** More comes out of a workbook than anybody's list needs. */
export class UnpacksTooLarge extends Error {
  override name = 'UnpacksTooLarge'
}

/**
 * The XML parts of a workbook. What it says of its sizes is believed where it is too much already, and counted while
 * it is unpacked.
 * @throws UnpacksTooLarge; other errors where it is damaged
 */
export function unpack(archive: Uint8Array): Parts {
  const pieces = new Map<string, Uint8Array[]>()
  const open = new Set<string>()
  let unpacked = 0
  const unzip = new Unzip((file) => {
    if (!/\.(?:xml|rels)$/.test(file.name) || unneeded.test(file.name)) return
    if (unpacked + (file.originalSize ?? 0) > mostUnpacked) throw new UnpacksTooLarge()
    const own: Uint8Array[] = []
    pieces.set(file.name, own)
    open.add(file.name)
    file.ondata = (error, data, isLast) => {
      if (error) throw error
      unpacked += data.length
      if (unpacked > mostUnpacked) throw new UnpacksTooLarge()
      own.push(data)
      if (isLast) open.delete(file.name)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < archive.length; at += pieceSize)
    unzip.push(archive.subarray(at, at + pieceSize), at + pieceSize >= archive.length)
  if (open.size > 0) throw new Error(`${[...open].join(', ')} ends too early`)
  return Object.fromEntries([...pieces].map(([name, own]) => [name, joined(own)]))
}

/** The parts as an archive that needs no unpacking: whoever reads it has nothing left to inflate. */
export const packedPlainly = (parts: Parts): ArrayBuffer => zipSync(parts, { level: 0 }).buffer as ArrayBuffer

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
