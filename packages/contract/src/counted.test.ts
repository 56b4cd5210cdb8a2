import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBatchFile } from './batch-file.ts'
import { anythingIn, linesIn } from './line-list.ts'
import { identifiers } from './pasted.facts.ts'
import { simsWithin } from './sim-runs.ts'

/** What a text is made of that names some SIMs. */
type Shape = (sims: readonly string[]) => string

const rows =
  (row: (sim: string, at: number) => string, end = '\n'): Shape =>
  (sims) =>
    sims.map(row).join(end)
/** The first half of the SIMs and the other one: two files, two columns, two sentences. */
const halves = (sims: readonly string[]) => {
  const middle = Math.ceil(sims.length / 2)
  return [sims.slice(0, middle), sims.slice(middle)] as const
}

/** Texts as people have them (issue 54), around any SIM IDs. */
const shapes: Record<string, Shape> = {
  'one line with a word before it': (sims) => `Please cancel ${sims.join(', ')}`,
  'an "and" in it': (sims) => `Hi, please cancel ${sims.join(', ')} and tell Sam, today. Thanks, Ann`,
  'a mail': (sims) => `Hello, Sam\n\nPlease cancel ${sims.join(', ')}\n\nThanks, Ann`,
  'a mail with a comma in each line': (sims) => `Hello, Sam\nPlease cancel ${sims.join(', ')}`,
  'two sentences': (sims) => {
    const [one, other] = halves(sims)
    return `The panel at Harbor has ${one.join(' and ')}, the spare is ${other.join(' and ')}.`
  },
  remarks: (sims) => sims.map((sim, at) => (at % 2 ? sim : `${sim} (main)`)).join(', '),
  'names before several on a line': (sims) => {
    const [one, other] = halves(sims)
    return `Harbor ${one.join(', ')}\nPrairie ${other.join(', ')}`
  },
  'remarks between tabs': (sims) => {
    const [one, other] = halves(sims)
    return other
      .map((sim, at) => `${one[at]} old\t${sim}`)
      .concat(one.slice(other.length))
      .join('\n')
  },
  'a query': (sims) => `SELECT * FROM sims WHERE iccid IN (${sims.map((sim) => `'${sim}'`).join(', ')});`,
  'a dump in one line': (sims) =>
    `INSERT INTO sims VALUES ${sims.map((sim, at) => `(${at}, '${sim}', 'x')`).join(', ')};`,
  log: rows((sim, at) => `2026-11-20 10:00:0${at % 10} INFO sim ${sim} suspended`),
  'log with milliseconds': rows((sim) => `2026-11-20T10:00:01,123Z [INFO] sim=${sim}; state=suspended`),
  chat: rows((sim, at) => `[10:0${at % 10}, 27/11/2026] Sam: it is ${sim}, I think`),
  markup: rows((sim) => `<li>${sim}</li>`),
  objects: (sims) => JSON.stringify(sims.map((iccid) => ({ iccid, state: 'active' }))),
  range: (sims) => sims.join(' - '),
  carets: (sims) => sims.map((sim) => `${sim}^Harbor`).join('\n'),
  totals: (sims) =>
    ['SIM ID,Plan,MB', ...sims.map((sim) => `${sim},Basic,12`), `Total,${sims.length},24`].join('\n'),
  'titles and totals': (sims) =>
    [
      'Usage report,,',
      'Period:,2026-10-01,2026-10-31',
      ',,',
      'Account,ICCID,MB',
      ...sims.map((sim) => `880011,${sim},12`),
      'Total,2,26',
    ].join('\n'),
  'heads once more': (sims) => {
    const [one, other] = halves(sims)
    const table = (list: readonly string[]) => ['Site,ICCID', ...list.map((sim) => `Pier,${sim}`)].join('\n')
    return `\ufeff${table(one)}\n\ufeff${table(other)}\n`
  },
  'byte order marks in the middle': (sims) => sims.join('\ufeff'),
  'a swap list': (sims) => {
    const [one, other] = halves(sims)
    return ['Old SIM;ICCID', ...one.map((sim, at) => `${sim};${other[at] ?? ''}`)].join('\n')
  },
  'a note that names another': (sims) => {
    const [one, other] = halves(sims)
    return ['Site,Card,Note', ...one.map((sim, at) => `Pier,${sim},before: ${other[at] ?? 'none'}`)].join(
      '\n',
    )
  },
}

const simsOnly = fc.uniqueArray(identifiers.iccid, { minLength: 1, maxLength: 7 })

/** Taken and named, or refused in words with nothing taken. */
function countOf(text: string) {
  const list = readBatchFile(text)
  return 'refusal' in list ? undefined : { ...list, taken: list.entries.map(({ iccid }) => iccid) }
}

describe('issue 54 what is there is what was taken and what was named', () => {
  describe.each(Object.entries(shapes))('%s', (_name, shape) => {
    it('as a batch, whose rows are SIMs alone', () => {
      fc.assert(
        fc.property(simsOnly, (sims) => {
          const list = countOf(shape(sims))
          if (list === undefined) return
          expect([...list.taken, ...list.leftOut].toSorted()).toEqual(sims.toSorted())
        }),
      )
    })

    it.each([
      ['dropped', anythingIn],
      ['pasted', linesIn],
    ])('%s to be looked up, a line each', (_how, read) => {
      fc.assert(
        fc.property(simsOnly, (sims) => {
          const lines = read(shape(sims)).split('\n')
          expect(new Set(lines.flatMap(simsWithin))).toEqual(new Set(sims))
          expect(Math.max(...lines.map((line) => simsWithin(line).length))).toBe(1)
        }),
      )
    })
  })

  it.each(Object.keys(shapes).filter((name) => !/swap|note/.test(name)))(
    'nothing of “%s” is left out where one list is meant',
    (name) => {
      const sims = ['8901170000000000013', '8901170000000000021', '8914800000000000055']
      expect(countOf(shapes[name]?.(sims) ?? '')?.taken.toSorted()).toEqual(sims)
    },
  )
})
