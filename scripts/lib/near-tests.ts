// Which tests stand near a change: what `npm run test:near` runs.
import type { ImportGraph } from './import-graph.ts'

/** These name everything: who imports them is no nearer to what has changed. */
const composers = [
  'apps/server/src/build-app.ts',
  'apps/server/src/demo/seed-parts.ts',
  'apps/server/src/platform/database/migrations/index.ts',
  'packages/contract/src/index.ts',
]

/** A screen opens its whole feature for the app. */
const isComposer = (path: string) => composers.includes(path) || /\/features\/[\w-]+\/screen\.tsx$/.test(path)

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))

/** `apps/server/src/features/csr/csr.store.ts` and `packages/contract/src/csr.ts` → `csr`. */
export function areaOf(path: string): string | undefined {
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
 * Test files, the nearest first: the changed ones, those beside them or of their area, then those that import them, step
 * by step. All paths are relative to the root.
 */
export function nearTests(graph: ImportGraph, changed: readonly string[]): string[] {
  const folders = new Set(changed.map(folderOf))
  const tests = [...graph.keys()].filter(isTest)
  const near = new Set([
    ...tests.filter((test) => changed.includes(test)),
    ...tests.filter((test) => folders.has(folderOf(test))),
    ...tests.filter((test) => changed.some((path) => areTogether(test, path))),
  ])
  const importers = new Map<string, string[]>()
  for (const [file, imports] of graph)
    for (const { to, type } of imports) if (!type) importers.set(to, [...(importers.get(to) ?? []), file])
  const seen = new Set(changed)
  for (let step = [...seen]; step.length > 0; ) {
    step = step
      .filter((file) => !isComposer(file))
      .flatMap((file) => importers.get(file) ?? [])
      .filter((file) => !seen.has(file) && seen.add(file))
    for (const file of step) if (isTest(file)) near.add(file)
  }
  return [...near]
}
