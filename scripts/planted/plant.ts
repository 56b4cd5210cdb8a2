// Faults are bound to what is declared, not to files: code that moves takes its faults along.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { type Fault, nameOf } from './fault.ts'

/** Where a name is declared: at the top of a file. `body`: of a function, what it does. */
interface Declaration {
  path: string
  start: number
  end: number
  body?: { start: number; end: number }
}

export interface Planted {
  /** Below the root, like the tests. */
  path: string
  /** The file with the fault in it. */
  text: string
  tests: string[]
}

/** The product and its tests as they stand on the disk. */
export function readTree(root: string) {
  const paths = ['apps', 'packages', 'proof'].flatMap((folder) => sourcesBelow(root, folder))
  const isTest = (path: string) => /\.test\.tsx?$/.test(path)
  const texts = new Map(
    paths.filter((path) => !isTest(path)).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
  return plantingIn(texts, paths.filter(isTest))
}

function sourcesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return /^(node_modules|dist.*)$/.test(entry.name) ? [] : sourcesBelow(root, path)
    return /(?<!\.d)\.tsx?$/.test(entry.name) ? [path] : []
  })
}

export function plantingIn(texts: ReadonlyMap<string, string>, tests: readonly string[]) {
  const declared = new Map<string, Declaration[]>()
  for (const [path, text] of texts)
    for (const { name, ...where } of declarationsIn(path, text))
      declared.set(name, [...(declared.get(name) ?? []), { path, ...where }])

  function placeOf(fault: Fault): Declaration {
    const all = (declared.get(fault.in) ?? []).filter(({ path }) => path.startsWith(fault.under ?? ''))
    const [one] = all
    if (one && all.length === 1) return one
    const where = all.map(({ path }) => path).join(', ') || 'no longer'
    throw new Error(`${nameOf(fault)}: it is declared ${all.length > 1 ? 'in ' : ''}${where}.`)
  }

  function testOf(fault: Fault, name: string): string {
    const all = tests.filter((path) => endsIn(path, name))
    const [one] = all
    if (one && all.length === 1) return one
    throw new Error(`${nameOf(fault)}: ${all.length} tests end in ${name}: ${all.join(', ')}`)
  }

  /** @throws Error where it cannot be planted, with a sentence */
  return (fault: Fault): Planted => {
    const { path, ...place } = placeOf(fault)
    const source = texts.get(path) ?? ''
    const { start, end, after } = changeOf(fault, source, place)
    const text = source.slice(0, start) + after + source.slice(end)
    if (text === source) throw new Error(`${nameOf(fault)}: it changes nothing.`)
    return { path, text, tests: fault.tests.map((name) => testOf(fault, name)) }
  }
}

const endsIn = (path: string, name: string) => `/${path.replace(/\.test\.tsx?$/, '')}`.endsWith(`/${name}`)

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

function changeOf(fault: Fault, source: string, { start, end, body }: Omit<Declaration, 'path'>) {
  if (fault.body !== undefined) {
    if (!body) throw new Error(`${nameOf(fault)}: it is no function.`)
    return { ...body, after: `{ ${fault.body} }` }
  }
  const pattern = (fault.before ?? '').trim().split(/\s+/).map(literally).join('\\s+')
  const [found, ...others] = source.slice(start, end).matchAll(new RegExp(pattern, 'g'))
  if (!found || others.length > 0)
    throw new Error(
      `${nameOf(fault)}: ${JSON.stringify(fault.before)} stands there ${found ? `${others.length + 1} times` : 'no longer'}.`,
    )
  const at = start + found.index
  return { start: at, end: at + found[0].length, after: fault.after ?? '' }
}

function declarationsIn(path: string, text: string) {
  return parseSync(path, text).program.body.flatMap((statement) => {
    const declaration = (statement.type === 'ExportNamedDeclaration' && statement.declaration) || statement
    if (declaration.type === 'VariableDeclaration')
      return declaration.declarations.flatMap(({ id, init, start, end }) =>
        id.type === 'Identifier' ? { name: id.name, start, end, ...bodyOf(init) } : [],
      )
    const isNamed = declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration'
    if (!isNamed || !declaration.id) return []
    const { start, end } = declaration
    const body = declaration.type === 'FunctionDeclaration' ? bodyOf(declaration) : {}
    return { name: declaration.id.name, start, end, ...body }
  })
}

/** Of an arrow that gives an expression, that. */
function bodyOf(node: object | null): { body?: { start: number; end: number } } {
  if (!node || !('body' in node)) return {}
  const { start, end } = node.body as { start: number; end: number }
  return { body: { start, end } }
}
