import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { reasonOf, shownBy, specification, statementsOf } from './lib/shown-by.ts'

/** Statements that no test shows yet. Anyone who writes a test for one takes it off. */
const withoutTestYet: string[] = []

const statements = statementsOf(specification)

describe('issue 13 scripts/specification-coverage.txt', () => {
  it('numbers its statements in their order, each once', () => {
    const numbers = statements.map(({ number }) => number)
    const lines = readFileSync(join(import.meta.dirname, '..', specification), 'utf8').match(/^\d.*/gm) ?? []
    expect(numbers).toHaveLength(lines.length)
    const ascending = new Intl.Collator('en-US', { numeric: true })
    expect(numbers).toEqual([...new Set(numbers)].sort(ascending.compare))
  })

  it('has a test or a reason for each statement', () => {
    const gone = statements
      .filter((each) => !reasonOf(each))
      .flatMap((each) =>
        shownBy(each)
          .filter(({ titles }) => titles.length === 0)
          .map(({ named }) => `${each.number}: no test of ${named} shows it by its title`),
      )
    expect(gone).toEqual([])
  })

  it('says which statements have no test yet', () => {
    const yet = statements.filter((each) => reasonOf(each)?.startsWith('no test yet'))
    expect(yet.map(({ number }) => number)).toEqual(withoutTestYet)
  })
})
