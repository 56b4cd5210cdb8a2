import { expect, it } from 'vitest'
import { fileNameOf } from './fetch-file.ts'

it.each([
  ['attachment; filename="billing-2020-08.csv"', 'billing-2020-08.csv'],
  ['attachment; filename=billing.csv', 'billing.csv'],
  ['attachment; filename="x.csv"; filename*=UTF-8\'\'r%C3%A9sum%C3%A9.csv', 'résumé.csv'],
  ['attachment; filename="a\\"b.csv"', 'a"b.csv'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ["attachment; filename*=UTF-8''%E0%A4%A", '%E0%A4%A'],
  ['attachment', null],
  [null, null],
])('D22 takes the file name out of %j', (header, name) => {
  expect(fileNameOf(header)).toBe(name)
})
