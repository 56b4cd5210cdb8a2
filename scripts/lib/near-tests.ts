// Which tests stand near a change: what `npm run test:near` runs.
import type { ImportGraph } from './import-graph.ts'

/** These name everything: who imports them is no nearer to what has changed. */
const composers = [
  'apps/server/src/build-app.ts',
  'apps/server/src/demo/seed-parts.ts',
  'apps/server/src/migrations.ts',
  'packages/contract/src/index.ts',
]

/** A screen opens its whole feature for the app. */
const isComposer = (path: string) => composers.includes(path) || /\/features\/[\w-]+\/screen\.tsx$/.test(path)

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))

/** `company-lists.plans.test.ts` → `company-lists` */
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).split('.', 1)[0] ?? ''

/** Contract and texts name their files after what they are about; elsewhere two folders may each have a `columns.ts`. */
const isNamedAlone = (path: string) =>
  path.startsWith('packages/contract/src/') || path.startsWith('apps/console/src/texts/')

const bearsItsName = (test: string, changed: string) =>
  nameOf(test) === nameOf(changed) && (isNamedAlone(changed) || folderOf(test) === folderOf(changed))

/** `apps/server/src/features/csr/csr.store.ts` and `packages/contract/src/csr.ts` → `csr`. */
function areaOf(path: string): string | undefined {
  const [, feature, contract] =
    /\/src\/features\/([\w-]+)\/|^packages\/contract\/src\/([\w-]+)\.(?:[\w-]+\.)*ts$/.exec(path) ?? []
  return feature ?? contract
}

/** Of one area, and in the same program or in the contract that both speak. */
const areTogether = (test: string, changed: string) =>
  areaOf(test) !== undefined &&
  areaOf(test) === areaOf(changed) &&
  (changed.startsWith('packages/contract/') ||
    test.split('/', 2).join('/') === changed.split('/', 2).join('/'))

/**
 * Test files, the nearest first: the changed ones, those of the same name, those that import a changed file, those of its
 * area, those beside it, then those that import it over others, step by step. Within most of these the changed files take
 * turns, so that none has all the places. All paths are relative to the root.
 */
export function nearTests(graph: ImportGraph, changed: readonly string[]): string[] {
  const tests = [...graph.keys()].filter(isTest)
  const importers = new Map<string, string[]>()
  for (const [file, imports] of graph)
    for (const { to, type } of imports) if (!type) importers.set(to, [...(importers.get(to) ?? []), file])
  const inTurns = (isNear: (test: string, changed: string) => boolean) =>
    takeTurns(changed.map((path) => tests.filter((test) => isNear(test, path))))
  const near = new Set([
    ...tests.filter((test) => changed.includes(test)),
    ...inTurns(bearsItsName),
    ...inTurns((test, path) => !isComposer(path) && (importers.get(path) ?? []).includes(test)),
    ...inTurns(areTogether),
    ...inTurns((test, path) => !isNamedAlone(path) && folderOf(test) === folderOf(path)),
  ])
  const seen = new Set(changed)
  for (let step = [...seen]; step.length > 0; ) {
    step = step
      .filter((file) => !isComposer(file))
      .flatMap((file) => importers.get(file) ?? [])
      .filter((file) => !seen.has(file) && seen.add(file))
    for (const file of step) if (isTest(file)) near.add(file)
  }
  // The contract is one folder: of the tests there few are about the change.
  for (const test of inTurns((test, path) => folderOf(test) === folderOf(path))) near.add(test)
  return [...near]
}

/** The first of each, then the second of each. */
function takeTurns(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list[turn] ?? [])).flat()
}

/** Areas whose browser tests are named after their screens. */
const screens: Readonly<Record<string, string>> = {
  disablings: 'disabled-for-a-time',
  panels: 'panel-management',
  users: 'user-management',
}

/** The browser tests of what has changed: `e2e/<x>.spec.ts` and `e2e/<x>-….spec.ts`, the changed ones first. */
export function nearSpecs(specs: readonly string[], changed: readonly string[]): string[] {
  const names = changed.flatMap((path) => {
    const [, page] = /\/features\/things\/([\w-]+)\//.exec(path) ?? []
    const area = isNamedAlone(path) ? nameOf(path) : areaOf(path)
    return page ? `${page}-page` : area ? (screens[area] ?? area) : []
  })
  return [
    ...new Set([
      ...specs.filter((spec) => changed.includes(spec)),
      ...takeTurns(names.map((name) => specs.filter((spec) => spec.startsWith(`e2e/${name}`)))),
    ]),
  ]
}
