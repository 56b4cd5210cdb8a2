import { mostSimilarLines } from '@support-console/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { harborSim, searchStage, shown, transaction } from './search-stage.ts'

describeOnOneDatabase('connected console 3 a list is looked up', (database) => {
  const { db, find, resolve } = searchStage(database)

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
  it('resolves many lines as each alone, and as the search finds them', async () => {
    const { rows } = await sql<{ name: string }>`
      select name from company union select server from csr union select description from csr
      union select email from remote_user`.execute(db())
    const typed = fc
      .tuple(
        fc.constantFrom(...rows.map(({ name }) => name)),
        fc.nat(),
        fc.nat(20),
        fc.constantFrom('', '%', '_', '\\', ' '),
      )
      .map(([name, from, length, mark]) => {
        const start = from % Math.max(name.length, 1)
        return `${name.slice(start, start + length)}${mark}`.trim()
      })
    const words = fc.constantFrom(...rows.map(({ name }) => name)).map((name) =>
      name
        .split(/[\s@.]+/)
        .reverse()
        .join(' '),
    )
    const lines = [...new Set(fc.sample(fc.oneof(typed, words), 60))].filter((line) => line.length > 1)
    const { items } = await resolve(lines.join('\n'))
    for (const [at, line] of lines.entries()) {
      const [alone] = (await resolve(line)).items
      const item = items[at]
      if (item?.isSimilarLeft) continue
      expect(item, line).toEqual(alone)
      const { hits } = await find(line)
      const known = item?.hit ? [item.hit] : (item?.candidates ?? [])
      expect(known.length > 0, line).toBe(hits.length > 0)
      expect(hits.map(shown), line).toEqual(expect.arrayContaining(known.map(shown)))
    }
  })

  it('looks for similar names in the first lines that need it, and says of which others it does not', async () => {
    const lines = [...'abcdefghijklmn'].map((letter) => `harbr security ${letter}`)
    const { items } = await resolve(['Harbor Security', ...lines, 'Harbor'].join('\n'))
    const isLeft = items.map((item) => [item.isSimilarLeft ?? false, Boolean(item.hit ?? item.candidates)])
    expect(isLeft).toEqual([
      [false, true],
      ...lines.map((_, at) => (at < mostSimilarLines ? [false, true] : [true, false])),
      [false, true],
    ])
  })
})
