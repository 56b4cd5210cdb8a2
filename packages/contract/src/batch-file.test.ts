import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readBatchFile } from './batch-file.ts'
import {
  batchResultHeadings,
  longestOtherCell,
  longestOtherHeading,
  mostOtherColumns,
} from './batch-file.words.ts'
import { isShortened, isSim, isSpacedSim } from './batch-list.ts'

const one = '8901170000000000013'
const two = '8914800000000000014'
const three = '8932300000000000011'
const sims = (count: number) =>
  Array.from({ length: count }, (_, at) => String(8901170000000010000n + BigInt(at)))

/** As East Asian keyboards type it. */
const wide = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))

function listOf(text: string) {
  const list = readBatchFile(text)
  if ('refusal' in list) throw new Error(list.refusal)
  return list
}
const entriesOf = (text: string) => listOf(text).entries.map(({ iccid }) => iccid)
function refusalOf(text: string): string {
  const list = readBatchFile(text)
  return 'refusal' in list ? list.refusal : `taken: ${list.entries.map(({ iccid }) => iccid).join()}`
}

describe('D23 a list without columns', () => {
  it.each([
    ['new lines', `${one}\n${two}\n`],
    ['Windows line ends', `${one}\r\n${two}\r\n`],
    ['old Mac line ends', `${one}\r${two}`],
    ['commas', `${one},${two}`],
    ['semicolons', `${one};${two};`],
    ['white space', `  ${one}\t${two} `],
    ['commas, semicolons and tabs', `${one}, ;\t${two}, ;\t`],
    ['a byte order mark', `\uFEFF${one}\n${two}`],
    ['a header', `ICCID\n${one}\n${two}`],
    ['a header of any words', `The SIMs of Harbor\n${one}\n${two}`],
    ['a header of any words after empty lines', `\n \nThe SIMs of Harbor\n${one}\n${two}`],
    ['a header of several cells after empty lines', `\n\nSIM;"Serial no."\r\n${one}\r\n${two}`],
    ['quotes', `"${one}"\n'${two}'`],
    ['dashes and a filler', `8901-1700-0000-0000-013\n${two}F`],
  ])('takes %s', (_what, text) => {
    expect(entriesOf(text)).toEqual([one, two])
    expect(listOf(text).duplicates).toBe(0)
  })

  it('takes a hundred, the most that are taken (9), and more where it is the same SIM', () => {
    expect(entriesOf(sims(100).join('\r\n'))).toEqual(sims(100))
    expect(listOf(Array(150).fill(one).join('\n'))).toMatchObject({ duplicates: 149 })
  })

  it('counts duplicates, however they are written, and keeps the order', () => {
    const text = `${two}\n${one}\n"${two}"\n8901 `
    expect(entriesOf(text)).toEqual([two, one, '8901'])
    expect(listOf(text).duplicates).toBe(1)
  })

  it('keeps what is no ICCID, for a row that says so, and shortens what is very long', () => {
    expect(entriesOf(`${one}\nabc1\n${'9'.repeat(500)}`)).toEqual([one, 'abc1', `${'9'.repeat(40)}…`])
    expect(refusalOf('hello\nworld')).toMatch(/contains no SIM ID/)
    expect(listOf(`${one},`).entries).toEqual([{ iccid: one, other: [] }])
    expect(entriesOf(`${one},${two}\n8901,${three}`)).toEqual([one, two, '8901', three])
  })

  it.each([
    ['nothing', '', /contains no SIM ID/],
    ['white space and quotes', ' \r\n "" ;;, ', /contains no SIM ID/],
    ['a header alone', 'ICCID;Company\n', /contains no SIM ID/],
    ['101 SIMs', sims(101).join('\n'), /holds 101 SIMs; at most 100/],
    ['a PDF', '%PDF-1.7\n1 0 obj', /not a text file/],
    ['NUL', `${one}\u0000`, /not a text file/],
    ['the escape character', `${one}\u001b`, /not a text file/],
    ['half a character', `${one}\ud800`, /not a text file/],
    ['bytes that are no UTF-8', `PK\u0003\u0004\ufffd\ufffd`, /not a text file/],
    ['a file of megabytes', `${one}\n`.repeat(2_500_000), /too big: 50\.0 MB/],
    ['far too much', '1'.repeat(200_001), /too big: 201 kB\. A hundred SIM IDs need less than 4 kB/],
  ])('refuses %s whole', (_what, text, sentence) => {
    expect(refusalOf(text)).toMatch(sentence)
    expect(refusalOf(text)).toMatch(/ Nothing was taken from it\.$/)
  })
})

