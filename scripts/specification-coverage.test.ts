import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { goneFrom } from './testing/named-tests.ts'

/** Statements that no test shows yet. It may only go down: who writes a test for one takes one off. */
const withoutTestYet = 0

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The rows of all tables: `| 2.4.1 | statement | file › title<br>file › title |`. */
const rows = read('docs/specification-coverage.md')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [number = '', statement = '', cell = '', ...more] = line.split('|').slice(1, -1)
    return { number: number.trim(), statement: statement.trim(), cell: cell.trim(), more }
  })
const reason = /^no test( yet)?: \S/
const isYet = (cell: string) => cell.startsWith('no test yet')

describe('issue 13 docs/specification-coverage.md', () => {
  it('numbers its statements in their order, each once', () => {
    expect(rows.length).toBeGreaterThan(450)
    expect(rows.filter(({ statement, more }) => statement === '' || more.length > 0)).toEqual([])
    const numbers = rows.map(({ number }) => number)
    const ascending = new Intl.Collator('en-US', { numeric: true })
    expect(numbers).toEqual([...new Set(numbers)].sort(ascending.compare))
  })

  it('names tests that are there', () => {
    const gone = rows
      .filter(({ cell }) => !reason.test(cell))
      .flatMap(({ number, cell }) => goneFrom(cell).map((named) => ({ number, named })))
    expect(gone).toEqual([])
  })

  it('says how many statements have no test yet', () => {
    const yet = rows.filter(({ cell }) => isYet(cell)).map(({ number, cell }) => `${number} ${cell}`)
    console.info(`${yet.length} of ${rows.length} statements of the specification have no test yet.`)
    expect(yet, yet.join('\n')).toHaveLength(withoutTestYet)
  })
})
