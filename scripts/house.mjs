// npm run house [-- --hold]: the measures of a good house, each beside its limit, with the names of what is beyond it.
// With --hold it ends with 1 where a limit is passed. Takes another root as argument.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { importGraph } from './lib/import-graph.ts'
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
const circles = circlesOf()
const dead = deadExports()
const exceptions = product.flatMap((path) => texts.get(path).match(/\bbiome-ignore\b/g) ?? [])

/** Lines that the product had before its rooms were made, and what it was given since: who adds to it says what that may cost. */
const allowed = {
  before: 58_148,
  rooms: 200,
  'what the reviews found': 310,
  "a place in AT&T's line": 300,
  'several panels at once': 260,
  news: 700,
  'sign-on by Keycloak': 40,
  observations: 900,
  search: 3_013,
  links: 300,
  timeline: 1_100,
  pages: 2_513,
  "a transaction's page": 1_230,
  home: 560,
  "a company's page": 1_470,
  'what a company and a stranger panel show': 270,
  'a believable demo world': 130,
  situations: 840,
  'diagnosis on the server': 2_750,
  'findings on the pages': 1_300,
  operating: 1_290,
  'seeing inside': 1_050,
  'data over years': 1_170,
  'panels that begin another session': 60,
  'who is where, and when an identifier was last told, without a log': 137,
  'a flush of the trail, a new key of the provider, a silent container': 110,
  'looks at containers that are spread, and read only what is theirs': 36,
  'what is typed before the palette, or its hits, have come': 92,
  'an import within its budget': 60,
}

/** What is measured, and how much of it may be: the one table. */
const measures = [
  { name: 'lines of the product', value: sum(sizes), limit: sum(Object.values(allowed)) },
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
  { name: 'circles of imports', value: circles.length, limit: 0, names: circles },
  { name: 'exports that no other file names', value: dead.length, limit: 0, names: dead },
  { name: 'exceptions from the lint', value: exceptions.length, limit: 40 },
  ...recipes(),
]

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

/** Of values that are imported at load and of types alike, each once. */
function circlesOf() {
  const found = new Map()
  const done = new Set()
  const visit = (file, path) => {
    if (path.includes(file)) {
      const circle = path.slice(path.indexOf(file))
      found.set([...circle].sort().join(), [...circle, file].join(' -> '))
    } else if (!done.has(file)) {
      for (const { to, lazy, type } of graph.get(file) ?? []) if (!lazy && !type) visit(to, [...path, file])
      done.add(file)
    }
  }
  for (const file of product) visit(file, [])
  return [...found.values()]
}

/** Exported by a file of the product, and a word in no other file: a name that somebody else has, too, is not noticed. */
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

/** What trying each recipe touched, as it says itself: 'Files touched: 5 (at most 6)'. */
function recipes() {
  const folder = join(root, 'docs/recipes')
  return (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => {
    const [, value, limit] =
      /^Files touched: (\d+) \(at most (\d+)\)/m.exec(readFileSync(join(folder, name), 'utf8')) ?? []
    return value
      ? [{ name: `files to touch by recipes/${name}`, value: Number(value), limit: Number(limit) }]
      : []
  })
}
