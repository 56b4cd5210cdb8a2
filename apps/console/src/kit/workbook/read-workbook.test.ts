import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import writeExcelFile from 'write-excel-file/universal'
import { readWorkbook } from './read-workbook.ts'
import { unpack } from './unpack.ts'
import { withDeclaredSize, workbookOf } from './workbook-file.facts.ts'

const rowsOf = async (sheetData: string) => (await readWorkbook(workbookOf(sheetData)))[0]?.rows
const refusalOf = (bytes: Uint8Array) =>
  readWorkbook(bytes).then(
    () => 'taken',
    (error: Error) => `${error.name}: ${error.message}`,
  )
const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`

describe('D35 a workbook', () => {
  it('is read with all its sheets, as a program writes them', async () => {
    const written = await writeExcelFile([
      { data: [['Read me']], sheet: 'Notes' },
      {
        data: [
          ['ICCID', 'Sent'],
          [
            '8901170000000000013',
            { value: new Date('2026-11-20T00:00:00Z'), type: Date, format: 'yyyy-mm-dd' },
          ],
          [
            '8901170000000000021',
            { value: new Date('2026-11-20T09:30:00Z'), type: Date, format: 'yyyy-mm-dd hh:mm' },
          ],
        ],
        sheet: 'Swap list',
      },
    ]).toBlob()
    expect(await readWorkbook(new Uint8Array(await written.arrayBuffer()))).toEqual([
      { name: 'Notes', rows: [['Read me']] },
      {
        name: 'Swap list',
        rows: [
          ['ICCID', 'Sent'],
          ['8901170000000000013', '2026-11-20'],
          ['8901170000000000021', '2026-11-20 09:30:00'],
        ],
      },
    ])
  })

  it.each([
    ['a SIM ID as a number, however it is written there', '<v>8.9011700000000003E+18</v>', '8.90117E+18'],
    ['with all its digits, of which a spreadsheet has kept 15', '<v>8901170000000000000</v>', '8.90117E+18'],
    ['the shortest such number', '<v>1000000000000000</v>', '1.00000E+15'],
    ['15 digits, which are all there', '<v>356938035643809</v>', '356938035643809'],
    ['a fraction', '<v>0.30000000000000004</v>', '0.30000000000000004'],
  ])('tells numbers that have lost digits: %s', async (_what, cell, expected) => {
    expect(await rowsOf(`<row r="1"><c r="A1">${cell}</c></row>`)).toEqual([[expected]])
  })

  it('gives each kind of cell as text, and gaps as empty ones', async () => {
    const cells = [
      text('A2', ' words '),
      '<c r="C2" t="b"><v>1</v></c>',
      '<c r="D2" s="1"><v>46346.395833333336</v></c>',
      '<c r="E2" t="e"><v>#N/A</v></c>',
      '<c r="F2" t="str"><f>A1</f><v>of a formula</v></c>',
    ]
    expect(await rowsOf(`<row r="2">${cells.join('')}</row>`)).toEqual([
      ['', '', '', '', '', ''],
      ['words', '', 'TRUE', '2026-11-20 09:30:00', '', 'of a formula'],
    ])
  })

  it('takes as many rows as may be', async () => {
    expect(await rowsOf(`<row r="20000">${text('A20000', 'x')}</row>`)).toHaveLength(20_000)
    expect(await refusalOf(workbookOf(`<row r="20001">${text('A20001', 'x')}</row>`))).toMatch(/row 20,001/)
  })

  const good = workbookOf(`<row r="1">${text('A1', '8901170000000000013')}</row>`)
  const compound = (words: string) =>
    new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Buffer.from(words, 'utf16le')])
  it.each([
    ['an encrypted one', compound('EncryptedPackage'), /protected by a password/],
    ['one of Excel’s old kind', compound('Workbook'), /old kind \(\.xls\)/],
    ['half of one', good.slice(0, good.length / 2), /damaged/],
    ['another archive', zipSync({ 'a.txt': strToU8('x') }), /damaged/],
    ['one without a sheet', zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') }), /damaged/],
    ['a file of eleven megabytes', new Uint8Array(11 * 1024 * 1024).fill(7), /too big/],
    [
      'a million rows',
      workbookOf(`<row r="1">${text('A1', 'x')}</row><row r="1048576"/>`),
      /Sheet sheet1 reaches down to row 1,048,576; at most 20,000 are read/,
    ],
    ['a million rows without numbers', workbookOf('<row/>'.repeat(1_000_000)), /down to row 1,000,000/],
    [
      'a cell far to the right',
      workbookOf(`<row r="9000">${text('XFD9000', 'x')}</row>`),
      /too far to the right/,
    ],
    ['a place beyond all sheets', workbookOf('<row r="99999999999"/>'), /damaged/],
    ['a place in other words', workbookOf('<row r="&#57;&#57;&#57;&#57;&#57;&#57;"/>'), /damaged/],
  ])('refuses %s in words', async (_what, bytes, sentence) => {
    expect(await refusalOf(bytes)).toMatch(sentence)
    expect(await refusalOf(bytes)).toMatch(/^WorkbookRefused: /)
  })

  describe('that is a bomb', () => {
    const part = 'xl/worksheets/sheet1.xml'
    const bomb = workbookOf(' '.repeat(300_000_000))

    it('is refused by what it says of its size, and by what comes out where it lies', async () => {
      expect(bomb.length).toBeLessThan(400_000)
      expect(await refusalOf(bomb)).toMatch(/too big/)
      expect(await refusalOf(withDeclaredSize(bomb, part, 1000))).toMatch(/too big/)
    })

    it('is left as soon as too much has come out', () => {
      const before = process.memoryUsage().arrayBuffers
      expect(() => unpack(withDeclaredSize(bomb, part, 1000))).toThrow(/^$/)
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150_000_000)
    })
  })
})
