// Which way the doors open (docs/architecture.md). Biome cannot say rules made from a folder listing, so this does:
// it reads every import of our own code, resolves it, and fails on a breach or a cycle.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** @param {string} folder @returns {string[]} paths of source files, relative to the root */
function sources(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return /^(node_modules|dist.*)$/.test(entry.name) ? [] : sources(path)
    return /\.(ts|tsx)$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : []
  })
}

/** Specifier to one of our files, relative to the root, or undefined when it is a library or a style. */
function target(from, specifier) {
  const ours = /^@support-console\/([\w-]+)(?:\/(.+))?$/.exec(specifier)
  if (ours) return ours[2] ? `packages/${ours[1]}/src/${ours[2]}` : `packages/${ours[1]}/src/index.ts`
  if (!specifier.startsWith('.')) return undefined
  const path = relative(root, resolve(root, dirname(from), specifier))
  for (const candidate of [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`, `${path}/index.tsx`])
    if (existsSync(join(root, candidate)) && statSync(join(root, candidate)).isFile()) return candidate
  return path
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"();]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

const area = (path, base) =>
  path.startsWith(`${base}/`) ? path.slice(base.length + 1).split('/')[0] : undefined

/** What a file of one part of the house may not import; each rule names its reason. */
function breach(from, to) {
  const inTest = /\.(test|spec)\.tsx?$|\/test-support\//.test(from)
  const home = /^(apps|packages)\/[^/]+/.exec(from)?.[0]
  const away = /^(apps|packages)\/[^/]+/.exec(to)?.[0]
  if (home && away && home !== away) {
    if (home === 'packages/contract') return 'the contract imports nothing of ours'
    if (away === 'packages/carrier-samples') return inTest ? undefined : 'samples are for tests'
    if (home === 'apps/field' && away !== 'packages/demo-world')
      return 'the field plays strangers: it shares no code'
    if (away.startsWith('apps/')) return 'server, console and field never import each other'
  }
  if (home === 'apps/server' && away === home) {
    const base = 'apps/server/src'
    const [a, b] = [area(from, base), area(to, base)]
    if (a === 'platform' && (b === 'systems' || b === 'features') && !inTest)
      return 'platform knows no systems or features'
    if (a === 'systems' && b === 'features') return 'systems know no features'
    return featureBreach(from, to, base)
  }
  if (home === 'apps/console' && away === home) {
    const base = 'apps/console/src'
    const [a, b] = [area(from, base), area(to, base)]
    const below = { texts: 0, ui: 1, session: 2, api: 3, features: 4, parts: 4, app: 5 }
    if (a === 'ui' && (b === 'session' || b === 'api')) return 'ui knows neither session nor api'
    if (a in below && b in below && below[b] > below[a]) return `${a} does not import ${b}`
    return featureBreach(from, to, base)
  }
  return undefined
}

function featureBreach(from, to, base) {
  const [mine, theirs] = [area(from, `${base}/features`), area(to, `${base}/features`)]
  if (!theirs || mine === theirs) return undefined
  if (mine && !/\/index\.tsx?$/.test(to)) return 'a feature imports another only by its index'
  return undefined
}

const files = ['packages', 'apps', 'e2e', 'bench'].flatMap(sources)
const graph = new Map()
const complaints = []
for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const edges = []
  for (const [, type, fixed, lazy] of text.matchAll(importPattern)) {
    const to = target(file, fixed ?? lazy)
    if (!to) continue
    const why = breach(file, to)
    if (why) complaints.push(`${file} imports ${to}: ${why}`)
    if (!type && !lazy) edges.push(to)
  }
  graph.set(file, edges)
}

// Cycles among values imported at load; types and lazy imports cannot hang a start.
const state = new Map()
function visit(file, path) {
  if (state.get(file) === 'done' || !graph.has(file)) return
  if (path.includes(file)) {
    complaints.push(`cycle: ${[...path.slice(path.indexOf(file)), file].join(' -> ')}`)
    return
  }
  for (const next of graph.get(file)) visit(next, [...path, file])
  state.set(file, 'done')
}
for (const file of graph.keys()) visit(file, [])

for (const complaint of complaints) console.error(complaint)
console.log(`${files.length} files, ${complaints.length} breaches of the import rules`)
process.exitCode = complaints.length > 0 ? 1 : 0
