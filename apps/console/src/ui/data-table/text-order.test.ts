import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareTexts, naturalKey, ranksOfTexts } from './text-order.ts'

const ascii = fc.string({
  unit: fc.constantFrom(...'aAbBzZ019 00-_./:#()@ÿ'.replace('ÿ', '')),
  maxLength: 24,
})
const anyText = fc.oneof(ascii, fc.string({ unit: 'grapheme', maxLength: 12 }), fc.string({ maxLength: 12 }))

describe('natural order of texts', () => {
  it('2.14 sorts numbers in texts by their size and letters without regard to case or accents', () => {
    const texts = ['csr-10', 'CSR-2', 'csr-1', 'Économie', 'economy', 'Zeta', 'csr-02']
    const { ranks } = ranksOfTexts(texts)
    const sorted = texts.map((text, at) => ({ text, rank: ranks[at] ?? 0 })).sort((a, b) => a.rank - b.rank)
    expect(sorted.map(({ text }) => text)).toEqual([
      'csr-1',
      'CSR-2',
      'csr-02',
      'csr-10',
      'Économie',
      'economy',
      'Zeta',
    ])
  })

  it('2.14 a key orders two texts as the collator does', () => {
    const all = fc.oneof(ascii, fc.string({ maxLength: 20 }), fc.uuid(), fc.ipV4(), fc.emailAddress())
    fc.assert(
      fc.property(all, all, (a, b) => {
        const [keyA, keyB] = [naturalKey(a), naturalKey(b)]
        if (keyA === undefined || keyB === undefined) return
        const byKey = keyA < keyB ? -1 : keyA > keyB ? 1 : 0
        expect(byKey).toBe(Math.sign(compareTexts(a, b)))
      }),
      { numRuns: 5000 },
    )
  })

  it('2.14 ranks agree with the collator, whatever the characters', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 40 }), (texts) => {
        const { ranks, count } = ranksOfTexts(texts)
        for (const [at, text] of texts.entries()) {
          expect(ranks[at]).toBeLessThan(count)
          for (const [other, otherText] of texts.entries()) {
            const byRank = Math.sign((ranks[at] ?? 0) - (ranks[other] ?? 0))
            expect(byRank).toBe(Math.sign(compareTexts(text, otherText)))
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it('2.14 very long texts and numbers are sorted too', () => {
    const texts = [`${'9'.repeat(300)}b`, `${'x'.repeat(20_000)}2`, `${'x'.repeat(20_000)}10`, '1']
    expect([...ranksOfTexts(texts).ranks]).toEqual([1, 2, 3, 0])
  })
})
