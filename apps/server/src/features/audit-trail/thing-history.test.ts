import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { appendEntries } from '../../testing/audit-entries.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { keepPanelIds } from '../panels/index.ts'
import { readHistory } from './thing-history.ts'

describeOnEachDatabase('use 2 the history of a thing', (database) => {
  const db = () => database.get().db
  const messages = async (
    ...[thing, page]: Parameters<typeof readHistory> extends [unknown, ...infer Rest] ? Rest : never
  ) => (await readHistory(db(), thing, page)).map(({ message }) => message)

  it('holds what is about it and nothing else, the newest first, in pages', async () => {
    const id = '8901170000000000013'
    for (const [message, object] of [
      ['first', `sim ${id}`],
      ['of another', 'sim 89011700000000000135'],
      ['second', `sim ${id}`],
      ['of no thing', `sim ${id} and others`],
      ['of another kind', `panel ${id}`],
      ['third', `sim ${id}`],
    ] as const)
      await appendEntries(db(), { message, object })
    const sim = { kind: 'sim', id } as const
    expect(await messages(sim, { limit: 10 })).toEqual(['third', 'second', 'first'])
    const [, second] = await readHistory(db(), sim, { limit: 2 })
    if (!second) throw new Error('no second entry')
    expect(await messages(sim, { limit: 2, before: second })).toEqual(['first'])
  })

  it('D19 of a panel is whole, by its cloud ID and by its physical ID, once Pathfinder has told both', async () => {
    const [cloudId, physicalId] = ['CBS7000001', randomUUID()]
    await appendEntries(db(), { message: 'disabled', object: `panel ${cloudId}` })
    await appendEntries(db(), { message: 'pointed elsewhere', object: `panel ${physicalId}` })
    await appendEntries(db(), { message: 'of another', object: `panel ${randomUUID()}` })
    const of = (id: string) => messages({ kind: 'panel', id }, { limit: 10 })
    expect(await of(cloudId)).toEqual(['disabled'])
    await keepPanelIds(db(), [
      { idType: 'CloudId', value: cloudId.toLowerCase() },
      { idType: 'PhysicalPanelId', value: `{${physicalId.toUpperCase()}}` },
      { idType: 'DeviceId', value: 'D1' },
    ])
    const whole = ['pointed elsewhere', 'disabled']
    for (const id of [cloudId, cloudId.toLowerCase(), physicalId]) expect(await of(id)).toEqual(whole)
    await keepPanelIds(db(), [
      { idType: 'CloudId', value: cloudId },
      { idType: 'PhysicalPanelId', value: 'none' },
    ])
    expect(await of(cloudId)).toEqual(whole)
  })
})
