// Which way the doors open (docs/architecture.md). Biome cannot say rules made from a folder listing, so this does:
// it reads every import of our own code, resolves it, and fails on a breach or a cycle. Takes another root as argument.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { breach } from './lib/import-rules.mjs'

const root = resolve(process.argv[2] ?? resolve(dirname(fileURLToPath(import.meta.url)), '..'))

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

const files = ['packages', 'apps', 'e2e', 'bench', 'scripts']
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap(sources)
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
