/**
 * In which Unicode encoding a text file is. Imports nothing, so that the console can carry it without the schemas.
 */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be'

const marks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Where the zeros of ASCII characters stand in each, for files without a byte order mark. */
const zeros: readonly (readonly [Encoding, number, readonly number[]])[] = [
  ['utf-32le', 4, [1, 2, 3]],
  ['utf-32be', 4, [0, 1, 2]],
  ['utf-16le', 2, [1]],
  ['utf-16be', 2, [0]],
]
const looked = 64

/** By its byte order mark, or by where its zeros stand; UTF-8 else. */
export function encodingOf(first: Uint8Array): Encoding {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => first[at] === byte))
  if (marked) return marked[0]
  const bytes = first.subarray(0, Math.min(looked, first.length - (first.length % 4)))
  if (bytes.length === 0) return 'utf-8'
  return (
    zeros.find(([, size, places]) =>
      bytes.every((byte, at) => (byte === 0) === places.includes(at % size)),
    )?.[0] ?? 'utf-8'
  )
}

/**
 * Decodes a file piece by piece, without its byte order mark.
 * @throws TypeError where it is not in this encoding
 */
export function createDecoder(encoding: Encoding): { decode(piece: Uint8Array, isLast: boolean): string } {
  if (encoding === 'utf-32le' || encoding === 'utf-32be') return wideDecoder(encoding === 'utf-32le')
  const decoder = new TextDecoder(encoding, { fatal: true })
  return { decode: (piece, isLast) => decoder.decode(piece, { stream: !isLast }) }
}

/** UTF-32, which browsers do not know. */
function wideDecoder(isLittle: boolean): ReturnType<typeof createDecoder> {
  let rest = new Uint8Array()
  let isFirst = true
  return {
    decode(piece, isLast) {
      const bytes = new Uint8Array(rest.length + piece.length)
      bytes.set(rest)
      bytes.set(piece, rest.length)
      const view = new DataView(bytes.buffer)
      let text = ''
      let at = 0
      for (; at + 4 <= bytes.length; at += 4) {
        const code = view.getUint32(at, isLittle)
        if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
          throw new TypeError('no character of UTF-32')
        if (!(isFirst && code === 0xfeff)) text += String.fromCodePoint(code)
        isFirst = false
      }
      rest = bytes.slice(at)
      if (isLast && rest.length > 0) throw new TypeError('half a character at the end')
      return text
    },
  }
}
