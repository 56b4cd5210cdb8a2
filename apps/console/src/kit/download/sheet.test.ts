import { unzipSync } from 'fflate'
import readExcelFile from 'read-excel-file/universal'
import { describe, expect, it } from 'vitest'
import { type Format, fileOfSheet, mostCopiedRows, sheetOfCsv, timeHeading } from './sheet.ts'
import type { Sheet } from './sheet-rows.ts'

const sheet: Sheet = {
  name: 'batch-1',
  columns: [
    { heading: 'ICCID' },
    { heading: 'Begun (UTC+01:00)', kind: 'time' },
    { heading: 'Bytes', kind: 'number' },
  ],
  rows: [
    ['8901170000000000013', '2026-11-21 14:05:00', '7'],
    ['0042', '', 'unknown'],
    ['=1+1', '2026-03-29 02:30:00', '1.5'],
  ],
}
const textOf = async (format: Format, of = sheet) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    await (await fileOfSheet(of, format)).content.arrayBuffer(),
  )

describe('D22, D35 rows as a file', () => {
  it('CSV is UTF-8 with BOM, CRLF, digits as digits, and nothing that a spreadsheet runs', async () => {
    expect(await textOf('csv')).toBe(
      '\ufeffICCID,Begun (UTC+01:00),Bytes\r\n' +
        '8901170000000000013,2026-11-21 14:05:00,7\r\n' +
        '0042,,unknown\r\n' +
        "'=1+1,2026-03-29 02:30:00,1.5\r\n",
    )
    expect((await fileOfSheet(sheet, 'csv')).fileName).toBe('batch-1.csv')
  })

  it('whole 2 a copy has tabs between cells, says when it was made, and runs nothing either', async () => {
    const broken = { ...sheet, rows: [...sheet.rows, ['two\nlines', 'a\ttab', '']] }
    expect((await textOf('txt', broken)).split('\n')).toEqual([
      'ICCID\tBegun (UTC+01:00)\tBytes',
      '8901170000000000013\t2026-11-21 14:05:00\t7',
      '0042\t\tunknown',
      "'=1+1\t2026-03-29 02:30:00\t1.5",
      'two lines\ta tab\t',
      '',
      expect.stringMatching(/^Copied \d{4}-\d\d-\d\d \d\d:\d\d UTC[+−]\d\d:\d\d$/),
    ])
    expect((await fileOfSheet(sheet, 'txt')).copiedRows).toBe(3)
    const long = { ...sheet, rows: Array.from({ length: mostCopiedRows + 1 }, () => ['1', '', '']) }
    await expect(fileOfSheet(long, 'txt')).rejects.toMatchObject({ name: 'TooManyToCopy' })
  })

  it('.xlsx has identifiers as text, times as times and numbers as numbers', async () => {
    const { content, fileName } = await fileOfSheet(sheet, 'xlsx')
    expect([fileName, content.type]).toEqual([
      'batch-1.xlsx',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ])
    const [read] = await readExcelFile(await content.arrayBuffer())
    expect(read?.data).toEqual([
      ['ICCID', 'Begun (UTC+01:00)', 'Bytes'],
      ['8901170000000000013', new Date('2026-11-21T14:05:00Z'), 7],
      ['0042', null, 'unknown'],
      ['=1+1', new Date('2026-03-29T02:30:00Z'), 1.5],
    ])
    const xml = new TextDecoder().decode(
      unzipSync(new Uint8Array(await content.arrayBuffer()))['xl/worksheets/sheet1.xml'],
    )
    expect(xml).not.toContain('<f>')
    expect(xml).not.toContain('8901170000000000013')
  })

  it('D44 a local time’s offset stands in the cell of a CSV file, and in the head of .xlsx', async () => {
    const local: Sheet = {
      name: 'log',
      columns: [{ heading: 'SimId' }, { heading: 'LocalDate', kind: 'localTime' }],
      rows: [
        ['0042', '2026-10-25 02:30:00 +02:00'],
        ['0043', '2026-10-25 02:30:00 -01:00'],
        ['0044', ''],
      ],
    }
    expect(await textOf('csv', local)).toBe(
      '\ufeffSimId,LocalDate\r\n0042,2026-10-25 02:30:00 +02:00\r\n0043,2026-10-25 02:30:00 -01:00\r\n0044,\r\n',
    )
    const [read] = await readExcelFile(await (await fileOfSheet(local, 'xlsx')).content.arrayBuffer())
    expect(read?.data).toEqual([
      ['SimId', 'LocalDate (UTC+02:00, UTC−01:00)'],
      ['0042', new Date('2026-10-25T02:30:00Z')],
      ['0043', new Date('2026-10-25T02:30:00Z')],
      ['0044', null],
    ])
  })

  it('.xlsx leaves out what XML cannot hold, and shortens what no cell can', async () => {
    const odd = {
      ...sheet,
      columns: [{ heading: 'Text' }],
      rows: [['a\u0000b\ud800<&>"😀é\u000b'], ['x'.repeat(40_000)]],
    }
    const [read] = await readExcelFile(await (await fileOfSheet(odd, 'xlsx')).content.arrayBuffer())
    expect(read?.data.slice(1)).toEqual([['ab<&>"😀é'], [`${'x'.repeat(32_766)}…`]])
  })

  it('.xlsx with more rows than a browser can make of it is none', async () => {
    const rows = Array.from({ length: 500_001 }, () => ['1', '', ''])
    await expect(fileOfSheet({ ...sheet, rows }, 'xlsx')).rejects.toMatchObject({ name: 'SheetTooLarge' })
  })

  it('a CSV file of the server’s becomes a sheet again', async () => {
    const text = '\ufeffSimId,Company,Amount\r\n8901170000000000013,"\'=Harbor, ""A""",12.50\r\n'
    const file = { content: new Blob([text]), fileName: 'billing-report-2020-08.csv' }
    expect(await sheetOfCsv(file, ['Amount'])).toEqual({
      name: 'billing-report-2020-08',
      columns: [{ heading: 'SimId' }, { heading: 'Company' }, { heading: 'Amount', kind: 'number' }],
      rows: [['8901170000000000013', '=Harbor, "A"', '12.50']],
    })
  })

  it('the heading of a time names its zone, or both where the clocks were changed between', () => {
    expect(timeHeading('LocalDate', ['UTC+01:00', 'UTC+01:00'])).toBe('LocalDate (UTC+01:00)')
    expect(timeHeading('LocalDate', ['UTC+02:00', 'UTC+01:00'])).toBe('LocalDate (UTC+02:00, UTC+01:00)')
    expect(timeHeading('LocalDate', [])).toBe('LocalDate')
  })
})
