import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { neutraliseCell, restoreCell } from '@support-console/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCsv } from '../testing/parse-csv.ts'
import { csvOf } from './csv.ts'

type Row = [string, string | number]
const columns = [
  { header: 'First', cell: (row: Row) => row[0] },
  { header: 'Second, odd "heading"', cell: (row: Row) => row[1] },
]

async function* rowsOf(rows: Row[]) {
  yield* rows
}

// Not `text`, which would drop the BOM.
const csv = async (rows: Row[]) => (await buffer(csvOf(columns, rowsOf(rows)))).toString('utf8')

/** Cells as users and carriers may write them: anything, with what is dangerous well represented. */
const cell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '＝',
      '＠',
      '\t',
      '\r',
      '\n',
      '\0',
      "'",
      '"',
      ',',
      ';',
      'a',
      '1',
      ' ',
      '\ufeff',
    ),
  }),
)

describe('D22, R31 CSV files', () => {
  it('are UTF-8 with BOM and CRLF, quoted as in RFC 4180', async () => {
    expect(
      await csv([
        ['plain', 7],
        ['with, comma', 'with "quotes"'],
        ['two\nlines', 'a\rb'],
        ['Grüße', '日本'],
      ]),
    ).toBe(
      '\ufeffFirst,"Second, odd ""heading"""\r\n' +
        'plain,7\r\n' +
        '"with, comma","with ""quotes"""\r\n' +
        '"two\nlines","a\rb"\r\n' +
        'Grüße,日本\r\n',
    )
  })

  it('hold the headings alone when there is no row', async () => {
    expect(await csv([])).toBe('\ufeffFirst,"Second, odd ""heading"""\r\n')
  })

  const dangerous = ['=1+1', '+15550100123', '-2', '@SUM(A1)', '\tx', '\rx', '\nx', '\0x', "'=1", "''+1"]
  it.each([...dangerous, '＝1', '＋1', '－2', '＠SUM(A1)'])(
    'neutralise %j with an apostrophe, and take it off again on import',
    (dangerous) => {
      expect(neutraliseCell(dangerous)).toBe(`'${dangerous}`)
      expect(restoreCell(neutraliseCell(dangerous))).toBe(dangerous)
    },
  )

  it.each(['', 'a=1', "'quoted'", '8901170000000000013', "'", ' =1'])('leave %j as it is', (harmless) => {
    expect(neutraliseCell(harmless)).toBe(harmless)
    expect(restoreCell(harmless)).toBe(harmless)
  })

  it('never begin a cell dangerously, and lose nothing, whatever the text', () => {
    fc.assert(
      fc.property(cell, (value) => {
        const safe = neutraliseCell(value)
        expect(safe).not.toMatch(/^[=+\-@\t\r\n\0＝＋－＠]/)
        expect(restoreCell(safe)).toBe(value)
      }),
      { numRuns: 2000 },
    )
  })

  it('read back by a parser are what was written, whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { maxLength: 20 }), async (rows) => {
        const [headings, ...read] = parseCsv(await csv(rows))
        expect(headings).toEqual(['First', 'Second, odd "heading"'])
        expect(read.map((row) => row.map(restoreCell))).toEqual(rows)
      }),
      { numRuns: 200 },
    )
  })

  it('are read no faster than they are taken: memory stays flat', async () => {
    let made = 0
    async function* endless(): AsyncGenerator<Row> {
      for (;;) yield [`row ${made++}`, 'x'.repeat(1000)]
    }
    const file = csvOf(columns, endless())
    let taken = 0
    for await (const chunk of file as Readable) {
      taken += (chunk as Buffer).length
      if (taken > 2_000_000) break
    }
    expect(made).toBeLessThan(2_000_000 / 1000 + 500)
  })

  it('break off when the rows fail, instead of ending as if they were whole', async () => {
    async function* failing(): AsyncGenerator<Row> {
      yield ['one', 1]
      throw new Error('the database went away')
    }
    await expect(buffer(csvOf(columns, failing()))).rejects.toThrow('the database went away')
  })
})
