import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { area, chosen, type Fault, nameOf } from './fault.ts'
import { faults } from './faults/index.ts'
import { plantingIn, readTree } from './plant.ts'
import { lineOf, summaryOf } from './report.ts'

const source = `
const first = 1
export function csv(cell: string) {
  const once = safe($1)
  return once ||
    twice(twice())
}
export const isOver = (at: number) => at > now()
class Writer { end() {} }
`
const tree = new Map([
  ['apps/csv.ts', source],
  ['apps/other/csv.ts', 'class Writer {}'],
])
const plant = plantingIn(tree, ['apps/csv.test.ts', 'apps/other/writer.test.ts', 'packages/writer.test.ts'])
const fault = { area: 'files', in: 'csv', breaks: 'a cell can be a formula', tests: ['csv'] } as const

describe('a planted fault', () => {
  it('house 9 takes the place of what it replaces, to the letter', () => {
    const { path, text, tests } = plant({ ...fault, before: 'safe($1)', after: '$1 + "$&"' })
    expect(path).toBe('apps/csv.ts')
    expect(text).toBe(source.replace('safe($1)', () => '$1 + "$&"'))
    expect(tests).toEqual(['apps/csv.test.ts'])
  })

  it('house 9 is found whatever the white space, and takes away what has no replacement', () => {
    expect(plant({ ...fault, before: '|| twice(twice())' }).text).toContain('return once \n}')
  })

  it('house 9 may be what a whole function does', () => {
    expect(plant({ ...fault, in: 'isOver', body: 'return false' }).text).toContain(
      'isOver = (at: number) => { return false }\n',
    )
    expect(plant({ ...fault, body: 'return cell' }).text).toContain('csv(cell: string) { return cell }\n')
  })

  it.each<[Partial<Fault>, string]>([
    [{ before: 'first' }, 'files/csv: "first" stands there no longer.'],
    [{ before: 'twice' }, 'files/csv: "twice" stands there 2 times.'],
    [{ before: 'once ||', after: 'once ||\n   ' }, ''],
    [{ before: 'once', after: 'once' }, 'files/csv: "once" stands there 2 times.'],
    [{ before: 'safe', after: 'safe' }, 'files/csv: it changes nothing.'],
    [{ in: 'first', body: '1' }, 'files/first: it is no function.'],
    [{ in: 'gone' }, 'files/gone: it is declared no longer.'],
    [{ in: 'Writer' }, 'files/Writer: it is declared in apps/csv.ts, apps/other/csv.ts.'],
    [{ before: 'safe', tests: ['writer'] }, 'files/csv: 2 tests end in writer: '],
    [{ before: 'safe', tests: ['v'] }, 'files/csv: 0 tests end in v: '],
  ])('house 9 says why it cannot be planted: %o', (change, sentence) => {
    const planting = () => plant({ ...fault, ...change })
    if (sentence === '') expect(planting).not.toThrow()
    else expect(planting).toThrow(sentence)
  })

  it('house 9 a folder tells which of two declarations is meant', () => {
    const one = { ...fault, in: 'Writer', under: 'apps/other', before: '{}', after: '{ end() {} }' }
    expect(plant(one).path).toBe('apps/other/csv.ts')
  })

  it('house 9 is chosen by its area or its declaration; a name that nothing has is told', () => {
    const all = [...area('csv', [fault, { ...fault, in: 'bom' }]), ...area('csv-files', [fault])]
    const namesOf = (names: string[]) => chosen(all, names).faults.map(nameOf)
    expect(namesOf([])).toEqual(['csv/csv', 'csv/bom', 'csv-files/csv'])
    expect(namesOf(['csv'])).toEqual(['csv/csv', 'csv/bom'])
    expect(namesOf(['csv/bom', 'csv-files'])).toEqual(['csv/bom', 'csv-files/csv'])
    expect(chosen(all, ['csv', 'cs']).unknown).toEqual(['cs'])
  })
})

describe('what is said of a run', () => {
  const killed = { fault, verdict: { is: 'killed', by: 'csv.test.ts: D22 cells' } } as const
  const survived = { fault, verdict: { is: 'survived' } } as const
  const red = { fault, verdict: { is: 'not judged', why: 'without it already fails csv.test.ts' } } as const

  it('house 9 is content where all are killed, and names by which test', () => {
    expect(lineOf(killed)).toBe('killed      files/csv: a cell can be a formula: by csv.test.ts: D22 cells')
    expect(summaryOf([killed])).toEqual({ lines: ['1 of 1 faults killed.'], fails: false })
  })

  it('house 9 fails where a fault is not noticed, or its tests are red without it', () => {
    expect(summaryOf([killed, survived, red])).toEqual({
      lines: [
        'SURVIVED    files/csv: a cell can be a formula',
        'NOT JUDGED  files/csv: a cell can be a formula: without it already fails csv.test.ts',
        '1 of 3 faults killed.',
      ],
      fails: true,
    })
  })
})

describe('the list of faults', () => {
  const plantReal = readTree(join(import.meta.dirname, '../..'))
  const planted = faults.map((each) => {
    try {
      return plantReal(each)
    } catch (error) {
      return (error as Error).message
    }
  })

  it('house 9 fits the code', () => {
    expect(planted.filter((each) => typeof each === 'string')).toEqual([])
  })

  it('house 9 leaves alone what the databases of all tests are made from', () => {
    // That is made once, perhaps with the fault; how connections are waited for and what is done later is not in it.
    const making =
      /^apps\/server\/src\/platform\/(jobs|database\/(?!(witness|places|postgres-pools|work|version|keep|copy-database)\.ts$))/
    expect(planted.filter((each) => typeof each !== 'string' && making.test(each.path))).toEqual([])
  })

  it('house 9 names tests for each', () => {
    expect(faults.filter(({ tests }) => tests.length === 0)).toEqual([])
  })
})
