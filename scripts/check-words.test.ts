import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { longestSubject, subjectFault } from './lib/subject.mjs'
import { hardWordsIn, longestTitle, longTitlesIn } from './lib/words.ts'

const script = join(import.meta.dirname, 'check-words.mjs')
const hook = join(import.meta.dirname, 'git-hooks/commit-msg')
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'words-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function lay(path: string, text: string): void {
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const check = () => spawnSync(process.execPath, [script, folder], { encoding: 'utf8' })

describe('issue 41 plain English', () => {
  it('names a hard word with its line and a plainer one', () => {
    expect(hardWordsIn('a.ts', '// Fine.\n// Whoever saves first has his way.')).toMatchObject([
      { line: 2, word: 'Whoever', better: expect.stringContaining('anyone who') },
      { line: 2, word: 'his', better: expect.stringContaining('their') },
    ])
    expect(hardWordsIn('a.md', 'seen at today 08:08')).toMatchObject([{ word: 'at today' }])
  })

  it.each(['the history of this SIM', 'nobodyElse', 'today at 08:08', 'They anewly'])(
    'leaves %s alone',
    (text) => {
      expect(hardWordsIn('a.md', text)).toEqual([])
    },
  )

  it('reads no pictures, data or lock files', () => {
    expect(hardWordsIn('package-lock.json', 'whoever')).toEqual([])
    expect(hardWordsIn('a.png', 'whoever')).toEqual([])
  })

  it('lets the number of hard words fall and not rise', () => {
    lay('apps/console/src/texts/en-US/a.ts', '// plain\n')
    expect(check().status).toBe(0)
    lay('apps/console/src/texts/en-US/a.ts', '// whoever\n'.repeat(5_000))
    const { status, stderr } = check()
    expect(status).toBe(1)
    expect(stderr).toContain('hard words in texts of the interface: 5000, at most')
    expect(stderr).toContain("apps/console/src/texts/en-US/a.ts:1 has 'whoever'")

    utimesSync(join(folder, 'apps/console/src/texts/en-US/a.ts'), 1, 1)
    lay('apps/console/src/texts/en-US/z.ts', '// nobody\n')
    expect(check().stderr.split('\n')[1]).toContain("apps/console/src/texts/en-US/z.ts:1 has 'nobody'")
  })

  it('finds long titles of every kind of test, and only titles', () => {
    const long = 'x'.repeat(longestTitle + 1)
    const text = `it('${long}', f)\nit.each([[1, (2)]])(\n  '${long}', f)\ntest.describe("${long}", f)\nedit('${long}')`
    expect(longTitlesIn('a.test.ts', text)).toEqual([long, long, long])
    expect(longTitlesIn('a.test.ts', `it('${long.slice(1)}', f)`)).toEqual([])
    expect(longTitlesIn('a.ts', text)).toEqual([])
  })

  it('bounds the subject of a commit, not its body, and lets git write its own', () => {
    const long = 'x'.repeat(longestSubject + 1)
    expect(subjectFault(`Fix palette focus\n\n${long}`)).toBeUndefined()
    expect(subjectFault(`Merge ${long}`)).toBeUndefined()
    expect(subjectFault(long)).toContain(`at most ${longestSubject} characters`)
  })

  it.skipIf(process.platform === 'win32')('refuses a long subject in the hook', () => {
    lay('message', `${'x'.repeat(longestSubject + 1)}\n`)
    expect(spawnSync(hook, [join(folder, 'message')], { encoding: 'utf8' }).status).toBe(1)
    lay('message', 'Fix palette focus\n')
    expect(spawnSync(hook, [join(folder, 'message')], { encoding: 'utf8' }).status).toBe(0)
  })
})
