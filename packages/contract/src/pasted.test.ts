import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBatchFile } from './batch-file.ts'
import { bareEmail, emailPattern } from './email.ts'
import { identifierForms } from './identifiers.ts'
import { identifiers, type PastedForm, pasted } from './pasted.facts.ts'
import { bareValue, inAscii, withoutMarks, wordsIn } from './pasted.ts'

const forms = Object.keys(identifiers) as PastedForm[]

describe('D47 one reader of identifiers', () => {
  it.each(forms)('%s is read whatever came along with it', (form) => {
    fc.assert(
      fc.property(pasted(form), ({ id, written }) => {
        expect(identifierForms[form](written), JSON.stringify(written)).toBe(id)
      }),
      { numRuns: 1500 },
    )
  })

  it.each(forms)('%s is read again as itself', (form) => {
    fc.assert(fc.property(identifiers[form], (id) => identifierForms[form](id) === id))
  })

  it('a list has the SIM IDs that a field reads', () => {
    fc.assert(
      fc.property(fc.array(pasted('iccid'), { minLength: 1, maxLength: 5 }), (lines) => {
        const list = readBatchFile(lines.map(({ written }) => written).join('\n'))
        const read = 'refusal' in list ? list.refusal : list.entries.map(({ iccid }) => iccid)
        expect(read).toEqual([...new Set(lines.map(({ id }) => id))])
      }),
      { numRuns: 500 },
    )
  })

  it('an e-mail loses what no one sees, and the law says of the rest what is invalid (5)', () => {
    const email = 'ann@harbor.example'
    for (const text of [
      ' ann@harbor.example\u00a0',
      'ann@\u200bharbor.example',
      '\ufeffann@harbor.exam\u00adple',
    ])
      expect(bareEmail(text)).toBe(email)
    for (const text of ['mailto:ann@harbor.example', 'Ann <ann@harbor.example>', 'ann@harbor.example;'])
      expect(emailPattern.test(bareEmail(text))).toBe(false)
  })

  it('knows the digits of every script by their places in it', () => {
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code)
      if (!/\p{Nd}/u.test(character)) continue
      let zero = code
      while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 100) zero--
      expect(inAscii(character), code.toString(16)).toBe(String((code - zero) % 10))
    }
    expect(inAscii('٠١٢٣٤٥٦٧٨٩ ०१२ ０１２ 𝟘𝟙𝟚 𝟬𝟭𝟮')).toBe('0123456789 012 012 012 012')
  })

  it('reads the signs of other scripts and keyboards, and parts a list at every line and column', () => {
    expect(inAscii('1\u061b2\u30023\u00854\u28005')).toBe('1;2.3 4 5')
    expect(wordsIn('10\v20\f30|40\t50\u202860', () => true)).toEqual(['10', '20', '30', '40', '50', '60'])
    expect(withoutMarks('A\u00adn\u200bn\ufeff\u2066')).toBe('Ann')
    expect(withoutMarks('\u0646\u200c\u06cc')).toBe('\u0646\u200c\u06cc')
  })

  it('leaves what is no label, quote or separator', () => {
    for (const value of ['CBS0000001', 'sim-000121@1000015.example', '8901X', 'a=b', '<b>x</b>', "O'Hara"])
      expect(bareValue(value)).toBe(value)
  })

  it('reads no SIM ID where a fraction, two numbers or another number stands', () => {
    for (const text of [
      '890117000000000001.3',
      '8901170000000000013.0',
      '8901170000000000013 8914800000000000014',
    ])
      expect(identifierForms.iccid(text), text).toBeUndefined()
    expect(readBatchFile('123456789 123456789\n8901 1700 0000 0000 013 F\n')).toMatchObject({
      entries: [{ iccid: '123456789' }, { iccid: '8901170000000000013' }],
    })
  })
})
