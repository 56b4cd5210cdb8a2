import { readBatchFile } from '@support-console/contract/batch-file'
import { isSim } from '@support-console/contract/batch-list'
import { describe, expect, it } from 'vitest'
import writeExcelFile from 'write-excel-file/universal'
import { textOfFile } from './text-of-file.ts'

const one = '8901170000000000013'
const two = '8914800000000000014'

async function listOf(bytes: Uint8Array) {
  const read = await textOfFile(bytes, { holds: isSim, none: 'No sheet of the workbook holds SIM IDs.' })
  if ('refusal' in read) return read
  return { sheet: read.sheet, ...readBatchFile(read.content) }
}
const workbook = async (...sheets: { sheet: string; data: (string | number)[][] }[]) =>
  new Uint8Array(await (await writeExcelFile(sheets).toBlob()).arrayBuffer())

describe('D35 the list of a file', () => {
  it('is that of the first sheet with SIM IDs, with its other columns', async () => {
    const file = await workbook(
      {
        sheet: 'Read me',
        data: [
          ['Please', 'deactivate'],
          ['these', 'SIMs'],
        ],
      },
      {
        sheet: 'Swap',
        data: [
          ['Customer', 'Sim number'],
          ['Harbor, "A"', one],
          ['Pier\nEast', two],
        ],
      },
      { sheet: 'Old', data: [['ICCID'], ['8901170000000000021']] },
    )
    expect(await listOf(file)).toMatchObject({
      sheet: 'Swap',
      column: 'Sim number',
      entries: [
        { iccid: one, other: [{ column: 'Customer', value: 'Harbor, "A"' }] },
        { iccid: two, other: [{ column: 'Customer', value: 'Pier East' }] },
      ],
    })
  })

  it('keeps a SIM ID with spaces whole in a workbook of one column, and tells a number that lost its digits', async () => {
    const file = await workbook({
      sheet: 'S',
      data: [['Cards'], ['8901 1700 0000 0000 013'], [8901170000000000000]],
    })
    expect(await listOf(file)).toMatchObject({ entries: [{ iccid: one }, { iccid: '8.90117E+18' }] })
  })

  it('no sheet with SIM IDs, and a workbook that cannot be read, are said in words', async () => {
    expect(await listOf(await workbook({ sheet: 'S', data: [['Name'], ['Ann']] }))).toEqual({
      refusal: 'No sheet of the workbook holds SIM IDs.',
    })
    expect(await listOf(new Uint8Array([0x50, 0x4b, 3, 4, 9, 9, 9]))).toMatchObject({ refusal: /damaged/ })
  })

  it.each([
    ['UTF-8', Buffer.from(`Kunde;ICCID\nMüller;${one}\n`, 'utf8')],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeffKunde;ICCID\nMüller;${one}\n`, 'utf8')],
    [
      'UTF-16, as spreadsheets save Unicode text',
      Buffer.from(`\ufeffKunde\tICCID\nMüller\t${one}\n`, 'utf16le'),
    ],
    ['Windows’ own, as they save CSV', Buffer.from(`Kunde;ICCID\nMüller;${one}\n`, 'latin1')],
  ])('is text in %s', async (_what, bytes) => {
    expect(await listOf(bytes)).toMatchObject({
      entries: [{ iccid: one, other: [{ column: 'Kunde', value: 'Müller' }] }],
    })
  })

  it('what is no text is refused, whatever its name', async () => {
    for (const bytes of [
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]),
      Buffer.from([...Buffer.from('%PDF-1.7\n'), 255]),
    ])
      expect(await listOf(bytes)).toMatchObject({ refusal: expect.stringMatching(/not a text file/) })
  })
})
