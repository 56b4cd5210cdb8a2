import { createDecoder, encodingOf } from '@support-console/contract/encoding'
import { Parser } from 'saxen'
import { longestToken, mostDepth } from './limits.ts'
import { damaged, FileRefused } from './refused.ts'

/** Who reads a part of a workbook. Names of elements and attributes come without their namespaces. */
export interface Listener {
  open?(name: string, attributes: () => Attributes): void
  close?(name: string): void
  text?(text: string): void
  /** Changes a piece of XML before it is read. */
  prepare?(xml: string): string
  /** Whether the rest of the part would change nothing. */
  hasEnough?(): boolean
}
export type Attributes = Readonly<Record<string, string>>

/**
 * Reads a part as its pieces come.
 * @param goesOn is asked before each piece, and throws where nothing shall follow
 * @throws FileRefused
 */
export async function readXml(
  pieces: AsyncIterable<Uint8Array<ArrayBuffer>>,
  listener: Listener,
  goesOn: () => void,
): Promise<void> {
  const parser = new Parser()
  /** Characters since the last sign: what never ends would be looked at again with each piece. */
  let unread = 0
  let depth = 0
  const sign = () => {
    unread = 0
  }
  parser.on('openTag', (name, attributesOf) => {
    sign()
    depth++
    if (depth > mostDepth) throw damaged()
    listener.open?.(withoutPrefix(name), () => attributesIn(attributesOf()))
  })
  parser.on('closeTag', (name) => {
    sign()
    depth--
    listener.close?.(withoutPrefix(name))
  })
  parser.on('text', (text) => {
    sign()
    listener.text?.(withoutEntities(text))
  })
  parser.on('cdata', (text) => {
    sign()
    listener.text?.(text)
  })
  for (const other of ['comment', 'question', 'attention'] as const) parser.on(other, sign)
  parser.on('error', (error) => {
    throw error
  })
  let decoder: ReturnType<typeof createDecoder> | undefined
  try {
    for await (const piece of pieces) {
      goesOn()
      decoder ??= decoderOf(piece)
      const xml = decoder.decode(piece, false)
      unread += xml.length
      parser.write(listener.prepare?.(xml) ?? xml)
      if (unread > longestToken) throw damaged()
      if (listener.hasEnough?.()) return
    }
    parser.end()
  } catch (error) {
    throw error instanceof FileRefused ? error : damaged(error)
  }
}

/** Unicode, where a part does not say another: <?xml version="1.0" encoding="ISO-8859-1"?> */
function decoderOf(first: Uint8Array): ReturnType<typeof createDecoder> {
  const encoding = encodingOf(first)
  const head = new TextDecoder('latin1').decode(first.subarray(0, 200))
  const [, declared] = /^<\?xml[^>]*\sencoding=["']([\w.:-]+)["']/.exec(head) ?? []
  if (encoding !== 'utf-8' || declared === undefined || /^utf-?(?:8|16)/i.test(declared))
    return createDecoder(encoding)
  const decoder = new TextDecoder(declared, { fatal: true })
  return { decode: (piece, isLast) => decoder.decode(piece, { stream: !isLast }) }
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

function attributesIn(attributes: Attributes | false): Attributes {
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(attributes || {}))
    plain[withoutPrefix(name)] = withoutEntities(value)
  return plain
}

const entities: Readonly<Record<string, string>> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' }

function withoutEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return entities[name] ?? (code <= 0x10ffff ? String.fromCodePoint(code) : whole)
  })
}
