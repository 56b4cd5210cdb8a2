import { describe, expect, it } from 'vitest'
import { checkField, type FieldChecks } from './field-checks.ts'

const all: FieldChecks = {
  isRequired: true,
  pattern: /[\d.]+/,
  title: 'Digits only',
  minLength: 2,
  maxLength: 4,
  minimum: 20,
  maximum: 2000,
  check: (value) => (value === '42' ? 'Not that one' : undefined),
}

describe('5 form field checks', () => {
  it.each([
    ['', 'This field is required'],
    ['   ', 'This field is required'],
    ['x', 'Digits only'],
    ['7', 'Enter at least 2 characters'],
    ['12345', 'Enter at most 4 characters'],
    ['19', 'Enter 20 or more'],
    ['2001', 'Enter 2000 or less'],
    ['42', 'Not that one'],
    ['20', undefined],
    ['2000', undefined],
  ])('the first failure of %j wins: %s', (value, message) => {
    expect(checkField(value, all)).toBe(message)
  })

  it('an empty value that is not required passes', () => {
    expect(checkField('', { ...all, isRequired: false })).toBeUndefined()
  })

  it('the pattern must match the whole value, and a global flag does not make it forget', () => {
    const pattern = /[a-z]+/g
    expect(checkField('abc1', { pattern, title: 'Letters' })).toBe('Letters')
    expect(checkField('abc', { pattern })).toBeUndefined()
    expect(checkField('abc', { pattern })).toBeUndefined()
    expect(checkField('ab', { pattern: 'a|ab' })).toBeUndefined()
  })

  it.each(['a@b.c', 'first.last@prairie.example'])('an email field takes %s', (value) => {
    expect(checkField(value, { type: 'email' })).toBeUndefined()
  })

  it.each(['a@b', 'a b@c.d', '@.', 'alerts@prairie-alarm'])('an email field refuses %s', (value) => {
    expect(checkField(value, { type: 'email' })).toBe('Email is invalid')
  })

  it('a number field refuses what is no number', () => {
    expect(checkField('1e999', { type: 'number' })).toBe('Enter a number')
    expect(checkField('4 4', { type: 'number' })).toBe('Enter a number')
    expect(checkField('-3.5', { type: 'number' })).toBeUndefined()
  })

  it('counts characters as people do', () => {
    expect(checkField('👍👍', { maxLength: 2 })).toBeUndefined()
  })
})
