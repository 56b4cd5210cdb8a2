import { describe, expect, it } from 'vitest'
import { isAccepted, readFile, shortName } from './files.ts'

describe('5 file uploader', () => {
  it.each([
    ['.csv', 'sims.csv', '', true],
    ['.csv', 'SIMS.CSV', '', true],
    ['.CSV', 'sims.csv', '', true],
    ['.csv', 'sims.csv.exe', '', false],
    ['text/plain', 'notes', 'text/plain;charset=utf-8', true],
    ['TEXT/Plain', 'notes', 'text/plain', true],
    ['text/*, .csv', 'a.bin', 'text/html', true],
    ['text/*', 'a.bin', 'application/text', false],
    ['image/png', 'a.png', '', false],
    [' .txt , .csv ', 'a.csv', 'application/vnd.ms-excel', true],
    ['*/*', 'a', '', true],
    ['', 'anything.exe', '', true],
    ['csv', 'csv', '', false],
  ])('accept %j takes %s (%s): %s', (accept, name, type, expected) => {
    expect(isAccepted({ name, type }, accept)).toBe(expected)
  })

  it('reads as text and as array buffer', async () => {
    const file = new File(['8901170000000000013'], 'a.txt')
    expect(await readFile(file, 'text')).toBe('8901170000000000013')
    expect((await readFile(file, 'arrayBuffer')).byteLength).toBe(19)
  })

  it('leaves out the middle of a long name', () => {
    const name = `${'harbor-swap-'.repeat(6)}2026-11.csv`
    expect(shortName(name)).toHaveLength(40)
    expect(shortName(name)).toMatch(/^harbor-swap-.*….*2026-11\.csv$/)
    expect(shortName('short.csv')).toBe('short.csv')
  })
})
