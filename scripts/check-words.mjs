// How we write (lib/words.ts): words that must not come back, test titles and commit subjects of a length. What was there
// before the rule is counted by room, and each count may only fall. Takes another root as argument; --list names all.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { subjectFault } from './lib/subject.mjs'
import { hardWordsIn, isScanned, longestTitle, longTitlesIn, longTitlesLeft, rooms } from './lib/words.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false } },
})
const root = resolve(positionals[0] ?? join(import.meta.dirname, '..'))
const notOurs = /^(?:node_modules|dist.*|data|\.git|test-results|playwright-report|\.vite)$/

function* filesIn(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory()) {
      if (!notOurs.test(entry.name)) yield* filesIn(path)
    } else if (isScanned(path)) yield path
  }
}

const found = new Map(rooms.map((room) => [room, []]))
const titles = []
for (const path of filesIn('')) {
  const text = readFileSync(join(root, path), 'utf8')
  const room = rooms.find(({ has }) => has.test(path))
  for (const { line, word, better } of hardWordsIn(path, text))
    found.get(room).push(`${path}:${line} has '${word}': ${better}`)
  for (const title of longTitlesIn(path, text)) titles.push(`${path}: ${title}`)
}

const changedAt = (each) => statSync(join(root, each.slice(0, each.indexOf(':')))).mtimeMs
const newestFirst = (list) => list.toSorted((a, b) => changedAt(b) - changedAt(a))

let faults = 0
function hold(name, limit, list) {
  if (list.length > limit) {
    faults++
    console.error(
      `${name}: ${list.length}, at most ${limit}. Mend one that is new; the files changed last come first (all: node scripts/check-words.mjs --list):`,
    )
  }
  const shown = values.list ? list : list.length > limit ? newestFirst(list).slice(0, 10) : []
  for (const each of shown) console.error(`  ${each}`)
  if (list.length < limit)
    console.log(`${name}: ${list.length} left. Lower the limit of ${limit} in scripts/lib/words.ts.`)
}
for (const [{ name, limit }, list] of found) hold(`hard words in ${name}`, limit, list)
hold(`test titles over ${longestTitle} characters`, longTitlesLeft, titles)

// Only commits that can still be changed; a clone without a remote shows its last twenty.
if (existsSync(join(root, '.git'))) {
  const { status, stdout } = spawnSync(
    'git',
    ['log', '-20', '--no-merges', '--format=%s', 'HEAD', '--not', '--remotes'],
    { cwd: root, encoding: 'utf8' },
  )
  const subjects = status === 0 ? stdout.split('\n') : []
  for (const fault of subjects.map(subjectFault).filter(Boolean)) {
    faults++
    console.error(`${fault}. Change it with git commit --amend or git rebase -i.`)
  }
}
process.exitCode = faults > 0 ? 1 : 0
