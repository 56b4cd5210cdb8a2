import { describe, expect, it } from 'vitest'
import { refusalOf } from './batch-file.ts'

const sims = (count: number) =>
  Array.from({ length: count }, (_, at) => String(8901170000000010000n + BigInt(at)))
const refusal = (content: string) => refusalOf(new TextEncoder().encode(content).length, content)

describe('2.4, 5, D23 a batch file is looked at before it is sent', () => {
  it.each([
    ['one per line', sims(3).join('\n')],
    ['a hundred, the most that are taken (9)', sims(100).join('\r\n')],
    ['a BOM, a header and quotes', `\ufeff"ICCID";"Name"\r\n"${sims(2).join('";"x"\r\n"')}";"y"`],
    ['commas, semicolons, tabs', sims(6).join(', ;\t')],
    ['the same SIM more than a hundred times', Array(150).fill(sims(1)[0]).join('\n')],
    ['words that are no SIM ID, which become rows with errors', 'hello\nworld'],
  ])('takes %s', (_, content) => expect(refusal(content)).toBeUndefined())

  it.each([
    ['nothing', '', 'holds no SIM ID'],
    ['only separators', ' \r\n\t,;"" \n', 'holds no SIM ID'],
    ['101 SIMs', sims(101).join('\n'), 'The file holds 101 SIMs; at most 100 are taken'],
    ['a PDF by another name', '%PDF-1.7\n1 0 obj', 'not a text file'],
    ['zero bytes', `${sims(1)[0]}\0`, 'not a text file'],
    ['what is no UTF-8', 'PK\u0003\u0004\ufffd\ufffd', 'not a text file'],
    ['200 kB of digits', '8'.repeat(200_001), 'too big: 201 kB'],
  ])('refuses %s whole', (_, content, sentence) => expect(refusal(content)).toContain(sentence))

  it('names megabytes', () => expect(refusalOf(50_000_000, sims(1).join())).toContain('too big: 50.0 MB'))
})
