import { strToU8 } from 'fflate'
import { archiveOf, cell, partsOf, row, workbookOf } from './workbook-file.facts.ts'

const sim = '8901170000000000013'
const line = `<row>${cell(sim)}${cell('Harbor')}</row>`
const head = '<?xml version="1.0"?>'

/** A workbook with other parts than it should have. */
const withParts = (others: Readonly<Record<string, string>>) =>
  archiveOf({
    ...partsOf([{ data: row(1, [sim]) }]),
    ...Object.fromEntries(Object.entries(others).map(([name, part]) => [name, strToU8(part)])),
  })

const counted = (count: number, one: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join('')

/** Characters that an archive makes little smaller. */
const noise = (length: number): string => counted(Math.ceil(length / 36), () => crypto.randomUUID())

const styles = (formats: string, cells: string) =>
  withParts({ 'xl/styles.xml': `${head}<s><numFmts>${formats}</numFmts><cellXfs>${cells}</cellXfs></s>` })

const sheets = (count: number, name: string, id: (at: number) => string) =>
  `${head}<workbook xmlns:r="r"><sheets>${counted(count, (at) => `<sheet name="${name}${at}" r:id="${id(at)}"/>`)}</sheets></workbook>`

/** What grows without end in a workbook, by how much; `most` of it fits into the ten megabytes that are read. */
export const hostileWorkbooks: Readonly<
  Record<string, { most: number; make: (count: number) => Uint8Array<ArrayBuffer> }>
> = {
  rows: { most: 1_000_000, make: (count) => workbookOf(line.repeat(count)) },
  'rows of some noise': {
    most: 380_000,
    make: (count) => workbookOf(counted(count, () => `<row>${cell(sim)}${cell(noise(36))}</row>`)),
  },
  'long cells of noise': {
    most: 100,
    make: (count) => workbookOf(counted(count, () => `<row>${cell(sim)}${cell(noise(140_000))}</row>`)),
  },
  'rows without a SIM ID': {
    most: 450_000,
    make: (count) => workbookOf(counted(count, (at) => `<row><c><v>${at}</v></c></row>`)),
  },
  'empty rows': { most: 3_000_000, make: (count) => workbookOf(line + '<row r="2"/>'.repeat(count)) },
  'cells of one row': {
    most: 2_900_000,
    make: (count) => workbookOf(`<row>${'<c r="A1"><v>1</v></c>'.repeat(count)}</row>`),
  },
  'wide rows': {
    most: 150,
    make: (count) => workbookOf(`<row>${'<c><v>1</v></c>'.repeat(16_384)}</row>`.repeat(count)),
  },
  'far cells of many sheets': {
    most: 1000,
    make: (count) =>
      workbookOf(Array(count).fill({ data: '<row r="20000"><c r="AX20000"><v>1</v></c></row>' })),
  },
  'characters of a cell': {
    most: 30_000_000,
    make: (count) => workbookOf(`${line}<row>${cell('y'.repeat(count))}</row>`),
  },
  'long cells': {
    most: 300,
    make: (count) => workbookOf(`<row>${cell(sim)}${cell('y'.repeat(140_000))}</row>`.repeat(count)),
  },
  'entities of cells': {
    most: 300,
    make: (count) => workbookOf(`<row>${cell('&amp;'.repeat(100_000))}</row>`.repeat(count)),
  },
  'escapes of cells': {
    most: 200,
    make: (count) => workbookOf(`<row>${cell('_x0041_'.repeat(70_000))}</row>`.repeat(count)),
  },
  'quotes of a formula': {
    most: 250_000,
    make: (count) => workbookOf(`${line}<row><c><f>"${'""'.repeat(count)}</f></c></row>`),
  },
  'texts that cells share': {
    most: 1_000_000,
    make: (count) => workbookOf(line, { texts: '<si><t>abc</t></si>'.repeat(count) }),
  },
  'runs of a text that cells share': {
    most: 3_000_000,
    make: (count) => workbookOf(line, { texts: `<si>${'<r><t>ab</t></r>'.repeat(count)}</si>` }),
  },
  'cells of a long text that they share': {
    most: 400_000,
    make: (count) =>
      workbookOf(`<row>${'<c t="s"><v>0</v></c>'.repeat(count)}</row>`, {
        texts: `<si><t>${'z'.repeat(500_000)}</t></si>`,
      }),
  },
  'hidden columns': {
    most: 300_000,
    make: (count) =>
      workbookOf([
        { before: `<cols>${'<col min="1" max="16384" hidden="1"/>'.repeat(count)}</cols>`, data: line },
      ]),
  },
  'characters of a format': {
    most: 500_000,
    make: (count) => styles(`<numFmt numFmtId="200" formatCode="${'['.repeat(count)}"/>`, ''),
  },
  'styles of a long format': {
    most: 300_000,
    make: (count) =>
      styles(
        `<numFmt numFmtId="200" formatCode="${'['.repeat(2000)}"/>`,
        '<xf numFmtId="200"/>'.repeat(count),
      ),
  },
  'sheets of one part': {
    most: 100_000,
    make: (count) => withParts({ 'xl/workbook.xml': sheets(count, 'S', () => 'rId1') }),
  },
  'sheets and relations': {
    most: 100_000,
    make: (count) =>
      withParts({
        'xl/workbook.xml': sheets(count, 'S', (at) => `q${at}`),
        'xl/_rels/workbook.xml.rels': `${head}<Relationships>${counted(count, (at) => `<Relationship Id="q${count - at}" Type="x/worksheet" Target="worksheets/sheet1.xml"/>`)}</Relationships>`,
      }),
  },
  'characters of a sheet’s name': {
    most: 500_000,
    make: (count) => withParts({ 'xl/workbook.xml': sheets(1, 'n'.repeat(count), () => 'rId1') }),
  },
  'elements within each other': { most: 3_000_000, make: (count) => workbookOf('<a>'.repeat(count)) },
  'attributes of an element': {
    most: 1_000_000,
    make: (count) => workbookOf(`<row ${'a="1" '.repeat(count)}/>${line}`),
  },
  comments: { most: 2_000_000, make: (count) => workbookOf('<!--x-->'.repeat(count) + line) },
  'comments that never end': { most: 2_000_000, make: (count) => workbookOf('<!--'.repeat(count)) },
  'signs without an element': { most: 8_000_000, make: (count) => workbookOf('<'.repeat(count)) },
  'halves of a row': { most: 2_000_000, make: (count) => workbookOf('<row '.repeat(count)) },
  'spaces between elements': { most: 100_000_000, make: (count) => workbookOf(' '.repeat(count) + line) },
  'elements of a bomb': { most: 41_000_000, make: (count) => workbookOf('<c/>'.repeat(count)) },
  'files of the archive': {
    most: 20_001,
    make: (count) => withParts(Object.fromEntries(Array.from({ length: count }, (_, at) => [`x/${at}`, '']))),
  },
}

/** What grows without end in a file of text. */
export const hostileTexts: Readonly<Record<string, (count: number) => string>> = {
  lines: (count) => 'a,b\n'.repeat(count),
  'SIM IDs': (count) => counted(count, (at) => `89011700000${String(at).padStart(8, '0')}\r\n`),
  'SIM IDs in one line': (count) => `${sim};`.repeat(count),
  'a line': (count) => '8'.repeat(count * 20),
  separators: (count) => ','.repeat(count * 20),
  'a wide line above lines': (count) => `${','.repeat(count)}\n${'a\n'.repeat(count)}`,
  quotes: (count) => '"'.repeat(count * 20),
  'quotes in lines': (count) => '"\n'.repeat(count * 10),
  'quotes behind tabs': (count) => '\t"'.repeat(count),
  'equals signs': (count) => '='.repeat(count * 20),
  labels: (count) => 'ICCID: '.repeat(count),
  'curly quotes': (count) => '“'.repeat(count * 20),
  'characters that no one sees': (count) => '\u200b'.repeat(count * 20),
  'cloud IDs': (count) => counted(count, (at) => `CBS${String(at).padStart(7, '0')} `),
  spaces: (count) => ' '.repeat(count * 20),
}
