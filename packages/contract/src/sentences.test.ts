import { expect, it } from 'vitest'
import { ended, unended } from './sentences.ts'

it.each([
  ['Please Contact Admin!', 'Please Contact Admin!', 'Please Contact Admin'],
  [' 503 Service Unavailable ', '503 Service Unavailable.', '503 Service Unavailable'],
  ['Not now. Why?', 'Not now. Why?', 'Not now. Why'],
  ['Wait…', 'Wait…', 'Wait'],
  ['In v1.2', 'In v1.2.', 'In v1.2'],
  ['', '', ''],
])('robustness 8 %j is %j as a sentence, and %j within one', (text, asSentence, within) => {
  expect(ended(text)).toBe(asSentence)
  expect(unended(text)).toBe(within)
  expect(ended(unended(text))).not.toMatch(/[.!?…][.!?…]$/)
})
