import { describe, expect, it } from 'vitest'
import { linesOfFile } from './lines-of-file.ts'

const read = (content: BlobPart) => linesOfFile(new File([content], 'list'))

describe('use 2, 16 what a file has to look up', () => {
  it.each([
    ['one thing a line', 'CBS0000001\r\n\r\n  harbor \n', 'CBS0000001\nharbor'],
    [
      'of columns the cell with the most digits',
      'Site 12;ICCID\n7 Elm;8901170000000000013\n',
      'Site 12\n8901170000000000013',
    ],
    ['quoted cells', '"Prairie, Alarm",1000002\n', '1000002'],
  ])('%s', async (_, content, lines) => {
    expect(await read(content)).toEqual({ lines })
  })

  it('an empty file, and one that only looks like a workbook, say why', async () => {
    expect(await read('\n \n')).toEqual({ refusal: 'The file holds no text.' })
    const broken = await read(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 1, 2]))
    expect(broken.refusal).toMatch(/^.{10,}\.$/)
  })
})
