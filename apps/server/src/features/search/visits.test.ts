import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { harborSim, searchStage } from './search-stage.ts'
import { noteVisit, purgeVisits } from './visits.ts'

const day = 86_400_000

describeOnEachDatabase('D38 what someone visited', (database) => {
  const { db, call, tokenOf } = searchStage(database)

  const visit = (kind: string, id: string, token: string) =>
    call('POST', '/api/search/v1/recent', { token, body: { kind, id } })
  const recent = async (token: string) => {
    const { envelope } = await call('GET', '/api/search/v1/recent', { token })
    return (envelope.data as { items: { id: string; title: string; visitedAt: string }[] }).items
  }

  it('is kept for that person alone, the newest first, ten at most, each once', async () => {
    const [mine, others] = [await tokenOf(['support']), await tokenOf(['eng-admin'])]
    const panels = [...Array.from({ length: 12 }, (_, i) => i + 1), 5, 9999]
    for (const n of panels) {
      // Two visits may fall on one tick of the clock.
      await sql`update visit set visited_at = visited_at - interval '1 second'`.execute(db())
      await visit('panel', `CBS${String(n).padStart(7, '0')}`, mine)
    }
    const ids = (await recent(mine)).map(({ id }) => id)
    expect(ids.slice(0, 3)).toEqual(['CBS0000005', 'CBS0000012', 'CBS0000011'])
    expect([ids.length, new Set(ids).size]).toEqual([10, 10])
    expect(await recent(others)).toEqual([])
  })

  it('keeps the newest 30', async () => {
    const person = { issuer: 'i', subject: 'many' }
    const ids = Array.from({ length: 32 }, (_, i) => `CBS${String(i + 1).padStart(7, '0')}`)
    for (const [second, id] of ids.entries())
      await noteVisit(db(), person, { kind: 'panel', id, at: new Date(Date.UTC(2026, 10, 1, 0, 0, second)) })
    const left = await db()
      .selectFrom('visit')
      .select('id')
      .where('subject', '=', 'many')
      .orderBy('id')
      .execute()
    expect(left.map(({ id }) => id)).toEqual(ids.slice(2))
  })

  it('shows only what the person may read now, and refuses the note of anything else', async () => {
    const support = await tokenOf(['support'], 'changing')
    await visit('sim', harborSim, support)
    await visit('company', '1', support)
    const auditor = await tokenOf(['auditor'], 'changing')
    expect((await recent(auditor)).map(({ id }) => id)).toEqual([harborSim])
    expect((await visit('company', '1', auditor)).code).toBe(403)
  })

  it.each([
    ['transaction', 'nonsense'],
    ['company', '99999999999'],
    ['company', '4294967296'],
    ['sim', '12'],
  ])('is no %s %s, and nothing else is lost by it', async (kind, id) => {
    const token = await tokenOf(['support', 'auditor'], `typed ${kind} ${id}`)
    await visit('sim', harborSim, token)
    const refused = await visit(kind, id, token)
    expect([refused.code, refused.envelope.message]).toEqual([
      400,
      expect.stringContaining(`is not an identifier of a ${kind}`),
    ])
    expect((await recent(token)).map((each) => each.id)).toEqual([harborSim])
  })

  it('is forgotten after 180 days without use', async () => {
    const token = await tokenOf(['support', 'auditor'])
    await visit('sim', harborSim, token)
    await sql`update visit set visited_at = visited_at - interval '100 days'
      where subject = 'of support,auditor'`.execute(db())
    await visit('company', '2', token)
    await purgeVisits(db(), new Date(Date.now() + 79 * day))
    const left = () =>
      db().selectFrom('visit').select('id').where('subject', '=', 'of support,auditor').execute()
    expect(await left()).toHaveLength(2)
    await purgeVisits(db(), new Date(Date.now() + 81 * day))
    expect(await left()).toEqual([{ id: '2' }])
  })
})
