import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { reasonOf, securityRules, shownBy, statementsOf } from './lib/shown-by.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** Files of the product below this folder in which the pattern stands. */
const withPattern = (folder: string, pattern: RegExp) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })
    .filter((path) => !/\.(test|facts)\.tsx?$|\/testing\//.test(path) && pattern.test(read(path)))
    .sort()

describe('18.7 docs/security/rules.md', () => {
  const rules = statementsOf(securityRules)

  it('has every rule from R1 to R49, each with a test that is there or the reason why there is none', () => {
    expect(rules.map(({ number }) => number)).toEqual(Array.from({ length: 49 }, (_, i) => `R${i + 1}`))
    const gone = rules
      .filter((each) => !reasonOf(each))
      .flatMap((each) => shownBy(each).filter(({ titles }) => titles.length === 0))
    expect(gone).toEqual([])
  })
})

describe('what no call can show', () => {
  it('R24 nothing in the console makes markup or a program of text', () => {
    const makers =
      /\b(dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write)\b|\beval\(|\bnew Function\(/
    expect(withPattern('apps/console/src', makers)).toEqual([])
    expect(makers.test('element.innerHTML = name')).toBe(true)
  })

  it('R27 raw SQL stands in these files alone, and patterns are ours', () => {
    const server = 'apps/server/src'
    // Each time one of a few words of ours: a column, a table, a type, a direction. Who adds a file has looked at where its come from.
    expect(withPattern(server, /\bsql\.raw\(/)).toEqual([
      `${server}/features/companies/company-lists.store.ts`,
      `${server}/features/imports/stage-lines.ts`,
      `${server}/features/search/by-name.ts`,
      `${server}/features/search/source.ts`,
      `${server}/features/states/mend-states.ts`,
      `${server}/features/states/sim-state.ts`,
      `${server}/migrations.ts`,
      `${server}/platform/audit/append-audit.ts`,
      `${server}/platform/database/copy-database.ts`,
      `${server}/platform/database/open-database.ts`,
    ])
    // Of the contract's own paths.
    expect(withPattern(server, /\bnew RegExp\(/)).toEqual([`${server}/platform/http/api.ts`])
  })
})
