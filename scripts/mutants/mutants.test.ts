import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { areaOf, areas } from './areas.ts'
import { type MutationReport, summaryOf } from './report.ts'

const root = join(import.meta.dirname, '../..')

const source = `export const isOver = (at: number) =>
  at >
    now()
`
const mutant = (status: string, replacement = 'true') => ({
  mutatorName: 'ConditionalExpression',
  replacement,
  status,
  location: { start: { line: 2, column: 3 }, end: { line: 3, column: 10 } },
})
const reportOf = (...mutants: ReturnType<typeof mutant>[]): MutationReport => ({
  files: { 'apps/clock.ts': { source, mutants } },
})
const area = { mutate: [], tests: [] }

it('house 9 a change that no test notices is listed with its line, the others are counted', () => {
  const report = reportOf(mutant('Killed'), mutant('Timeout'), mutant('RuntimeError'), mutant('Survived'))
  expect(summaryOf(area, report)).toEqual([
    'apps/clock.ts:2  at > now() → true',
    '3 of 4 mutants killed (75 %).',
  ])
})

it('house 9 code that no test runs is told apart; what was not tried does not count', () => {
  const report = reportOf(mutant('NoCoverage', 'at >=\n now()'), mutant('Ignored'), mutant('CompileError'))
  expect(summaryOf(area, report)).toEqual([
    'apps/clock.ts:2  at > now() → at >= now()  (no test comes here)',
    '0 of 1 mutants killed (0 %).',
  ])
})

it('house 9 an equivalent change is not listed, but is not counted as killed', () => {
  const equivalent = [{ file: 'clock.ts', was: 'at > now()', becomes: 'at >= now()', why: '' }]
  const report = reportOf(
    mutant('Survived', 'at >= now()'),
    mutant('Killed'),
    mutant('Killed', 'at >= now()'),
  )
  expect(summaryOf({ ...area, equivalent }, report)).toEqual(['2 of 3 mutants killed (66 %), 1 equivalent.'])
  const [one] = equivalent.map((change) => ({ ...change, line: 'at >' }))
  const elsewhere = equivalent.map((change) => ({ ...change, line: 'now' }))
  expect(summaryOf({ ...area, equivalent: one ? [one] : [] }, report)).toHaveLength(1)
  expect(summaryOf({ ...area, equivalent: elsewhere }, report)).toHaveLength(2)
})

it.each(Object.entries(areas))('house 9 what area %s changes and tests is there', (_, { mutate, tests }) => {
  for (const glob of [...mutate, ...tests]) expect(globSync(glob, { cwd: root }), glob).not.toEqual([])
})

it('house 9 a folder of the server is an area', () => {
  const path = 'apps/server/src/features/csr'
  expect(areaOf('csr')).toEqual({ mutate: [`${path}/**/*.ts`], tests: [`${path}/**/*.test.ts`] })
  expect(areaOf('audit')).toBe(areas.audit)
  expect(areaOf('')).toBeUndefined()
  expect(areaOf('gone')).toBeUndefined()
})
