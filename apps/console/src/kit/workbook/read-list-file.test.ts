import { identifiers } from '@support-console/contract/pasted.facts'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import writeExcelFile from 'write-excel-file/universal'
import type { Purpose, SheetChoice } from './list-file.ts'
import { readListFile } from './read-list-file.ts'
import {
  cell,
  type MadeSheet,
  partsOf,
  row,
  withDeclaredSize,
  withFlags,
  withMethod,
  workbookOf,
} from './workbook-file.facts.ts'

const [one, two, three, four] = [
  '8901170000000000013',
  '8914800000000000055',
  '8901170000000000021',
  '8901170000000000047',
]

const read = (bytes: Uint8Array<ArrayBuffer> | string, purpose: Purpose = 'batch', choice?: SheetChoice) =>
  readListFile(new Blob([bytes]), { purpose, choice, goesOn: () => {} })

/** The SIM IDs that are read, or why none are. */
async function simsOf(bytes: Uint8Array<ArrayBuffer> | string, choice?: SheetChoice) {
  const list = await read(bytes, 'batch', choice)
  return 'refusal' in list ? list.refusal : list.batch?.entries.map(({ iccid }) => iccid)
}
describe('D35 a workbook', () => {
  it('is read as a program writes it', async () => {
    const written = await writeExcelFile([
      {
        data: [
          ['ICCID', 'Sent'],
          [one, { value: new Date('2026-11-20T00:00:00Z'), type: Date, format: 'yyyy-mm-dd' }],
          [two, { value: new Date('2026-11-20T09:30:00Z'), type: Date, format: 'yyyy-mm-dd hh:mm' }],
        ],
        sheet: 'Swap list',
      },
    ]).toBlob()
    expect(await read(new Uint8Array(await written.arrayBuffer()))).toMatchObject({
      facts: { sheet: 0, sheets: [{ name: 'Swap list', isHidden: false, hasCells: true }] },
      batch: {
        column: 'ICCID',
        entries: [
          { iccid: one, other: [{ column: 'Sent', value: '2026-11-20' }] },
          { iccid: two, other: [{ column: 'Sent', value: '2026-11-20 09:30:00' }] },
        ],
      },
    })
  })

  it.each([
    ['a SIM ID as a number, however it is written there', '<v>8.9011700000000003E+18</v>', '8.90117E+18'],
    ['with all its digits, of which a spreadsheet has kept 15', '<v>8901170000000000000</v>', '8.90117E+18'],
    ['the shortest such number', '<v>1000000000000000</v>', '1.00000E+15'],
    ['15 digits, which are all there', '<v>356938035643809</v>', '356938035643809'],
    ['a fraction', '<v>0.30000000000000004</v>', '0.30000000000000004'],
  ])('tells numbers that have lost digits: %s', async (_what, value, expected) => {
    const list = await read(workbookOf(`${row(1, ['ICCID', 'Note'])}<row>${cell(one)}<c>${value}</c></row>`))
    expect(list).toMatchObject({ batch: { entries: [{ other: [{ value: expected }] }] } })
  })

  it('gives each kind of cell as text, and nothing for an error', async () => {
    const cells = [
      cell(' words ', 'A2'),
      '<c r="C2" t="b"><v>1</v></c>',
      '<c r="D2" s="1"><v>46346.395833333336</v></c>',
      '<c r="E2" t="e"><v>#N/A</v></c>',
      '<c r="F2" t="str"><f>A1</f><v>of a formula</v></c>',
      '<c r="G2" t="d"><v>2026-11-20T09:30:00Z</v></c>',
      '<c r="H2"><f>"of ""one"" that no one worked out"</f></c>',
      '<c r="I2" t="inlineStr"><is><r><t>a &amp; b</t></r><r><t>_x0041_&#233;&#x1F600;</t></r><rPh><t>x</t></rPh></is></c>',
      '<c r="J2" t="s"><v>1</v></c>',
    ]
    const list = await read(
      workbookOf(`<row r="2">${cells.join('')}</row><row r="3">${cell(one, 'A3')}${cell('x', 'K3')}</row>`, {
        texts: '<si><t>no</t></si><si><r><t>shar</t></r><r><t>ed</t></r></si>',
      }),
      'batch',
    )
    expect('batch' in list && list.batch?.entries[0]?.other).toBeDefined()
    expect(list).toMatchObject({
      content: `"words","TRUE","2026-11-20 09:30:00","of a formula","2026-11-20 09:30:00","of ""one"" that no one worked out","a & bAé😀","shared",\n"${one}",,,,,,,,"x"\n`,
    })
  })

  it('shows a time of a day without a day', async () => {
    const data = `${row(1, ['ICCID', 'At', 'Until'])}<row>${cell(one)}<c s="1"><v>0.5625</v></c><c s="1"><v>46346</v></c></row>`
    expect(await read(workbookOf(data))).toMatchObject({
      batch: { entries: [{ other: [{ value: '13:30:00' }, { value: '2026-11-20' }] }] },
    })
  })

  it.each([
    ['rows and cells without places', (places: boolean) => places],
    ['cells without places', () => true],
  ])('case 5 is read where %s', async (_what, hasRows) => {
    const rows = [
      ['Customer', 'ICCID'],
      ['Harbor', one],
      ['Pier', two],
    ]
    const data = rows.map(
      (cells, at) =>
        `<row${hasRows(false) ? ` r="${at + 1}"` : ''}>${cells.map((text) => cell(text)).join('')}</row>`,
    )
    expect(await read(workbookOf(data.join('')))).toMatchObject({
      batch: { column: 'ICCID', entries: [{ iccid: one, other: [{ value: 'Harbor' }] }, { iccid: two }] },
    })
  })

  it('is read with backslashes in its names, in capitals, stored, and with a comment behind', async () => {
    const parts = partsOf([{ data: row(1, [one]) }])
    const named = (name: (path: string) => string, options = {}) =>
      zipSync(Object.fromEntries(Object.entries(parts).map(([path, part]) => [name(path), part])), options)
    expect(await simsOf(named((path) => path.replaceAll('/', '\\')))).toEqual([one])
    expect(await simsOf(named((path) => path.toUpperCase()))).toEqual([one])
    expect(await simsOf(named(String, { level: 0 }))).toEqual([one])
    const plain = named(String)
    expect(await simsOf(new Uint8Array([...plain, ...new TextEncoder().encode('PK comment')]))).toEqual([one])
  })

  it('case 11 has no rows where nothing stands, however far formatting reaches', async () => {
    const data = row(1, [one])
    const styled = Array.from(
      { length: 30_000 },
      (_, at) => `<row r="${at + 2}" s="3" customFormat="1"><c r="A${at + 2}" s="3"/></row>`,
    )
    expect(await simsOf(workbookOf(data + styled.join('')))).toEqual([one])
    const empty = Array.from({ length: 1_048_575 }, (_, at) => `<row r="${at + 2}"/>`)
    expect(await read(workbookOf(data + empty.join('')))).toMatchObject({
      facts: { hidden: { rows: 0, columns: 0 } },
    })
    expect(await simsOf(workbookOf(`${data}<row r="1048576"><c r="XFD1048576"/></row>`))).toEqual([one])
  })

  it('is read in the encoding that a part says it has', async () => {
    const sheet = (encoding: string) =>
      Buffer.from(
        `<?xml version="1.0" encoding="${encoding}"?><worksheet><sheetData><row>${cell('ICCID')}${cell('Kunde')}</row><row>${cell(one)}${cell('Müller')}</row></sheetData></worksheet>`,
        'latin1',
      )
    const file = (encoding: string) =>
      zipSync({ ...partsOf([{ data: '' }]), 'xl/worksheets/sheet1.xml': new Uint8Array(sheet(encoding)) })
    for (const encoding of ['ISO-8859-1', 'windows-1252'])
      expect(await read(file(encoding))).toMatchObject({
        batch: { entries: [{ iccid: one, other: [{ value: 'Müller' }] }] },
      })
    for (const encoding of ['UTF-8', 'x-nobody-knows'])
      expect(await read(file(encoding))).toMatchObject({ refusal: expect.stringMatching(/damaged/) })
  })

  it('in UTF-16, with another prefix for its names, is read as well', async () => {
    const parts = partsOf([{ data: '' }])
    const sheet = `\ufeff<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>${one}</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`
    expect(
      await simsOf(
        zipSync({ ...parts, 'xl/worksheets/sheet1.xml': new Uint8Array(Buffer.from(sheet, 'utf16le')) }),
      ),
    ).toEqual([one])
  })
})

