import { describe, expect, it } from 'vitest'
import { Problem } from '../../platform/http/problem.ts'
import { readBatchFile } from './batch-file.ts'

const one = '8901170000000000013'
const two = '8914800000000000014'

function refusal(text: string): string {
  try {
    readBatchFile(text)
  } catch (error) {
    if (error instanceof Problem) return `${error.status}: ${error.message}`
    throw error
  }
  return 'taken'
}

describe('D23 a batch file', () => {
  it.each([
    ['new lines', `${one}\n${two}\n`],
    ['Windows line ends', `${one}\r\n${two}\r\n`],
    ['old Mac line ends', `${one}\r${two}`],
    ['commas', `${one},${two}`],
    ['semicolons', `${one};${two};`],
    ['white space', `  ${one}\t${two} `],
    ['a byte order mark', `\uFEFF${one}\n${two}`],
    ['a header', `ICCID\n${one}\n${two}`],
    ['a header of several cells after empty lines', `\n\nSIM;"Serial no."\r\n${one}\r\n${two}`],
    ['quotes', `"${one}"\n'${two}'`],
    ['dashes and a filler', `8901-1700-0000-0000-013\n${two}F`],
  ])('takes %s', (_what, text) => {
    expect(readBatchFile(text)).toEqual({ entries: [one, two], duplicates: 0 })
  })

  it('counts duplicates, however they are written, and keeps the order', () => {
    expect(readBatchFile(`${two}\n${one}\n"${two}"\n8901 `)).toEqual({
      entries: [two, one, '8901'],
      duplicates: 1,
    })
  })

  it('keeps what is no ICCID, for a row that says so, and shortens what is very long', () => {
    const { entries } = readBatchFile(`${one}\nabc\n${'9'.repeat(500)}`)
    expect(entries).toEqual([one, 'abc', `${'9'.repeat(40)}…`])
  })

  it.each([
    ['nothing', '', /holds no ICCID/],
    ['white space and quotes', ' \r\n "" ;;, ', /holds no ICCID/],
    ['a header alone', 'ICCID;Company\n', /holds no ICCID/],
    [
      '101 SIMs',
      Array.from({ length: 101 }, (_, i) => `89011700000000${10000 + i}`).join('\n'),
      /holds 101 SIMs; at most 100/,
    ],
    ['a PDF', '%PDF-1.7\n1 0 obj', /no text file/],
    ['NUL', `${one}\u0000`, /no text file/],
    ['bytes that are no UTF-8', `${one}\ufffd`, /no text file/],
    ['far too much', '1'.repeat(300_000), /too large/],
  ])('refuses %s whole', (_what, text, sentence) => {
    expect(refusal(text)).toMatch(/^Invalid: .* Nothing was taken from it\.$/)
    expect(refusal(text)).toMatch(sentence)
  })
})
