import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { area, chosen, complaintAbout, type Fault, plant } from './fault.ts'
import { faults } from './faults/index.ts'
import { lineOf, summaryOf } from './report.ts'

const root = join(import.meta.dirname, '../..')

const fault: Fault = {
  name: 'csv/formulas',
  file: 'csv.ts',
  before: 'safe($1)',
  after: '$1 + "$&"',
  breaks: 'a cell can be a formula',
  tests: ['csv.test.ts'],
  expected: 'killed',
}

describe('a planted fault', () => {
  it('takes the place of what it replaces, to the letter', () => {
    expect(plant(fault, 'a(); safe($1); b()')).toBe('a(); $1 + "$&"; b()')
  })

  it.each([
    ['a()', 'stands no longer in csv.ts: "safe($1)"'],
    ['safe($1), safe($1)', 'stands 2 times in csv.ts: "safe($1)"'],
  ])('is not planted in %s', (source, sentence) => {
    expect(complaintAbout(fault, source)).toBe(`csv/formulas: what it replaces ${sentence}`)
    expect(() => plant(fault, source)).toThrow(sentence)
  })

  it('is told where its file is gone, or where it changes nothing', () => {
    expect(complaintAbout(fault, undefined)).toBe('csv/formulas: there is no file csv.ts any more.')
    expect(complaintAbout({ ...fault, after: fault.before }, 'safe($1)')).toBe(
      'csv/formulas: it changes nothing.',
    )
    expect(complaintAbout(fault, 'safe($1)')).toBeUndefined()
  })

  it('has what its area shares, and its own where it says so', () => {
    const row = { name: 'formulas', file: 'csv.ts', before: 'a', after: 'b', breaks: '' }
    const [first, second] = area('csv', { under: 'apps', tests: ['one.test.ts'] }, [
      row,
      { ...row, tests: ['two.test.ts'], expected: 'survives' },
    ])
    expect(first).toMatchObject({
      name: 'csv/formulas',
      file: 'apps/csv.ts',
      tests: ['one.test.ts'],
      expected: 'killed',
    })
    expect(second).toMatchObject({ tests: ['two.test.ts'], expected: 'survives' })
  })

  it('is chosen by its name or its area; a name that nothing has is told', () => {
    const all = [fault, { ...fault, name: 'csv/bom' }, { ...fault, name: 'csv-files/bom' }]
    const namesOf = (names: string[]) => chosen(all, names).faults.map(({ name }) => name)
    expect(namesOf([])).toEqual(['csv/formulas', 'csv/bom', 'csv-files/bom'])
    expect(namesOf(['csv'])).toEqual(['csv/formulas', 'csv/bom'])
    expect(namesOf(['csv/bom', 'csv-files'])).toEqual(['csv/bom', 'csv-files/bom'])
    expect(chosen(all, ['csv', 'cs']).unknown).toEqual(['cs'])
  })
})

describe('what is said of a run', () => {
  const killed = { is: 'killed', by: 'csv.test.ts: D22 cells' } as const
  const survived = { is: 'survived' } as const
  const survivor: Fault = { ...fault, name: 'csv/bom', breaks: 'accents are misread', expected: 'survives' }

  it('counts, names the survivors, and is content where all is as expected', () => {
    const { lines, fails } = summaryOf([
      { fault, verdict: killed },
      { fault: survivor, verdict: survived },
    ])
    expect(lines).toEqual([
      'No test notices, as expected so far:',
      '  csv/bom: accents are misread',
      '1 of 2 faults killed (50 %).',
    ])
    expect(fails).toBe(false)
  })

  it('fails where a fault is no longer noticed', () => {
    const { lines, fails } = summaryOf([{ fault, verdict: survived }])
    expect(lines).toContain('  csv/formulas: a cell can be a formula')
    expect(lines[0]).toBe('NO TEST NOTICES ANY MORE, though one did:')
    expect(fails).toBe(true)
    expect(lineOf({ fault, verdict: survived })).toBe('SURVIVED    csv/formulas: a cell can be a formula')
  })

  it('fails where its tests are red without it, which proves nothing', () => {
    const verdict = { is: 'not judged', why: 'without it already fails csv.test.ts' } as const
    const { lines, fails } = summaryOf([{ fault, verdict }])
    expect(lines).toEqual([
      'Not judged:',
      '  csv/formulas: without it already fails csv.test.ts',
      '0 of 1 faults killed (0 %).',
    ])
    expect(fails).toBe(true)
  })

  it('tells a survivor that is killed now, so that its mark can go', () => {
    const { lines, fails } = summaryOf([{ fault: survivor, verdict: killed }])
    expect(lines[0]).toBe("Killed now, though marked as survivors: take `expected: 'survives'` away from")
    expect(lines[1]).toBe('  csv/bom: csv.test.ts: D22 cells')
    expect(fails).toBe(false)
  })
})

describe('the list of faults', () => {
  it('has each name once', () => {
    const names = faults.map(({ name }) => name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it('fits the code: what each fault replaces stands exactly once in its file', () => {
    const sources = new Map<string, string | undefined>()
    const sourceOf = (file: string) => {
      const path = join(root, file)
      if (!sources.has(file)) sources.set(file, existsSync(path) ? readFileSync(path, 'utf8') : undefined)
      return sources.get(file)
    }
    expect(faults.flatMap((each) => complaintAbout(each, sourceOf(each.file)) ?? [])).toEqual([])
  })

  it('leaves alone what the databases of all tests are made from: that is made once, perhaps with the fault', () => {
    // Who waits for a connection, and how long, is nothing that a database is made of, nor what is done with one later.
    const making =
      /^apps\/server\/src\/platform\/(jobs|database\/(?!(witness|places|postgres-pools|work|version|keep|copy-database)\.ts$))/
    expect(faults.filter(({ file }) => making.test(file))).toEqual([])
  })

  it('names tests that are there', () => {
    const named = new Set(faults.flatMap(({ tests }) => tests))
    expect([...named].filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(faults.filter(({ tests }) => tests.length === 0)).toEqual([])
  })
})