describe('D35, D47 what gives no list is named by what it is', () => {
  const good = workbookOf(row(1, [one]))
  const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
  const compound = (name: string) => bytes(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${[...name].join('\0')}`)
  const sheet = 'xl/worksheets/sheet1.xml'

  it.each([
    ['a protected workbook', compound('EncryptedPackage'), /protected by a password/],
    ['an old workbook', compound('Workbook'), /old Excel workbook \(\.xls\)\. Save it as \.xlsx/],
    ['a binary workbook', zipSync({ 'xl/workbook.bin': bytes('x') }), /binary Excel workbook \(\.xlsb\)/],
    [
      'an OpenDocument spreadsheet',
      zipSync({ mimetype: [bytes('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }] }),
      /OpenDocument spreadsheet \(\.ods\)\. Save it as \.xlsx/,
    ],
    ['a Numbers document', zipSync({ 'Index/Document.iwa': bytes('x') }), /Numbers document/],
    ['a Word document', zipSync({ 'word/document.xml': bytes('x') }), /is a document/],
    ['an archive of something else', zipSync({ 'a.txt': bytes('x') }), /is an archive/],
    ['a PDF', bytes('%PDF-1.7'), /is a PDF, not a text file/],
    ['a picture', bytes('\x89PNG\r\n\x1a\n\0'), /is a picture, not a text file/],
    ['a web page', bytes('<html><table>'), /is a web page/],
    ['a spreadsheet of 2003 in XML', bytes('<?xml version="1.0"?><Workbook>'), /spreadsheet in XML/],
    ['bytes that are no text', bytes('8901\0\x01\x02'), /not a text file/],
    ['half a workbook', good.slice(0, good.length / 2), /damaged/],
    ['the beginning of an archive', bytes('PK\x03\x04 and no more'), /damaged/],
    ['a workbook without a sheet', zipSync({ 'xl/workbook.xml': bytes('<workbook/>') }), /damaged/],
    ['a workbook that ends within a tag', workbookOf('<row><c'), /damaged/],
    [
      'a workbook of eleven megabytes',
      new Uint8Array([...good, ...new Uint8Array(11 * 1024 * 1024)]),
      /too large/,
    ],
    ['a part that is packed otherwise', withMethod(good, sheet, 12), /damaged/],
    ['a part that is encrypted', withFlags(good, sheet, 1), /protected by a password/],
    ['a text of megabytes', bytes('8901\n'.repeat(300_000)), /^The list is too big: 1\.5 MB/],
  ])('%s', async (_what, file, sentence) => {
    expect(await read(file)).toEqual({ refusal: expect.stringMatching(sentence) })
  })

  it('what an archive says of the sizes in it counts for nothing', async () => {
    expect(await simsOf(withDeclaredSize(good, sheet, 0))).toEqual([one])
    expect(await simsOf(withDeclaredSize(good, sheet, 0xfffffffe))).toEqual([one])
  })

  it('more rows than a list may have are refused before all are read', async () => {
    const rows = `<row>${cell(one)}${cell('x'.repeat(100))}</row>`.repeat(3000)
    expect(await read(workbookOf(rows))).toMatchObject({
      refusal: expect.stringMatching(
        /^Sheet “Sheet1” is too long for a list: at least [12],\d{3} rows\. Keep only the rows and columns you need\.$/,
      ),
      facts: { sheet: 0 },
    })
    expect(await read(workbookOf(`<row>${cell(one)}</row>`.repeat(3000)))).toMatchObject({
      batch: { duplicates: 2999 },
    })
  })
})

describe('D42, D47 a list says the same, however a program or a person has written it', () => {
  const entry = fc.record({
    iccid: identifiers.iccid,
    note: fc.constantFrom('', 'Harbor', 'Pier; east', 'a "b", c', 'Müller', '渋谷'),
    isHidden: fc.boolean(),
  })
  const entries = fc.uniqueArray(entry, { minLength: 1, maxLength: 5, selector: ({ iccid }) => iccid })
  const told = (list: Awaited<ReturnType<typeof read>>) =>
    'batch' in list && list.batch
      ? list.batch.entries.map(({ iccid, other }) => [iccid, ...other.map(({ value }) => value)].join('|'))
      : list

  it('as text', async () => {
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    const writings: Readonly<Record<string, (iccid: string) => string>> = {
      plain: String,
      quoted,
      guarded: (iccid) => `="${iccid}"`,
      'guarded and quoted': (iccid) => quoted(`="${iccid}"`),
      'with a label': (iccid) => quoted(`ICCID: ${iccid}`),
      'smartly quoted': (iccid) => `“${iccid}”`,
      'with gaps': (iccid) => quoted(iccid.replace(/(.{4})/g, '$1\u00a0')),
    }
    const encodings: Readonly<Record<string, (text: string) => Uint8Array>> = {
      'UTF-8': (text) => Buffer.from(text),
      'UTF-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
      'UTF-16': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
      'UTF-16 BE': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
    }
    const how = fc.record({
      entries,
      writing: fc.constantFrom(...Object.keys(writings)),
      encoding: fc.constantFrom(...Object.keys(encodings)),
      separator: fc.constantFrom(',', ';', '\t', '|'),
      lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
      hasHint: fc.boolean(),
      blank: fc.constantFrom('', 'separators', 'unseen'),
    })
    await fc.assert(
      fc.asyncProperty(how, async ({ entries, writing, encoding, separator, lineEnd, hasHint, blank }) => {
        const lines = entries.map(({ iccid, note }) =>
          [writings[writing]?.(iccid), quoted(note)].join(separator),
        )
        const below = { '': '', separators: separator, unseen: `\u200b${separator}\ufeff` }[blank] ?? ''
        const head = [...(hasHint ? [`sep=${separator}`] : []), ['ICCID', 'Note'].join(separator)]
        const text = [...head, ...lines, below, below].join(lineEnd)
        const list = await read(new Uint8Array(encodings[encoding]?.(text) ?? []))
        expect(told(list), text).toEqual(entries.map(({ iccid, note }) => `${iccid}|${note}`))
      }),
      { numRuns: 300 },
    )
  })

  it('as a workbook, with what is hidden left out or included', async () => {
    const how = fc.record({
      entries,
      hasPlaces: fc.boolean(),
      isShared: fc.boolean(),
      isNoteHidden: fc.boolean(),
      includesHidden: fc.boolean(),
      hasFormatBelow: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        how,
        async ({ entries, hasPlaces, isShared, isNoteHidden, includesHidden, hasFormatBelow }) => {
          const texts: string[] = []
          const plain = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
          const cellOf = (text: string, place: string) => {
            const at = hasPlaces ? ` r="${place}"` : ''
            if (!isShared) return `<c${at} t="inlineStr"><is><t>${plain(text)}</t></is></c>`
            return `<c${at} t="s"><v>${texts.push(`<si><t>${plain(text)}</t></si>`) - 1}</v></c>`
          }
          const rows = [{ iccid: 'ICCID', note: 'Note', isHidden: false }, ...entries].map(
            ({ iccid, note, isHidden }, at) =>
              `<row${hasPlaces ? ` r="${at + 1}"` : ''}${isHidden ? ' hidden="1"' : ''}>${cellOf(iccid, `A${at + 1}`)}${cellOf(note, `B${at + 1}`)}</row>`,
          )
          const data =
            rows.join('') + (hasFormatBelow ? '<row r="1048576" s="1"><c r="A1048576" s="1"/></row>' : '')
          const before = isNoteHidden ? '<cols><col min="2" max="2" hidden="1"/></cols>' : ''
          const file = workbookOf([{ before, data }], { texts: texts.join('') })
          const list = await read(file, 'batch', { sheet: 0, includesHidden })
          const counting = entries.filter(({ isHidden }) => includesHidden || !isHidden)
          const hasNote = includesHidden || !isNoteHidden
          if (counting.length === 0) expect(list).toMatchObject({ refusal: /Only hidden/ })
          else
            expect(told(list)).toEqual(
              counting.map(({ iccid, note }) => (hasNote ? `${iccid}|${note}` : iccid)),
            )
          expect(list).toMatchObject({
            facts: {
              hidden: {
                rows: entries.filter(({ isHidden }) => isHidden).length,
                columns: isNoteHidden ? 1 : 0,
              },
            },
          })
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('D42 what a person sees of a workbook', () => {
  const filtered: MadeSheet = {
    name: 'Swap',
    before: '<cols><col min="4" max="5" width="9" hidden="1"/><col min="7" max="7" width="0"/></cols>',
    data: [
      row(1, ['Customer', 'ICCID', 'Decision', 'Secret']),
      row(2, ['Harbor', one, 'cancel', 's']),
      row(3, ['Pier', two, 'keep'], ' hidden="1"'),
      row(4, ['Quay', three, 'keep'], ' hidden="true"'),
      row(5, ['', '', ''], ' hidden="1"'),
      row(6, ['Dock', four, 'cancel']),
      row(7, ['Pit', '8901170000000000054', 'keep'], ' ht="0" customHeight="1"'),
    ].join(''),
  }

  it('case 1 hidden and filtered rows and columns are left out, counted, and included on purpose', async () => {
    const file = workbookOf([filtered])
    expect(await simsOf(file)).toEqual([one, four])
    const { facts, batch } = (await read(file)) as { facts: object; batch: { otherColumns: string[] } }
    expect(facts).toMatchObject({ hidden: { rows: 3, columns: 1 }, includesHidden: false })
    expect(batch.otherColumns).toEqual(['Customer', 'Decision'])
    const whole = { sheet: 0, includesHidden: true }
    expect(await simsOf(file, whole)).toEqual([one, two, three, four, '8901170000000000054'])
    expect(await read(file, 'batch', whole)).toMatchObject({
      facts: { hidden: { rows: 3, columns: 1 }, includesHidden: true },
      batch: { otherColumns: ['Customer', 'Decision', 'Secret'] },
    })
  })

  it('a column of SIM IDs that is hidden is not read by itself, and the page can offer it', async () => {
    const file = workbookOf([{ ...filtered, before: '<cols><col min="2" max="2" hidden="1"/></cols>' }])
    expect(await read(file)).toMatchObject({
      refusal: expect.stringMatching(/^Only hidden rows or columns of sheet “Swap” contain/),
      facts: { hidden: { columns: 1 } },
    })
    expect(await simsOf(file, { sheet: 0, includesHidden: true })).toHaveLength(5)
  })

  const sheet = (name: string, iccid: string, state?: 'hidden' | 'veryHidden'): MadeSheet => ({
    name,
    data: row(1, [iccid]),
    ...(state && { state }),
  })

  it('the sheet that was open counts, and the others are offered, hidden ones as such', async () => {
    const file = workbookOf(
      [sheet('Old', one), sheet('Swap', two), sheet('Notes', 'words'), sheet('Kept', three, 'hidden')],
      { open: 1 },
    )
    expect(await simsOf(file)).toEqual([two])
    expect(await read(file)).toMatchObject({
      facts: {
        sheet: 1,
        sheets: [
          { name: 'Old', isHidden: false },
          { name: 'Swap' },
          { name: 'Notes' },
          { name: 'Kept', isHidden: true },
        ],
      },
    })
    for (const [at, iccid] of [
      [0, one],
      [3, three],
    ] as const)
      expect(await simsOf(file, { sheet: at, includesHidden: false })).toEqual([iccid])
    expect(await simsOf(file, { sheet: 2, includesHidden: false })).toMatch(
      /^Sheet “Notes” contains no SIM IDs/,
    )
  })

  it('where the open one has none, the first seen one that has some is read, and the page says so', async () => {
    const file = workbookOf(
      [sheet('Secret', three, 'veryHidden'), sheet('Read me', 'please'), sheet('Swap', one)],
      {
        open: 0,
      },
    )
    expect(await simsOf(file)).toEqual([one])
    expect(await read(file)).toMatchObject({ facts: { sheet: 2, passedOver: 'Read me' } })
    const none = workbookOf([sheet('Secret', three, 'hidden'), sheet('Read me', 'please')], { open: 1 })
    expect(await read(none)).toMatchObject({
      refusal: 'Sheet “Read me” contains no SIM IDs. Nothing was taken from it.',
      facts: { sheet: 1, sheets: [{ isHidden: true }, { isHidden: false }] },
    })
    expect(await simsOf(workbookOf([sheet('A', one, 'hidden'), sheet('B', two, 'hidden')]))).toMatch(
      /All sheets .* hidden/,
    )
  })

  it('holds for lists that are looked up, and for panels', async () => {
    const file = workbookOf([
      {
        name: 'P',
        data: `${row(1, ['Panel'])}${row(2, ['CBS0000001'])}${row(3, ['CBS0000002'], ' hidden="1"')}`,
      },
    ])
    expect(await read(file, 'lines')).toMatchObject({
      content: 'Panel\nCBS0000001\n',
      facts: { hidden: { rows: 1 } },
    })
    expect(await read(file, 'panels')).toMatchObject({
      content: 'CBS0000001',
      facts: { hidden: { rows: 1 } },
    })
  })
})

describe('D35, D47 a file of text', () => {
  it.each([
    ['UTF-8', Buffer.from(`Kunde;ICCID\nMüller;${one}\n`)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeffKunde;ICCID\nMüller;${one}\n`)],
    [
      'UTF-16, as spreadsheets save Unicode text',
      Buffer.from(`\ufeffKunde\tICCID\nMüller\t${one}\n`, 'utf16le'),
    ],
    ['UTF-16, the high byte first', Buffer.from(`\ufeffKunde;ICCID\nMüller;${one}\n`, 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from(`Kunde;ICCID\nMüller;${one}\n${';\n'.repeat(9)}`, 'utf16le')],
    ['Windows’ own, as spreadsheets save CSV', Buffer.from(`Kunde;ICCID\nMüller;${one}\n`, 'latin1')],
  ])('is read in %s', async (_what, bytes) => {
    expect(await read(new Uint8Array(bytes))).toMatchObject({
      batch: { entries: [{ iccid: one, other: [{ column: 'Kunde', value: 'Müller' }] }] },
    })
  })

  it('G3 is refused where its list is longer than what is looked up', async () => {
    const refusal = expect.stringMatching(/^The list is too big: \d{3} kB/)
    const panels = Array.from({ length: 9_100 }, (_, at) => `CBS${String(at).padStart(7, '0')}`).join(' ')
    expect(await read(`${one}\n`.repeat(5_001), 'lines')).toEqual({ refusal })
    expect(await read(panels, 'panels')).toEqual({ refusal })
    expect(await read(`${one}\n`.repeat(4_000), 'lines')).toMatchObject({ content: expect.any(String) })
  })

  it('is read without what old programs fill up its end with', async () => {
    for (const end of ['\x1a', '\0'.repeat(100), '\r\n\x1a\0'])
      expect(await read(`ICCID,Site\n${one},Pier\n${end}`)).toMatchObject({
        content: expect.stringMatching(/\s$/),
        batch: { entries: [{ iccid: one, other: [{ value: 'Pier' }] }] },
      })
    expect(await read(`${one}\0\n${two}`)).toMatchObject({
      refusal: expect.stringMatching(/not a text file/),
    })
  })

  it('has no sheets, and gives what it is wanted for', async () => {
    expect(await read(`Site|ICCID\nPier|${one}\n`, 'lines')).toEqual({ content: one })
    expect(await read('Panels: CBS 0000001, cbs-0000002', 'panels')).toEqual({
      content: 'CBS0000001\nCBS0000002',
    })
    expect(await read('Harbor', 'panels')).toEqual({ refusal: 'There is no cloud ID in this file.' })
    expect(await read(' \n', 'lines')).toEqual({ refusal: 'The file contains no text.' })
  })
})
