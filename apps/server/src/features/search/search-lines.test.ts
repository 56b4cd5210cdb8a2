import { expect, it } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { harborSim, searchStage, transaction } from './search-stage.ts'

describeOnOneDatabase('connected console 3 a list is looked up', (database) => {
  const { db, resolve } = searchStage(database)

  it('resolves lines in their order, each with its outcome', async () => {
    const lines = [
      'Hello, these are the ones from this morning:',
      '8901 1700 0000 0000 013',
      '',
      '8901170000000000012',
      '10.20.4.21',
      'RP000004',
      'harbr security',
      '0055',
      'CBS0009009',
      'a2bf7919',
      '8901170000000000013',
      '8901179999999999999',
    ]
    const { items } = await resolve(lines.join('\r\n'))
    expect(
      items.map(({ given, outcome, hit, candidates }) => [
        given,
        outcome,
        hit?.id,
        candidates && candidates.length > 0,
      ]),
    ).toEqual([
      ['Hello, these are the ones from this morning:', 'not-an-identifier', undefined, undefined],
      ['8901 1700 0000 0000 013', 'found', harborSim, undefined],
      ['8901170000000000012', 'check-digit', undefined, true],
      ['10.20.4.21', 'found', '2', undefined],
      ['RP000004', 'found', 'CBS0000004', undefined],
      ['harbr security', 'ambiguous', undefined, true],
      ['0055', 'ambiguous', undefined, true],
      ['CBS0009009', 'not-found', undefined, undefined],
      ['a2bf7919', 'found', transaction, undefined],
      ['8901170000000000013', 'found', harborSim, undefined],
      ['8901179999999999999', 'check-digit', undefined, false],
    ])
    expect(items[2]?.candidates?.map(({ id }) => id)).toContain(harborSim)
    expect(items[5]?.candidates?.[0]?.title).toBe('Harbor Security')
  })

  it('resolves 500 lines', async () => {
    const ids = await db().selectFrom('panel').select('cloud_id').orderBy('cloud_id').limit(500).execute()
    const { code, envelope, items } = await resolve(ids.map(({ cloud_id }) => cloud_id).join('\n'))
    expect(code, envelope.message).toBe(200)
    expect(items.map(({ hit }) => hit?.id)).toEqual(ids.map(({ cloud_id }) => cloud_id))
  })
})
