import { strToU8, zipSync } from 'fflate'

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** An .xlsx file with one sheet whose `sheetData` is given, as a spreadsheet program writes it; style 1 is a date's. */
export function workbookOf(sheetData: string, name = 'Sheet1'): Uint8Array<ArrayBuffer> {
  return zipSync({
    '[Content_Types].xml': strToU8(
      `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    ),
    'xl/workbook.xml': strToU8(
      `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ),
    'xl/styles.xml': strToU8(
      `${xml}<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(
      `${xml}<worksheet xmlns="${main}"><sheetData>${sheetData}</sheetData></worksheet>`,
    ),
  })
}

/** The same with another size in the headers than its sheet has: in the local one, and in the archive's directory. */
export function withDeclaredSize(archive: Uint8Array, part: string, size: number): Uint8Array {
  const lying = archive.slice()
  const view = new DataView(lying.buffer)
  const name = strToU8(part)
  for (let at = 0; at < lying.length - name.length; at++) {
    if (!name.every((byte, i) => lying[at + i] === byte)) continue
    if (at >= 30 && view.getUint32(at - 30, true) === 0x04034b50) view.setUint32(at - 8, size, true)
    if (at >= 46 && view.getUint32(at - 46, true) === 0x02014b50) view.setUint32(at - 22, size, true)
  }
  return lying
}
