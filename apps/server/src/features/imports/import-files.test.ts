import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identifiers } from '@support-console/contract/pasted.facts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inspectFile } from './inspect-file.ts'
import { readLines } from './read-lines.ts'

const header = ['iccid', 'vendorCode', 'sapCompanyId', 'usable']
const [one, two] = ['8932300000000000011', '8932300000000000029']
/** SIM IDs whose prefix names no carrier. */
const ofNoCarrier = identifiers.iccid.map((iccid) => iccid.replace(/^89.{3}/, '89323'))
const row = (iccid: string) => ({ iccid, vendorCode: 'AERIS', sapCompanyId: '100234', usable: true })

/** Text in each encoding that spreadsheets and programs write, with and without its mark. */
const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16 without a mark': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16, the high byte first': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'UTF-16 so, without a mark': (text) => Buffer.from(text, 'utf16le').swap16(),
  'UTF-32': (text) =>
    Buffer.from(Uint32Array.from([...`\ufeff${text}`], (sign) => sign.codePointAt(0) ?? 0).buffer),
  'UTF-32, the high byte first': (text) =>
    Buffer.from(Uint32Array.from([...`\ufeff${text}`], (sign) => sign.codePointAt(0) ?? 0).buffer).swap32(),
}

/** How programs write a cell. */
const writings: Readonly<Record<string, (cell: string) => string>> = {
  plain: (cell) => cell,
  quoted: (cell) => `"${cell}"`,
  guarded: (cell) => `="${cell}"`,
  'guarded and quoted': (cell) => `"=""${cell}"""`,
  'with an apostrophe': (cell) => `'${cell}`,
  'with blanks around it': (cell) => ` ${cell} `,
  'quoted, with blanks around it': (cell) => ` "${cell}" `,
  'with a mark that no one sees': (cell) => `\u202a${cell}\u202c`,
}

describe('D47, D3 a file for the import', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'console-import-files-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function read(content: string | Buffer) {
    const path = join(folder, 'sims.csv')
    writeFileSync(path, content)
    const file = await inspectFile(path)
    const lines = { rows: [] as unknown[], faults: [] as string[] }
    for await (const { good, faults } of readLines(file)) {
      lines.rows.push(...good.map((line) => line.row))
      lines.faults.push(...faults.map(({ line, column, reason }) => `${line} ${column}: ${reason}`))
    }
    return lines
  }
  const refusal = (content: string | Buffer) =>
    read(content).then(
      () => 'taken',
      (error: Error) => error.message,
    )

  it('says the same, however a program writes it', async () => {
    const written = fc.record({
      iccids: fc.uniqueArray(ofNoCarrier, { minLength: 1, maxLength: 4 }),
      encoding: fc.constantFrom(...Object.keys(encodings)),
      separator: fc.constantFrom(',', ';', '\t', '|'),
      hint: fc.constantFrom('', 'sep=', '"sep='),
      writing: fc.constantFrom(...Object.keys(writings)),
      lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
      isEndedLast: fc.boolean(),
      blanks: fc.array(fc.constantFrom('', 'empty', 'spaces', 'zero-width'), { maxLength: 3 }),
      tail: fc.nat({ max: 2 }),
    })
    await fc.assert(
      fc.asyncProperty(written, async (how) => {
        const { iccids, separator, lineEnd } = how
        const write = writings[how.writing] ?? String
        const lineOf = (cells: string[]) => [...cells, ...Array(how.tail).fill('')].join(separator)
        const blank = { empty: '', spaces: ' ', 'zero-width': '\u200b' }
        const lines = [
          ...(how.hint === '' ? [] : [how.hint.startsWith('"') ? `"sep=${separator}"` : `sep=${separator}`]),
          lineOf(header),
          ...iccids.map((iccid) => lineOf([iccid, 'AERIS', '100234', 'true'].map(write))),
          ...how.blanks.map((kind) =>
            kind === ''
              ? ''
              : Array(header.length)
                  .fill(blank[kind as keyof typeof blank])
                  .join(separator),
          ),
        ]
        const text = lines.join(lineEnd) + (how.isEndedLast ? lineEnd : '')
        const said = await read(encodings[how.encoding]?.(text) ?? text)
        expect(said, text).toEqual({ rows: iccids.map(row), faults: [] })
      }),
      { numRuns: 300 },
    )
  })

  it('case 12, 14 lines of separators are none, and the line that names the separator is no header', async () => {
    const lines = [`${one};AERIS;100234;true`, ';;;', ` ; ;${'\u200b'}; `, `${two};AERIS;100234;true`, ';;;']
    expect(await read(`sep=;\r\n${header.join(';')}\r\n${lines.join('\r\n')}\r\n`)).toEqual({
      rows: [row(one), row(two)],
      faults: [],
    })
  })

  it('tells of a line by its number in the file, and quotes nothing that no one sees', async () => {
    expect(await read(`sep=;\n${header.join(';')}\n;;;\n89;AERIS;100234;true\n`)).toMatchObject({
      rows: [],
      faults: ['4 iccid: A SIM ID has 18 to 22 digits'],
    })
  })

  it.each([
    [
      'a workbook',
      Buffer.from('PK\u0003\u0004..........................xl/workbook.xml', 'latin1'),
      /is an Excel workbook; save its sheet as CSV/,
    ],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), /is an old Excel workbook \(\.xls\)/],
    ['a PDF', '%PDF-1.7', /is a PDF/],
    ['a web page that is called a spreadsheet', '\ufeff<html><table>', /is a web page/],
    ['bytes that are no text', Buffer.from([0x69, 0, 0, 0x63, 0, 1]), /is not a text file/],
    [
      'Windows’ own encoding',
      Buffer.from('iccid,vendorCode,panel\ncaf\u00e9,a,b\n', 'latin1'),
      /is not text in UTF-8; save it as CSV in UTF-8/,
    ],
  ])('refuses %s by what it is', async (_what, content, sentence) => {
    expect(await refusal(content)).toMatch(sentence)
  })
})
