// Who imports whom among our own files, read from their text.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** `type`: of types only. */
interface Import {
  to: string
  type: boolean
}
export type ImportGraph = ReadonlyMap<string, readonly Import[]>

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"();]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

/**
 * Every TypeScript file of the repository with what it imports of ours, all paths relative to the root.
 */
export function importGraph(root: string): ImportGraph {
  const files = ['packages', 'apps', 'e2e', 'bench', 'scripts']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => sources(root, folder))
  return new Map(files.map((file) => [file, importsOf(root, file)]))
}

/** What imports each other in a circle: 'a -> b -> a', each once. */
export function circlesIn(graph: ReadonlyMap<string, readonly { to: string }[]>): string[] {
  const found = new Map<string, string>()
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      const circle = path.slice(path.indexOf(file))
      found.set([...circle].sort().join(), [...circle, file].join(' -> '))
    } else if (!done.has(file)) {
      for (const { to } of graph.get(file) ?? []) visit(to, [...path, file])
      done.add(file)
    }
  }
  for (const file of graph.keys()) visit(file, [])
  return [...found.values()]
}

/** Folders beside each other of which each imports from the other: 'apps/server/src/demo <-> apps/server/src/systems'. */
export function mutualFolders(graph: ImportGraph): string[] {
  const arrows = new Set<string>()
  for (const [from, imports] of graph)
    for (const { to } of imports) {
      const [mine, theirs] = foldersBeside(from, to)
      if (mine && theirs) arrows.add(`${mine} <-> ${theirs}`)
    }
  return [...arrows].filter((arrow) => {
    const [one = '', other = ''] = arrow.split(' <-> ')
    return one < other && arrows.has(`${other} <-> ${one}`)
  })
}

/** Where the ways of two files part: the folder of each there; undefined for a file that lies there itself. */
function foldersBeside(from: string, to: string): [string | undefined, string | undefined] {
  const [mine, theirs] = [from.split('/'), to.split('/')]
  const at = mine.findIndex((part, i) => part !== theirs[i])
  const folder = (parts: string[]) => (at < parts.length - 1 ? parts.slice(0, at + 1).join('/') : undefined)
  return [folder(mine), folder(theirs)]
}

function sources(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return /^(node_modules|dist.*)$/.test(entry.name) ? [] : sources(root, path)
    return /\.(ts|tsx)$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : []
  })
}

function importsOf(root: string, file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  return [...text.matchAll(importPattern)].flatMap(([, type, fixed, lazy]) => {
    const to = target(root, file, fixed ?? lazy ?? '')
    return to ? [{ to, type: Boolean(type) }] : []
  })
}

/** Specifier to one of our files, relative to the root, or undefined when it is a library. */
function target(root: string, from: string, specifier: string): string | undefined {
  const ours = /^@support-console\/([\w-]+)(?:\/(.+))?$/.exec(specifier)
  if (ours) return ours[2] ? `packages/${ours[1]}/src/${ours[2]}` : `packages/${ours[1]}/src/index.ts`
  if (!specifier.startsWith('.')) return undefined
  const path = relative(root, resolve(root, dirname(from), specifier))
  for (const candidate of [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`, `${path}/index.tsx`])
    if (existsSync(join(root, candidate)) && statSync(join(root, candidate)).isFile()) return candidate
  return path
}
