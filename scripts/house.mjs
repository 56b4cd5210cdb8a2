// npm run task -- house [--hold]: the measures of a good house that Biome does not take (biome.json holds the length of files, the
// complexity of functions and circles of imports), each beside its limit, with the names of what is beyond it.
// With --hold it ends with 1 where a limit is passed. Takes another root as argument.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { importGraph, mutualFolders } from './lib/import-graph.ts'
import { isTestCode } from './lib/import-rules.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { hold: { type: 'boolean', default: false } },
})
const root = resolve(positionals[0] ?? join(import.meta.dirname, '..'))

const graph = importGraph(root)
const texts = new Map([...graph.keys()].map((path) => [path, readFileSync(join(root, path), 'utf8')]))
const linesOf = (path) => texts.get(path).split('\n').length - 1
const product = [...graph.keys()].filter((path) => /^(apps|packages)\//.test(path) && !isTestCode(path))

const sizes = product.map(linesOf).sort((a, b) => a - b)
const ours = new Map(
  product.map((path) => [path, graph.get(path).filter(({ to }) => graph.has(to) && !isTestCode(to))]),
)
const pairs = mutualFolders(ours)
const dead = deadExports()
const exceptions = product.flatMap((path) => texts.get(path).match(/\bbiome-ignore\b/g) ?? [])

/** What is measured, and how much of it may be: the one table. */
const measures = [
  {
    name: 'lines of nine files in ten, at most',
    value: sizes[Math.floor(sizes.length * 0.9)] ?? 0,
    limit: 160,
  },
  { name: 'pairs of folders that import each other', value: pairs.length, limit: 0, names: pairs },
  { name: 'exports that no other file names', value: dead.length, limit: 0, names: dead },
  { name: 'exceptions from the lint', value: exceptions.length, limit: 40 },
]

console.log(
  `  ${sum(sizes).toLocaleString('en-US')} lines of the product in ${sizes.length.toLocaleString('en-US')} files`,
)
for (const { name, value, limit, names = [] } of measures) {
  console.log(
    `${value > limit ? '✗' : '✓'} ${name}: ${value.toLocaleString('en-US')} (at most ${limit.toLocaleString('en-US')})`,
  )
  for (const each of names) console.log(`    ${each}`)
}
if (values.hold && measures.some(({ value, limit }) => value > limit)) process.exitCode = 1

function sum(numbers) {
  return numbers.reduce((all, each) => all + each, 0)
}

/** Exported by a file of the product, and a word in no other file: a name that someone else has, too, is not noticed. */
function deadExports() {
  const files = new Map()
  for (const [path, text] of texts)
    for (const word of new Set(text.match(/[A-Za-z_$][\w$]*/g)))
      files.set(word, [...(files.get(word) ?? []), path])
  return product.flatMap((path) =>
    [
      ...texts
        .get(path)
        .matchAll(/^export (?:async )?(?:const|function\*?|class|interface|type|enum) (\w+)/gm),
    ]
      .filter(([, name]) => files.get(name).length === 1)
      .map(([, name]) => `${path} ${name}`),
  )
}
