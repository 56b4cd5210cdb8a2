import { strToU8, Zip, zipSync } from 'fflate'

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A sheet of a made workbook. */
export interface MadeSheet {
  name?: string
  state?: 'hidden' | 'veryHidden'
  /** `<cols>` and the like, before the cells. */
  before?: string
  /** What stands within `sheetData`. */
  data: string
}

/** An .xlsx file as a spreadsheet program writes it; style 1 is a date's. */
export function workbookOf(
  sheets: string | readonly MadeSheet[],
  { open, texts }: { open?: number; texts?: string } = {},
): Uint8Array<ArrayBuffer> {
  return archiveOf(partsOf(typeof sheets === 'string' ? [{ data: sheets }] : sheets, open, texts))
}

type Parts = Record<string, Uint8Array<ArrayBuffer>>

/** Node's own packer, for a quarter of the time: some are 160 MB. A browser has none. */
const zlib = globalThis.process?.getBuiltinModule?.('node:zlib')

export function archiveOf(parts: Readonly<Parts>): Uint8Array<ArrayBuffer> {
  if (!zlib) return zipSync(parts)
  const pieces: Uint8Array[] = []
  const zip = new Zip((_error, piece) => pieces.push(piece))
  for (const [filename, bytes] of Object.entries(parts)) {
    const file: Parameters<typeof zip.add>[0] = {
      filename,
      size: bytes.length,
      crc: zlib.crc32(bytes),
      compression: 8,
    }
    zip.add(file)
    file.ondata?.(null, zlib.deflateRawSync(bytes), true)
  }
  zip.end()
  return Uint8Array.from(Buffer.concat(pieces))
}

export function partsOf(sheets: readonly MadeSheet[], open?: number, texts?: string): Parts {
  const views = open === undefined ? '' : `<bookViews><workbookView activeTab="${open}"/></bookViews>`
  const listed = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${name ?? `Sheet${at + 1}`}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`,
  )
  const related = sheets.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  return {
    '[Content_Types].xml': strToU8(
      `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    ),
    '_rels/.rels': strToU8(
      `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': strToU8(
      `${xml}<workbook xmlns="${main}" xmlns:r="${relations}">${views}<sheets>${listed.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${related.join('')}<Relationship Id="styles" Type="${relations}/styles" Target="styles.xml"/><Relationship Id="texts" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ),
    'xl/styles.xml': strToU8(
      `${xml}<styleSheet xmlns="${main}"><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
    ),
    ...(texts !== undefined && {
      'xl/sharedStrings.xml': strToU8(`${xml}<sst xmlns="${main}">${texts}</sst>`),
    }),
    ...Object.fromEntries(
      sheets.map(({ before = '', data }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        strToU8(`${xml}<worksheet xmlns="${main}">${before}<sheetData>${data}</sheetData></worksheet>`),
      ]),
    ),
  }
}

/** A cell with a text of its own. */
export const cell = (text: string, place?: string): string =>
  `<c${place === undefined ? '' : ` r="${place}"`} t="inlineStr"><is><t>${text}</t></is></c>`

/** A row of them, 'B' beside 'A'; `attributes`: ' hidden="1"'. */
export const row = (number: number, cells: readonly string[], attributes = ''): string =>
  `<row r="${number}"${attributes}>${cells.map((text, at) => cell(text, `${String.fromCharCode(65 + at)}${number}`)).join('')}</row>`

/** The same with another size in the headers than its part has: in the local one, and in the archive's directory. */
export const withDeclaredSize = (archive: Uint8Array<ArrayBuffer>, part: string, size: number) =>
  changed(archive, part, (view, local, directory) => {
    view.setUint32(local + 22, size, true)
    view.setUint32(directory + 24, size, true)
  })

/** The same with another way of packing in the archive's directory. */
export const withMethod = (archive: Uint8Array<ArrayBuffer>, part: string, method: number) =>
  changed(archive, part, (view, _local, directory) => view.setUint16(directory + 10, method, true))

export const withFlags = (archive: Uint8Array<ArrayBuffer>, part: string, flags: number) =>
  changed(archive, part, (view, _local, directory) => view.setUint16(directory + 8, flags, true))

function changed(
  archive: Uint8Array<ArrayBuffer>,
  part: string,
  change: (view: DataView, local: number, directory: number) => void,
): Uint8Array<ArrayBuffer> {
  const other = archive.slice()
  const view = new DataView(other.buffer)
  const name = strToU8(part)
  const places: number[] = []
  for (let at = 0; at < other.length - name.length; at++)
    if (name.every((byte, i) => other[at + i] === byte)) places.push(at)
  const [local = 0, directory = 0] = places
  change(view, local - 30, directory - 46)
  return other
}
