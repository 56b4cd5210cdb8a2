import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Encoding } from '@support-console/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRecords } from './csv-records.ts'

describe('D3 records of a CSV file, in pieces as they are read', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'console-records-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('drop the BOM, keep characters that lie across two pieces, and refuse what is no UTF-8', async () => {
    const read = async (content: string | Buffer, encoding: Encoding = 'utf-8') => {
      writeFileSync(join(folder, 'x.csv'), content)
      const cells: string[][] = []
      for await (const { records } of readRecords(join(folder, 'x.csv'), {
        encoding,
        separator: ',',
        endsWithCr: false,
      }))
        cells.push(...records.map((record) => record.cells))
      return cells
    }
    expect(await read('\ufeffa,b\n')).toEqual([['a', 'b']])
    const rows = Array.from({ length: 100_000 }, () => ['ü€', '😀'])
    expect(await read(`a,b\n${rows.map((row) => row.join(',')).join('\n')}`)).toEqual([['a', 'b'], ...rows])
    await expect(read(Buffer.from('caf\u00e9,b\n', 'latin1'))).rejects.toThrow(TypeError)
  })
})
