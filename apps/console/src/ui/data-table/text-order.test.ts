import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { naturalKey, orderOfTexts } from './text-order.ts'

/** What the order must agree with. */
const { compare: compareTexts } = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' })

const ascii = fc.string({ unit: fc.constantFrom(...'aAbBzZ019 00-_./:#()@'), maxLength: 24 })
const accented = fc.string({ unit: fc.constantFrom(...'aAeEéÉêçñÅüÖßøœ19 -'), maxLength: 12 })
const anyText = fc.oneof(
  ascii,
  accented,
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ maxLength: 12 }),
)

describe('natural order of texts', () => {
  it('2.14 sorts numbers in texts by their size and letters without regard to case or accents', () => {
    const texts = ['csr-10', 'CSR-2', 'csr-1', 'Économie', 'economy', 'Zeta', 'csr-02']
    const { ascending, groupStarts } = orderOfTexts(texts)
    expect(groupStarts).toEqual([0, 1, 3, 4, 5, 6])
    expect([...ascending].map((at) => texts[at])).toEqual([
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
    const all = fc.oneof(
      ascii,
      accented,
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.uuid(),
      fc.ipV4(),
      fc.emailAddress(),
    )
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

  it('2.14 the order and its groups agree with the collator, whatever the characters', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 40 }), (texts) => {
        const { ascending, groupStarts } = orderOfTexts(texts)
        const byCollator = texts
          .map((text, at) => ({ text, at }))
          .sort((a, b) => compareTexts(a.text, b.text) || a.at - b.at)
        expect([...ascending]).toEqual(byCollator.map(({ at }) => at))
        const starts = byCollator.flatMap(({ text }, at) => {
          const before = byCollator[at - 1]
          return before && compareTexts(before.text, text) === 0 ? [] : [at]
        })
        expect(groupStarts).toEqual(starts)
      }),
      { numRuns: 2000 },
    )
  })

  it('2.14 very long texts and numbers are sorted too', () => {
    const texts = [`${'9'.repeat(300)}b`, `${'x'.repeat(20_000)}2`, `${'x'.repeat(20_000)}10`, '1']
    expect([...orderOfTexts(texts).ascending]).toEqual([3, 0, 1, 2])
    expect([...orderOfTexts(texts.slice(1)).ascending]).toEqual([2, 0, 1])
  })
})
