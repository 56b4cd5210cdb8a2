// Who imports whom among our own files, read from their text.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'

/** `type`: of types only; `lazy`: by `import()`, when it runs. */
interface Import {
  to: string
  type: boolean
  lazy: boolean
}
export type ImportGraph = ReadonlyMap<string, readonly Import[]>

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"();]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

/** Whichever of the files beside it, by a name that is known when it runs. */
const besidePattern = /import\(`\.\/\$\{\w+\}\.ts`\)/

/**
 * Every TypeScript file of the repository with what it imports of ours, all paths relative to the root.
 */
export function importGraph(root: string): ImportGraph {
  const files = ['packages', 'apps', 'e2e', 'bench', 'scripts']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => sources(root, folder))
  return new Map(files.map((file) => [file, importsOf(root, file)]))
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
  const named = [...text.matchAll(importPattern)].flatMap(([, type, fixed, lazy]) => {
    const to = target(root, file, fixed ?? lazy ?? '')
    return to ? [{ to, type: Boolean(type), lazy: lazy !== undefined }] : []
  })
  if (!besidePattern.test(text)) return named
  const folder = dirname(file)
  const beside = readdirSync(join(root, folder)).filter(
    (name) => name.endsWith('.ts') && name !== basename(file),
  )
  return [...named, ...beside.map((name) => ({ to: `${folder}/${name}`, type: false, lazy: true }))]
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
