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
