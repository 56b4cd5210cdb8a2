import { describe, expect, it } from 'vitest'
import { createDecoder, type Encoding, encodingOf } from './encoding.ts'
import { fileKindOf } from './file-kind.ts'

const text = 'Kunde;ICCID\nMüller €😀;8901\n'
const of32 = (marked: string) =>
  Buffer.from(Uint32Array.from([...marked], (sign) => sign.codePointAt(0) ?? 0).buffer)
const files: readonly (readonly [Encoding, string, Uint8Array])[] = [
  ['utf-8', 'without a mark', Buffer.from(text)],
  ['utf-8', 'with its mark', Buffer.from(`\ufeff${text}`)],
  ['utf-16le', 'without a mark', Buffer.from(text.padStart(text.length + 32), 'utf16le')],
  ['utf-16le', 'with its mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['utf-16be', 'with its mark', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ['utf-32le', 'with its mark', of32(`\ufeff${text}`)],
  ['utf-32be', 'with its mark', of32(`\ufeff${text}`).swap32()],
]

describe('D47 a text file', () => {
  it.each(files)('is %s %s, and is read piece by piece', (encoding, _mark, bytes) => {
    expect(encodingOf(bytes)).toBe(encoding)
    const decoder = createDecoder(encoding)
    let read = ''
    for (let at = 0; at < bytes.length; at += 3) read += decoder.decode(bytes.subarray(at, at + 3), false)
    expect((read + decoder.decode(new Uint8Array(), true)).trimStart()).toBe(text)
    expect(fileKindOf(bytes)).toBe('text')
  })

  it.each([
    ['utf-8', [0xe9, 0x2c]],
    ['utf-16le', [0x00, 0xd8, 0x41, 0x00]],
    ['utf-32le', [0x00, 0x00, 0x11, 0x00]],
    ['utf-32be', [0x00, 0x00, 0x00]],
  ] as const)('is none where its bytes are not %s', (encoding, bytes) => {
    expect(() => createDecoder(encoding).decode(new Uint8Array(bytes), true)).toThrow(TypeError)
  })

  it.each(['', 'a', 'ab', 'abc', 'abcd', 'abcde'])(
    'D47 %j is too short to be anything but UTF-8',
    (short) => {
      expect(encodingOf(Buffer.from(short))).toBe('utf-8')
    },
  )

  it.each(['utf-32le', 'utf-32be'] as const)(
    'D47 the mark of %s counts at the beginning alone',
    (encoding) => {
      const bytes = of32('\ufeffa\ufeff\ufeffb')
      const decoder = createDecoder(encoding)
      const given = encoding === 'utf-32le' ? bytes : bytes.swap32()
      expect(decoder.decode(given.subarray(0, 12), false) + decoder.decode(given.subarray(12), true)).toBe(
        'a\ufeff\ufeffb',
      )
      expect(
        createDecoder(encoding).decode(of32('b').subarray(0, encoding === 'utf-32le' ? 4 : 0), true),
      ).toBe(encoding === 'utf-32le' ? 'b' : '')
    },
  )

  it.each([
    [0xd7ff, true],
    [0xd800, false],
    [0xdfff, false],
    [0xe000, true],
    [0x10ffff, true],
    [0x110000, false],
  ])('D47 %i is a character of UTF-32: %s', (code, isOne) => {
    const decode = () => createDecoder('utf-32le').decode(new Uint8Array(Uint32Array.of(code).buffer), true)
    if (isOne) expect(decode()).toBe(String.fromCodePoint(code))
    else expect(decode).toThrow(TypeError)
  })

  const zip = (names: string) => `PK\u0003\u0004${'.'.repeat(26)}${names}`
  const compound = (name: string) => `\u00d0\u00cf\u0011\u00e0....${[...name].join('\0')}`
  it.each([
    ['workbook', zip('[Content_Types].xml....xl/workbook.xml')],
    ['workbook', zip('_rels\\.rels....xl\\workbook.xml')],
    ['binary-workbook', zip('xl/workbook.bin')],
    ['open-document', zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet')],
    ['document', zip('mimetypeapplication/vnd.oasis.opendocument.text')],
    ['document', zip('[Content_Types].xml....word/document.xml')],
    ['numbers', zip('Index/Document.iwa')],
    ['archive', zip('list.csv')],
    ['old-workbook', compound('Workbook')],
    ['protected-workbook', compound('EncryptedPackage')],
    ['document', compound('WordDocument')],
    ['pdf', '%PDF-1.7'],
    ['picture', '\u0089PNG'],
    ['web-page', '\u00ef\u00bb\u00bf\r\n<HTML xmlns:x="urn:schemas-microsoft-com:office:excel">'],
    ['xml-workbook', '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>'],
    ['xml-workbook', '<?mso-application progid="Excel.Sheet"?>'],
    ['web-page', '<?xml version="1.0"?><html>'],
    ['web-page', '<!DOCTYPE html><p>'],
    ['text', 'ICCID <?mso-application?>'],
    ['text', 'ICCID <?xml?>'],
    ['text', 'ICCID <table>'],
    ['document', '{\\rtf1'],
    ['text', 'ICCID\n8901'],
    ['text', ''],
  ] as const)('D47 %s: %j', (kind, bytes) => {
    expect(fileKindOf(Buffer.from(bytes, 'latin1'))).toBe(kind)
  })
})
