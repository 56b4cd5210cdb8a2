import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noPlans, openPlans, plansTitle } from '../../testing/query-plans.ts'
import { noteConnections } from './note-connections.ts'
import type { SeenPanel } from './seen-panel.ts'

describe.skipIf(noPlans)(`18.8 a look at a container among 20,000 panels ${plansTitle}`, () => {
  const at = '2026-11-21T10:00:00.000Z'
  const panel = (n: number): SeenPanel => ({
    id: `CBS${String(n).padStart(7, '0')}`,
    connection: 'connected',
    connected_at: at,
    heard_at: at,
    iccid: '',
    host: '',
  })
  let plans: Awaited<ReturnType<typeof openPlans>>
  beforeAll(async () => {
    plans = await openPlans()
    // As on its first day: PostgreSQL has no figures of what stands there.
    for (const table of ['observation', 'webconnect_present', 'webconnect_missed'])
      await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(plans.db)
    await sql`
      insert into observation (thing_kind, thing_id, source, fields, asked_at)
      select 'panel', 'CBS' || lpad(n::text, 7, '0'), 'WebConnect', jsonb_build_object('connection', 'connected', 'container', 'wc-' || n % 100,
        'connectedAt', ${at}::text, 'iccid', '', 'host', ''), ${at}::timestamptz
      from generate_series(1, 20000) as n`.execute(plans.db)
  }, 120_000)
  afterAll(() => plans.close())

  it('reads what was observed of its own panels alone, of those that it misses, and of those that are gone', async () => {
    const own = Array.from({ length: 200 }, (_, n) => panel(n * 100 + 7))
    const look = (minute: number, panels: SeenPanel[]) =>
      noteConnections(plans.db, 'wc-7', panels, {
        askedAt: `2026-11-21T10:0${minute}:00.000Z`,
        tookMs: 7,
        lastAt: at,
      })
    // The first of all fills in who is where.
    await look(0, own)
    const missing = await plans.plansOf(() => look(1, own.slice(1)))
    const gone = await plans.plansOf(() => look(6, own.slice(1)))
    for (const { rowsOf, readWhole } of [missing, gone]) {
      expect(readWhole).not.toContain('observation')
      expect(rowsOf.observation).toBeGreaterThanOrEqual(199)
      expect(rowsOf.observation).toBeLessThan(500)
    }
    const kept = plans.db.selectFrom('observation').select('fields').where('thing_id', '=', panel(7).id)
    expect((await kept.executeTakeFirst())?.fields).toMatchObject({ connection: 'gone', container: 'wc-7' })
  })
})