describe('D23 what is a SIM ID in a list', () => {
  it('may be what a spreadsheet makes of a long number, and nothing around it', () => {
    for (const text of ['9e18', '8.90117E+18', '8,9e18', '9E+21']) expect(isShortened(text), text).toBe(true)
    for (const text of ['x9e18', '9e18x', '9e8', '9e180', '89e18', '9.e18', '9e-18', 'e18'])
      expect(isShortened(text), text).toBe(false)
  })

  it('has a digit, and at most two hundred characters with what is around it', () => {
    const around = (length: number) => one.padEnd(length)
    expect([around(200), around(201), '9e18', '9e1', 'iccid', '12345'].map(isSim)).toEqual([
      true,
      false,
      true,
      false,
      false,
      false,
    ])
  })

  it('is one with gaps where it begins as SIM IDs do', () => {
    expect(
      ['8901 1700 0000 0000 013', ` ${two} `, '123456789 123456789', '123456789123456789'].map(isSpacedSim),
    ).toEqual([true, true, false, true])
  })

  it('is looked for in 200,000 characters at most', () => {
    const most = `${one}\n`.repeat(10_000)
    expect(entriesOf(most)).toEqual([one])
    expect(listOf(most).duplicates).toBe(9999)
    expect(refusalOf(`${most} `)).toMatch(/^The list is too big: 201 kB\./)
    expect(refusalOf('1'.repeat(999_999))).toMatch(/too big: 1000 kB\./)
    expect(refusalOf('1'.repeat(1_000_000))).toMatch(/too big: 1\.0 MB\./)
  })
})

describe('D47 a list as other programs and documents write it', () => {
  it.each([
    ['case 7 one column of guarded digits', `ICCID\r\n="${one}"\r\n="${two}"\r\n`],
    ['case 7 guarded digits beside another column', `Customer,ICCID\nHarbor,="${one}"\nPier,="${two}"\n`],
    ['case 7 guarded digits, quoted', `Customer,ICCID\nHarbor,"=""${one}"""\nPier,"=""${two}"""\n`],
    [
      'case 14 a line that names the separator',
      `sep=;\r\nCustomer;ICCID\r\nHarbor;${one}\r\nPier;${two}\r\n`,
    ],
    ['case 14 that line without headings', `sep=,\r\n${one},Harbor\r\n${two},Pier\r\n`],
    ['case 14 that line above one column', `"sep=,"\r\nICCID\r\n${one}\r\n${two}\r\n`],
    ['case 14 that line with a sign of its own', `sep=^\nSite^ICCID\nA, B^${one}\nC; D^${two}\n`],
    ['bars between the cells', `Customer|ICCID\r\nHarbor|${one}\r\nPier|${two}\r\n`],
    ['a blank before a quotation mark', `"Customer", "ICCID"\n"Harbor, Inc", "${one}"\n"Pier", "${two}"\n`],
    ['case 12 separators without content', `ICCID,Site\n,\n${one},A\n${two},B\n,,,\n\u200b,\n`],
    ['full-width digits in the first line', `${wide(one)}\r\n${two}\r\n`],
    ['ideographic commas', `${one}、${two}，${one}`],
    ['labels', `ICCID: ${one}\r\nICCID: ${two}\r\n`],
    ['a modem’s words', `+CCID: ${one}\r\n+CCID: ${two}\r\n`],
    ['smart quotes', `“${one}”, “${two}”\r\n`],
    ['an array of a program', `[\n  {"iccid": "${one}"},\n  {"iccid": "${two}"}\n]`],
    ['a numbered list', `1. ${one}\n2. ${two}\n`],
    ['bullets and gaps', `• 8901 1700 0000 0000 013\n• ${two.slice(0, 9)} ${two.slice(9)} F\n`],
  ])('%s', (_what, text) => {
    expect(entriesOf(text)).toEqual([one, two])
    expect(listOf(text).linesWithout).toBe(0)
  })

  it('never takes two numbers on a line for one SIM ID', () => {
    expect(entriesOf(`${one}\n123456789 123456789`)).toEqual([one, '123456789'])
  })

  it('G3 a wide line above a long list, and a long list of wide lines, are read at once', () => {
    expect(refusalOf(`${','.repeat(99_000)}\n${'a1\n'.repeat(30_000)}`)).toMatch(/^taken: a1/)
    expect(refusalOf(`${'a,'.repeat(2000)}b\n${`${one},`.repeat(2000)}\n`)).toMatch(
      /a, a and 1990 more\. Head only/,
    )
  })
})

