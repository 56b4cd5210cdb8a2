import { describe, expect, it } from 'vitest'
import { cut, printable } from './printable.ts'

const shown = (text: string) => printable(text).map((part) => (part.isEscape ? `[${part.text}]` : part.text))

describe('2.12 texts of others', () => {
  it('shows control, direction and invisible characters as escapes', () => {
    expect(shown('one\r\ntwo\u001b[31m\u202eevil\u2066')).toEqual([
      'one',
      '[\\r]',
      '[\\n]',
      'two',
      '[\\u001b]',
      '[31m',
      '[\\u202e]',
      'evil',
      '[\\u2066]',
    ])
  })
  it('shows marks, fillers and tags that no one would see', () => {
    const code = (each: string) => each.codePointAt(0)?.toString(16).padStart(4, '0')
    const hidden = [
      ...'\u00ad\u061c\u180e\u200b\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff\u{e0001}\u{e007f}',
    ]
    for (const each of hidden) expect(shown(`a${each}b`)).toEqual(['a', `[\\u${code(each)}]`, 'b'])
  })
  it('leaves letters, emoji, joiners and markup as they are', () => {
    const text = '<b>שלום</b> 👩‍🔧 é'
    expect(printable(text)).toEqual([{ text, isEscape: false }])
    expect(printable('')).toEqual([])
  })
  it('cuts between characters and says how many there are', () => {
    expect(cut('👩👩👩', 2)).toEqual({ shown: '👩👩', count: 3, isCut: true })
    expect(cut('👩👩👩', 3)).toEqual({ shown: '👩👩👩', count: 3, isCut: false })
    expect(cut('short', 300)).toEqual({ shown: 'short', count: 5, isCut: false })
  })
})
