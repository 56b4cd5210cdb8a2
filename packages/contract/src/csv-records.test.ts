import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createParser, isBlank, type Separator, separatorHint } from './csv-records.ts'

/** Feeds a text in pieces that end at the given places. */
function parse(text: string, cuts: readonly number[] = [], separator: Separator = ',') {
  const parser = createParser(separator)
  const ends = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b)
  const pieces = [...ends, text.length].map((end, i) => text.slice(ends[i - 1] ?? 0, end))
  return pieces.flatMap((piece, i) => parser.feed(piece, i === pieces.length - 1))
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const needsQuotes = (cell: string) => /[",\r\n]/.test(cell)

describe('D3 records of a CSV file', () => {
  it('read back what RFC 4180 writes, whatever the cells and wherever the pieces are cut', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '1', ' ', ',', '"', '\n', '\r', 'ü', "'"),
      maxLength: 6,
    })
    const row = fc.array(fc.record({ cell, inQuotes: fc.boolean() }), { minLength: 2, maxLength: 4 })
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.array(fc.nat(), { maxLength: 8 }),
        (rows, end, endsLast, cuts) => {
          const lines = rows.map((cells) =>
            cells
              .map(({ cell, inQuotes }) => (inQuotes || needsQuotes(cell) ? quoted(cell) : cell))
              .join(','),
          )
          const text = lines.join(end) + (endsLast ? end : '')
          const records = parse(text, cuts)
          expect(records.map((record) => record.cells)).toEqual(
            rows.map((cells) => cells.map(({ cell }) => cell)),
          )
          const begins = lines.map((_, i) => lines.slice(0, i).join(end).split('\n').length + (i > 0 ? 1 : 0))
          expect(records.map((record) => record.line)).toEqual(begins)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('never break, and read the same, whatever the text and wherever it is cut', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r'), maxLength: 40 })
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 8 }), (text, cuts) => {
        expect(parse(text, cuts)).toEqual(parse(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('know other separators, and quotation marks inside a cell that has none around it', () => {
    expect(parse('a;b,c;"d;e"\n', [], ';')).toEqual([{ line: 1, cells: ['a', 'b,c', 'd;e'] }])
    expect(parse('a\tb\n', [], '\t')).toEqual([{ line: 1, cells: ['a', 'b'] }])
    expect(parse('5" pipe,b\n')).toEqual([{ line: 1, cells: ['5" pipe', 'b'] }])
  })

  it('take blanks around quotation marks, and leave those that are a cell’s own', () => {
    expect(parse('"a, b", "c" ,d\n')).toEqual([{ line: 1, cells: ['a, b', 'c', 'd'] }])
    expect(parse(' "a" b,c\n')).toEqual([{ line: 1, cells: [' "a" b', 'c'] }])
    expect(parse('a|"b|c"|d\n', [], '|')).toEqual([{ line: 1, cells: ['a', 'b|c', 'd'] }])
  })

  it.each([
    ['sep=;\r\na;b', ';', 7],
    ['\ufeff"sep=|"\n', '|', 9],
    ['SEP=\t\r', '\t', 6],
    ['sep=,,,\n', ',', 8],
    [`sep=;${';'.repeat(60)}\n`, ';', 66],
    ['sep=;', ';', 5],
  ])('case 14 %j names its separator', (text, separator, length) => {
    expect(separatorHint(text)).toEqual({ separator, length })
  })

  it.each(['sep=x\n', 'separator;b\n', 'a\nsep=;\n', 'sep=; b\n', ''])('%j names none', (text) => {
    expect(separatorHint(text)).toBeUndefined()
  })

  it('go on after a line that cannot be read', () => {
    expect(parse('a,b\n"x"y,1\nc,d\n')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: [], fault: 'has text after a closing quotation mark' },
      { line: 3, cells: ['c', 'd'] },
    ])
    expect(parse('a,b\n"x,1\nc,d\n')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: [], fault: 'has a quotation mark that is never closed' },
      { line: 3, cells: ['c', 'd'] },
    ])
  })

  it('a quotation mark that is never closed costs one line of a long file, and no memory', () => {
    const lines = Array.from({ length: 50_000 }, (_, i) => `${i},b`)
    const records = parse(`"oh,no\n${lines.join('\n')}\n`, [1000, 90_000, 200_000])
    expect(records).toHaveLength(50_001)
    expect(records[0]).toEqual({ line: 1, cells: [], fault: 'has a quotation mark that is never closed' })
    expect(records[1]).toEqual({ line: 2, cells: ['0', 'b'] })
  })

  it('a line without end is one fault, and is not kept', () => {
    const parser = createParser(',')
    const piece = 'x'.repeat(100_000)
    const records = Array.from({ length: 50 }, () => parser.feed(piece, false)).flat()
    records.push(...parser.feed('\na,b\n', true))
    expect(records).toEqual([
      { line: 1, cells: [], fault: 'is longer than 65,536 characters' },
      { line: 2, cells: ['a', 'b'] },
    ])
  })

  it.each([
    ['plain', 'x'.repeat(65_536), 'is longer than 65,536 characters'],
    // With its quotes and its end.
    ['in quotes', `"${'x'.repeat(65_533)}"`, 'has a quotation mark that is never closed'],
  ])('a record of 65,536 characters is read, and none that is longer: %s', (_how, record, fault) => {
    const longer = record.replace('x', 'xx')
    const parser = createParser(',')
    expect(parser.feed(`a,b\n${record}\n${longer}\nc,d\n`, true)).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: [record.replaceAll('"', '')] },
      { line: 3, cells: [], fault },
      { line: 4, cells: ['c', 'd'] },
    ])
    // The same where its end comes later.
    const later = createParser(',')
    expect(later.feed(`a,b\n${record}`, false)).toHaveLength(1)
    expect(later.feed('\n', false)).toEqual([{ line: 2, cells: [record.replaceAll('"', '')] }])
  })

  it('what is still open is waited for up to that length, and what is spoilt is told at once', () => {
    const [open, broken, longer] = [createParser(','), createParser(','), createParser(',')]
    const cell = `${'x\n'.repeat(32_766)}x`
    expect(open.feed(`a,b\n"${cell}`, false)).toEqual([{ line: 1, cells: ['a', 'b'] }])
    expect(open.feed('"\n', false)).toEqual([{ line: 2, cells: [cell] }])
    expect(longer.feed(`a,b\n"${cell}\n\n\n`, false)[1]).toMatchObject({
      line: 2,
      fault: 'has a quotation mark that is never closed',
    })
    expect(broken.feed('"x"y,1\nc,d\n', false)).toHaveLength(2)
  })

  it('is blank where no cell has anything that shows', () => {
    expect(isBlank({ line: 1, cells: ['', ' \t', '\u200b '] })).toBe(true)
    expect(isBlank({ line: 1, cells: ['', ' a'] })).toBe(false)
    expect(isBlank({ line: 1, cells: [], fault: 'is odd' })).toBe(false)
  })

  it('a line that never ends is told as soon as it is too long, once, and not kept', () => {
    const parser = createParser(',')
    const piece = 'x'.repeat(40_000)
    const told = [piece, piece, piece, `${piece}\na,b\n`].map((text) => parser.feed(text, false))
    expect(told.map((records) => records.map(({ line, fault }) => [line, fault !== undefined]))).toEqual([
      [],
      [[1, true]],
      [],
      [[2, false]],
    ])
  })
})
