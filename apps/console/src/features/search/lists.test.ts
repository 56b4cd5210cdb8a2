import type { ResolvedLine } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { permissions } from '@support-console/contract/permissions'
import { expect, it } from 'vitest'
import { actionsOf } from './actions.ts'
import { hitGroups, type PaletteScreen, startGroups } from './entries.ts'
import { decided, idsOf, sayThings, segmentOf } from './resolved.ts'
import type { Thing } from './things.ts'
import { thingAt } from './visits.ts'

const sim = '8901170000000000013'
const thing = (kind: Thing['kind'], id: string, facts: Thing['facts'] = []): Thing => ({
  kind,
  id,
  title: id,
  subtitle: '',
  path: `/${kind}/${id}`,
  facts,
  state: null,
})
const screens: PaletteScreen[] = ['Home', 'SIM Information', 'SIM Management', 'CSR', 'WebConnect'].map(
  (text) => ({ text, path: `/${text}`, icon: null }),
)
const shown = (groups: ReturnType<typeof startGroups>) =>
  groups.map(({ key, note, entries }) => [
    key,
    note,
    entries.map((each) => each.thing?.id ?? each.screen?.text),
  ])

it('connected console 3 hits stand by kind, that of the best first, each kind with its number', () => {
  const hits = [thing('panel', 'P1'), thing('sim', 'S1'), thing('panel', 'P2'), thing('company', 'C1')]
  expect(shown(hitGroups(hits, screens, ' sim '))).toEqual([
    ['panel', '2', ['P1', 'P2']],
    ['sim', '1', ['S1']],
    ['company', '1', ['C1']],
    ['screens', '2', ['SIM Information', 'SIM Management']],
  ])
})

it('connected console 3 before anything is typed: what was visited with four screens, or all screens', () => {
  expect(shown(startGroups([thing('sim', sim)], screens)).map(([key, , entries]) => [key, entries])).toEqual([
    ['recent', [sim]],
    ['screens', ['Home', 'SIM Information', 'SIM Management', 'CSR']],
  ])
  expect(shown(startGroups([], screens)).map(([, , entries]) => entries)).toEqual([
    screens.map(({ text }) => text),
  ])
})

it('D16 a hit leads where its kind does, each way for who has the right, copying for all', () => {
  const ways = (of: Thing, ...lacking: readonly string[]) =>
    actionsOf(of, (right) => !lacking.includes(right)).map(({ key }) => key)
  const simOfPanel = thing('sim', sim, [{ name: 'panel', value: 'CBS0000017' }])
  const panel = thing('panel', 'CBS0000017', [{ name: 'physicalId', value: 'P' }])
  const all = ['open', 'panel', 'activity', 'who', 'copy', 'deactivate']
  expect(ways(simOfPanel)).toEqual(all)
  expect(ways(thing('sim', sim))).toEqual(all.filter((key) => key !== 'panel'))
  expect(ways(panel)).toEqual(['open', 'environment', 'who', 'copy'])
  expect(ways(thing('company', '7'))).toEqual(['open', 'panels', 'copy'])
  expect(ways(simOfPanel, ...permissions)).toEqual(['open', 'copy'])
  const needed = {
    panel: 'panels.read',
    activity: 'sim-activity.read',
    who: 'user-actions.read',
    deactivate: 'sim-management.change',
  }
  for (const [key, right] of Object.entries(needed))
    expect(ways(simOfPanel, right)).toEqual(all.filter((each) => each !== key))
})

it('connected console 3 of lines: what is to be decided, what stands twice, each thing once', () => {
  const found = (id: string): ResolvedLine => ({
    given: id,
    outcome: 'found',
    hit: thing('sim', id) as never,
  })
  const items: ResolvedLine[] = [
    found('1'),
    { given: 'x', outcome: 'ambiguous' },
    found('1'),
    found('2'),
    found('1'),
  ]
  const choice = thing('panel', 'P') as never
  const lines = decided(items, new Map([[2, choice]]))
  expect(lines.map(({ number, outcome, also }) => [number, outcome, also])).toEqual([
    [1, 'found', undefined],
    [2, 'found', undefined],
    [3, 'found', 1],
    [4, 'found', undefined],
    [5, 'found', 1],
  ])
  expect([idsOf(lines, 'sim'), idsOf(lines, 'panel')]).toEqual([['1', '2'], ['P']])
  expect(sayThings(lines)).toBe('3 things: 2 SIMs, 1 panel')
  expect(sayThings(lines.slice(0, 1))).toBe('1 thing: 1 SIM')
  expect(sayThings([])).toBe('No things found')
  expect(
    (['found', 'ambiguous', 'check-digit', 'not-found', 'not-an-identifier'] as const).map((outcome) =>
      segmentOf({ given: '', outcome }),
    ),
  ).toEqual(['found', 'decide', 'decide', 'not-found', 'no-identifier'])
})

it('D38 an address of one thing is a visit to it, one of several or of none is not', () => {
  const at = (path: string) => thingAt(new URL(path, 'https://console.example'))
  expect(at(addresses.simInformation(sim))).toEqual({ kind: 'sim', id: sim })
  expect(at(`${addresses.simManagement()}?simId=%20${sim}%20`)).toEqual({ kind: 'sim', id: sim })
  expect(at(`${addresses.simManagement()}?simId=${sim},${sim}`)).toBeUndefined()
  expect(at(addresses.simManagement())).toBeUndefined()
  expect(at(addresses.panels('cloudId', ['CBS0000017']))).toEqual({ kind: 'panel', id: 'CBS0000017' })
  expect(at(addresses.panels('cloudId', ['CBS0000017', 'CBS0000018']))).toBeUndefined()
  expect(at(addresses.panels('sapNumber', ['1000001']))).toBeUndefined()
  expect(at('/')).toBeUndefined()
})
