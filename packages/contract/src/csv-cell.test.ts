import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neutraliseCell, restoreCell } from './csv-cell.ts'

/** What spreadsheets and their imports leave out, and what a formula begins with. */
const dirt = [
  '\u000b',
  '\u000c',
  '\u00a0',
  '\ufeff',
  '\u200b',
  '\u2060',
  '\u202a',
  '\0',
  '\t',
  '\r',
  '\n',
  '"',
  "'",
]
const signs = [...'=+-@＝＋－＠﹦﹢﹣﹫']
const cell = fc.string({ unit: fc.constantFrom(...dirt, ...signs, ';', ' ', ',', 'a', '1'), maxLength: 12 })

/** The cells that a program may make of one: at semicolons, tabs and line ends, without what it leaves out. */
const cellsOf = (text: string): string[] =>
  text.split(/[;\t\r\n]/).map((part) => part.replace(/^(?:[\p{Cc}\p{Cf}\u00a0"]+ *)+/u, ''))

describe('D22, R31 a cell of a CSV file', () => {
  it('G6, case 18 has no formula, wherever a list separator of some country may cut it', () => {
    fc.assert(
      fc.property(cell, (text) => {
        for (const part of cellsOf(neutraliseCell(text))) expect(signs).not.toContain(part.charAt(0))
      }),
      { numRuns: 5000 },
    )
  })

  it('gives back every text, so that our own files can be read as a list again', () => {
    fc.assert(
      fc.property(cell, (text) => {
        expect(restoreCell(neutraliseCell(text))).toBe(text)
      }),
      { numRuns: 5000 },
    )
  })

  it.each([
    ['Bruno;=1+2;Alarm', "Bruno;'=1+2;Alarm"],
    ['two\n=1', "two\n'=1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['\ufeff\u200b﹦1', "'\ufeff\u200b﹦1"],
    ['\u000b@A1', "'\u000b@A1"],
    ['a;"=1"', 'a;\'"=1"'],
    [' \t=1', "' \t'=1"],
    ['a; "=1', 'a;\' "=1'],
  ])('%j is written as %j', (text, written) => {
    expect(neutraliseCell(text)).toBe(written)
  })

  it.each([
    '',
    'a=1',
    "'quoted'",
    ' =1',
    '  =1',
    'a;  -1',
    'a; b',
    'Pier - East; 3',
    "O'Hara; 'x'",
    'a, -1',
    '8901170000000000013',
  ])('%j stays as it is', (text) => {
    expect(neutraliseCell(text)).toBe(text)
    expect(restoreCell(text)).toBe(text)
  })

  it.each([
    ['="8901170000000000013"', '8901170000000000013'],
    ['="a ""b"" c"', 'a "b" c'],
    [`'="007"`, '="007"'],
    ['= "007"', '007'],
    ['="007"8', '="007"8'],
  ])('case 7 reads %j as %j, as a spreadsheet shows it', (cell, shown) => {
    expect(restoreCell(cell)).toBe(shown)
  })

  it('takes no longer for a cell of a million blanks', () => {
    for (const unit of [' ', '\t', ';', "'", '\u00a0', ';\t'])
      expect(restoreCell(neutraliseCell(unit.repeat(500_000)))).toBe(unit.repeat(500_000))
  })
})
