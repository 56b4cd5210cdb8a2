// npm run task -- house [--hold]: the measures of a good house, each beside its limit, with the names of what is beyond it.
// With --hold it ends with 1 where a limit is passed. Takes another root as argument.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { circlesIn, importGraph, mutualFolders } from './lib/import-graph.ts'
import { isTestCode } from './lib/import-rules.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { hold: { type: 'boolean', default: false } },
})
const home = resolve(import.meta.dirname, '..')
const root = resolve(positionals[0] ?? home)
const worstFunction = 20
const longestFile = 300

const graph = importGraph(root)
const texts = new Map([...graph.keys()].map((path) => [path, readFileSync(join(root, path), 'utf8')]))
const linesOf = (path) => texts.get(path).split('\n').length - 1
const product = [...graph.keys()].filter((path) => /^(apps|packages)\//.test(path) && !isTestCode(path))
/** Lists and sentences, of which each line stands for itself. */
const isData = (path) => /\/texts\/[\w-]+\//.test(path)

const sizes = product.map(linesOf).sort((a, b) => a - b)
const long = product.filter((path) => linesOf(path) > longestFile && !isData(path))
const complex = complexFunctions()
const ours = new Map(
  product.map((path) => [path, graph.get(path).filter(({ to }) => graph.has(to) && !isTestCode(to))]),
)
const circles = circlesIn(ours, ({ lazy }) => !lazy)
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
  { name: `files over ${longestFile} lines`, value: long.length, limit: 0, names: long },
  {
    name: `functions of a complexity over ${worstFunction}`,
    value: complex.length,
    limit: 0,
    names: complex,
  },
  { name: 'circles of imports, types included', value: circles.length, limit: 0, names: circles },
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

/** As Biome counts them. */
function complexFunctions() {
  const biome = join(home, 'node_modules/@biomejs/biome/bin/biome')
  const config = `--config-path=${join(home, 'scripts/lib/complexity.json')}`
  const { stdout, error } = spawnSync(
    process.execPath,
    [
      biome,
      'lint',
      config,
      '--max-diagnostics=none',
      '--reporter=json',
      ...['apps', 'packages'].filter((each) => existsSync(join(root, each))),
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 },
  )
  if (error) throw error
  return JSON.parse(stdout)
    .diagnostics.filter(({ category }) => category.endsWith('noExcessiveCognitiveComplexity'))
    .filter(({ location }) => texts.has(location.path) && !isTestCode(location.path))
    .map(({ location, message }) => `${location.path}:${location.start.line} ${/\d+/.exec(message)?.[0]}`)
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
