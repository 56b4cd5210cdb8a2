import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fields } from './en-US/fields.ts'
import { languages } from './languages.ts'
import { fillPlaceholders, text, textsOf } from './text.ts'

describe('D27 texts', () => {
  it('1, 3 has one language, which is the page’s', () => {
    expect(languages).toEqual([{ id: 50, name: 'English', culture: 'en-US' }])
    const page = readFileSync(new URL('../../index.html', import.meta.url), 'utf8')
    expect(page).toContain(`<html lang="${languages[0].culture}"`)
  })
  it('9 puts values between @@ or %%', () => {
    expect(fillPlaceholders('@@a@@ of %%b%%, @@a@@', { a: 1, b: 'two' })).toBe('1 of two, 1')
  })
  it('leaves a name without a value to be seen, and takes values as they are', () => {
    expect(fillPlaceholders('@@missing@@ @@toString@@', {})).toBe('@@missing@@ @@toString@@')
    expect(fillPlaceholders('@@a@@', { a: '$& @@b@@', b: 'x' })).toBe('$& @@b@@')
  })
  it('robustness 8 ends a sentence once, whatever the value ends with', () => {
    const say = (a: string) => fillPlaceholders('Refused: @@a@@. Try again.', { a })
    expect(['no', 'no.', 'Please Contact Admin!', 'Why?'].map(say)).toEqual([
      'Refused: no. Try again.',
      'Refused: no. Try again.',
      'Refused: Please Contact Admin! Try again.',
      'Refused: Why? Try again.',
    ])
  })
  it('issue 54 a number has one word behind 1 and the other one behind 0, 2 and many', () => {
    const say = (count: number) => fillPlaceholders('@@count@@ more {line|lines} {is|are} left', { count })
    expect([0, 1, 2, 1250].map(say)).toEqual([
      ...['0 more lines are left', '1 more line is left'],
      ...['2 more lines are left', '1,250 more lines are left'],
    ])
    expect(fillPlaceholders('@@a@@ of @@b@@ {SIM|SIMs}', { a: 1, b: 2 })).toBe('1 of 2 SIMs')
  })
  it('5, 8 has the specification’s strings', () => {
    const fieldText = textsOf(fields)
    expect(fieldText('ThisFieldIsRequired')).toBe('This field is required')
    expect(fieldText('ErrorNumberTooSmall', { minimum: 1 })).toBe('Enter 1 or more')
    expect(fieldText('LoadingOptions')).toBe('Loading...')
    expect(text('NetworkProblem')).toBe('Network Problem, Please Contact Admin!')
    expect(text('ErrorOccured')).toBe('Error occured')
  })
  it('gives the texts of one area', () => {
    const area = textsOf({ Title: '@@count@@ SIMs' })
    expect(area('Title', { count: 1250 })).toBe('1,250 SIMs')
  })
})