describe('D35 a list with columns', () => {
  it.each(['ICCID', 'iccid', 'SIM', 'Sim ID', 'SIM_ID', 'sim number', ' SIM Number '])(
    'reads the column headed %j and keeps the others beside it',
    (heading) => {
      const list = listOf(`Site;${heading};Contact\nHarbor;${one};Ann, 5" sign\n"Pier; east";${two};\n`)
      expect(list).toMatchObject({ column: heading.trim(), otherColumns: ['Site', 'Contact'], duplicates: 0 })
      expect(list.entries).toEqual([
        {
          iccid: one,
          other: [
            { column: 'Site', value: 'Harbor' },
            { column: 'Contact', value: 'Ann, 5" sign' },
          ],
        },
        {
          iccid: two,
          other: [
            { column: 'Site', value: 'Pier; east' },
            { column: 'Contact', value: '' },
          ],
        },
      ])
    },
  )

  it.each([
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('finds %s between the cells, with quotes, a BOM and spaces in the number', (_what, separator) => {
    const line = (...cells: string[]) => cells.map((cell) => `"${cell}"`).join(separator)
    const text = `\ufeff${line('Name', 'SIM ID')}\r\n${line('A "" B, c; d', '8901 1700 0000 0000 013')}\r\n`
    expect(listOf(text).entries).toEqual([{ iccid: one, other: [{ column: 'Name', value: 'A " B, c; d' }] }])
  })

  it.each(['SIM ID', 'Sim-Number', '“ICCID”', 'ICCID:', '\ufeffSIM', 'ＩＣＣＩＤ'])(
    'knows %j for the column, whatever its cells hold',
    (heading) => {
      expect(listOf(`Site;${heading}\n"Harbor; ""north""";abc\n=1+1;12\n`)).toMatchObject({
        otherColumns: ['Site'],
        entries: [{ iccid: 'abc' }, { iccid: '12' }],
      })
    },
  )

  it('reads the surest of several headings, below titles and dates', () => {
    const text = `Swap list,\n2026-11-20,\n,\nSIM,ICCID,IMEI\nold,${one},356938035643809\nnew,${two},356938035643817\n`
    expect(listOf(text)).toMatchObject({ column: 'ICCID', otherColumns: ['SIM', 'IMEI'] })
    expect(entriesOf(text)).toEqual([one, two])
  })

  it('without such a heading reads the column that holds SIM IDs mostly', () => {
    expect(listOf(`Site,Card\nHarbor,${one}\nPier,${two}\nQuay,lost\n`)).toMatchObject({
      column: 'Card',
      otherColumns: ['Site'],
      entries: [{ iccid: one }, { iccid: two }, { iccid: 'lost' }],
    })
    expect(listOf(`Harbor;${one}\nPier;${two}\n`)).toMatchObject({
      column: undefined,
      otherColumns: ['Column 1'],
      entries: [{ iccid: one, other: [{ column: 'Column 1', value: 'Harbor' }] }, { iccid: two }],
    })
  })

  it('keeps the first line of a SIM that stands there twice, and counts lines without one', () => {
    expect(listOf(`ICCID,Site\n${one},A\n${one},B\n,Total: 2\n,\n\n`)).toMatchObject({
      entries: [{ iccid: one, other: [{ column: 'Site', value: 'A' }] }],
      duplicates: 1,
      linesWithout: 1,
    })
  })

  it('counts its hundred in SIMs, not in cells', () => {
    const lines = sims(100).map((iccid) => `${iccid},Harbor Security,Panel of ${iccid},7`)
    expect(entriesOf(['ICCID,Company,Panel,Floor', ...lines].join('\n'))).toEqual(sims(100))
    expect(refusalOf(['ICCID,Company', ...sims(101).map((iccid) => `${iccid},x`)].join('\n'))).toMatch(
      /holds 101 SIMs; at most 100 are taken/,
    )
  })

  it.each(['8.90117E+18', '8,90117E+18', '8.9e18', '9E+18'])(
    'leaves %s as it stands, each time: its digits are lost, and it may be another SIM',
    (number) => {
      for (const text of [
        `ICCID;Site\n${number};A\n${number};B\n`,
        `${number}\n${number}\n`,
        `Site;Card\nA;${number}\nB;${number}\n`,
        `"${number}"\n"${number}"`,
      ]) {
        const plain = number.replace(',', '.')
        expect(entriesOf(text)).toEqual([plain, plain])
        expect(listOf(text).duplicates).toBe(0)
      }
    },
  )

  it('takes apostrophes off that a download of ours has put before a cell', () => {
    expect(listOf(`ICCID,Note\n${one},"'=1+1"\n`).entries[0]?.other).toEqual([
      { column: 'Note', value: '=1+1' },
    ])
  })

  it('reads the console’s own result back: the SIMs with what the list was given with', () => {
    const headings = batchResultHeadings.map((name) => (name.endsWith('At') ? `${name} (UTC−05:00)` : name))
    const cells = [one, 'Success', 'AT&T', 'Harbor', '2026-11-20 10:00:00', '', 'tx', 'sub', 'A', 'Pier']
    const list = listOf(
      `\ufeff${[...headings, 'Company (list)', 'Site'].join(',')}\r\n${cells.join(',')}\r\n`,
    )
    expect(list.entries).toEqual([
      {
        iccid: one,
        other: [
          { column: 'Company (list)', value: 'A' },
          { column: 'Site', value: 'Pier' },
        ],
      },
    ])
    // Another person's 'Status' is theirs.
    expect(listOf(`ICCID,Status\n${one},swap\n`).otherColumns).toEqual(['Status'])
  })

  it('keeps so many other columns and names the rest; headings once each; cells in one line and not endless', () => {
    const names = Array.from({ length: mostOtherColumns + 2 }, (_, at) => `c${at}`)
    const many = listOf(`ICCID,${names.join(',')}\n${one},${names.join(',')}\n`)
    expect(many.otherColumns).toEqual(names.slice(0, mostOtherColumns))
    expect(many.lostColumns).toEqual(names.slice(mostOtherColumns))
    const odd = listOf(`ICCID,Name,Name,,${'N'.repeat(99)}\n${one},"a\nb\tc",d,e,${'x'.repeat(300)}\n`)
    expect(odd.otherColumns).toEqual([
      'Name',
      'Name (2)',
      'Column 4',
      `${'N'.repeat(longestOtherHeading - 1)}…`,
    ])
    expect(odd.entries[0]?.other.map(({ value }) => value)).toEqual([
      'a b c',
      'd',
      'e',
      `${'x'.repeat(longestOtherCell - 1)}…`,
    ])
    const pair = listOf(`ICCID,Note\n${one},${'x'.repeat(longestOtherCell - 2)}😀😀\n`)
    expect(pair.entries[0]?.other[0]?.value).toBe(`${'x'.repeat(longestOtherCell - 2)}…`)
  })

  it('reads the samples of the documentation', () => {
    const sample = (name: string) =>
      listOf(readFileSync(join(import.meta.dirname, '../../../docs', name), 'utf8'))
    expect(sample('sample-batch.csv').entries).toHaveLength(20)
    expect(sample('sample-batch-columns.csv')).toMatchObject({
      column: 'SIM number',
      otherColumns: ['Site', 'Contact', 'Order'],
      entries: [{}, {}, {}, {}, { iccid: '8.90117E+18' }],
    })
  })

  it.each([
    [
      'several columns of SIM IDs',
      `Old SIM,New SIM\n${one},${two}\n`,
      /hold SIM IDs: Old SIM, New SIM\. Head only/,
    ],
    [
      'the same with names beside them',
      `${one},${two},Pier\n${two},${three},Quay\n`,
      /hold SIM IDs: column 1, column 2\./,
    ],
    ['one heading twice', `ICCID,ICCID\n${one},${two}\n`, /hold SIM IDs: ICCID, ICCID\./],
    [
      'columns without any SIM ID',
      'Name,City\nAnn,Bern\nBo,Lima\n',
      /No column of the list contains SIM IDs/,
    ],
    ['a quotation mark without end', `ICCID,Site\n${one},"Pier\n${two},Quay\n`, /Line 2 .* never closed/],
  ])('refuses %s in words', (_what, text, sentence) => {
    expect(refusalOf(text)).toMatch(sentence)
  })
})
