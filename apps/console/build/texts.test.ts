import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { outageScopes, scopes } from '@support-console/contract/faults.words'
import { searchKinds } from '@support-console/contract/identifiers'
import { observedFieldNames } from '@support-console/contract/observed.words'
import { plannedScopes } from '@support-console/contract/planned.words'
import { searchFacts } from '@support-console/contract/search.words'
import { waveServerStates } from '@support-console/contract/waves.words'
import {
  deliveryProblems,
  deliveryStates,
  sentKinds,
  webhookOffWhys,
  webhookStates,
} from '@support-console/contract/webhooks.words'
import { describe, expect, it } from 'vitest'

const source = fileURLToPath(new URL('../src/', import.meta.url))
const folder = join(source, 'texts/en-US')
const contract = fileURLToPath(new URL('../../../packages/contract/src/', import.meta.url))

const read = (from: string, counts: (file: string) => boolean): string[] =>
  readdirSync(from, { recursive: true, encoding: 'utf8' })
    .filter(counts)
    .map((file) => readFileSync(join(from, file), 'utf8'))

/** The console's own program, without tests, the gallery and the catalogues themselves, and the words that it shares. */
const program = [
  ...read(source, (file) => /\.tsx?$/.test(file) && !/\.test\.|^(texts|gallery)[/\\]/.test(file)),
  ...read(contract, (file) => file.endsWith('.words.ts')),
].join('\n')

/** Keys that are made of a kind's name (kit/thing-words.ts), of a fact's (features/search/things.ts), of what is observed, of a scope, and of a state. */
const composed = [
  ...[...searchKinds, 'user'].flatMap((kind) => [named('One', kind), named('Many', kind)]),
  ...searchFacts.map((fact) => named('Fact', fact)),
  ...Object.keys(observedFieldNames),
  ...scopes.map((scope) => `Scope-${scope}`),
  ...outageScopes.map((scope) => `Of-${scope}`),
  ...plannedScopes.map((scope) => `Kind-${scope}`),
  ...waveServerStates.map((state) => `is-${state}`),
  ...webhookStates.map((state) => `State-${state}`),
  ...webhookOffWhys.map((why) => `Off-${why}`),
  ...sentKinds.map((kind) => `Kind-${kind}`),
  ...deliveryStates.map((state) => `Delivery-${state}`),
  ...deliveryProblems.map((problem) => `Problem-${problem}`),
]

function named(prefix: string, name: string): string {
  return `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

const catalogues = await Promise.all(
  readdirSync(folder).map(async (file) => {
    const [texts] = Object.values(
      (await import(join(folder, file))) as Record<string, Record<string, string>>,
    )
    return { file, keys: Object.keys(texts ?? {}) }
  }),
)

describe('D27 one catalogue', () => {
  it.each(catalogues)('every key of $file is used', ({ keys }) => {
    expect(keys.length).toBeGreaterThan(0)
    // By its name, or as a field of a kind's words (kit/undertaking).
    const isUsed = (key: string) =>
      composed.includes(key) || new RegExp(`['"\`]${key}['"\`]|\\.${key}\\b`).test(program)
    expect(keys.filter((key) => !isUsed(key))).toEqual([])
  })

  it('no key of what every page needs stands in two files', () => {
    const keys = ['shared.ts', 'frame.ts', 'session.ts'].flatMap(
      (name) => catalogues.find(({ file }) => file === name)?.keys ?? [],
    )
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  })
})
