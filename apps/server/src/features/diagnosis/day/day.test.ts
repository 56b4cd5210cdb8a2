import type { Day } from '@support-console/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { keepObservations } from '../../../platform/observations/observations.store.ts'
import { describeOnOneDatabase } from '../../../testing/databases.ts'
import { serversOnField } from '../../../testing/servers-on-field.ts'
import { simWorld } from '../../../testing/sim-world.ts'

const panel = 'CBS0000006'
const sim = '8901170000000000013'
const minute = 60_000

describeOnOneDatabase('whole 4 the last 24 hours', (database) => {
  const { server, keys } = serversOnField(database, { console: {} }, simWorld)
  const db = () => database.get().db
  const now = () => server('console').app.platform.clock.now().getTime()
  async function ask(path: string): Promise<Day> {
    const token = await keys().token({ resource_access: { 'support-console': { roles: ['support'] } } })
    const { code, envelope } = await server('console').call('GET', `/api/days/v1/${path}`, { token })
    expect(code, envelope.message).toBe(200)
    return envelope.data
  }
  const statesOf = (day: Day, kind: string) =>
    day.strips.find((strip) => strip.kind === kind)?.parts.map(({ state }) => state)

  it('tell when a panel was heard and was away, and no more than is known', async () => {
    const look = { checked_at: new Date(now()), said_at: new Date(now()), problem: '' }
    await db()
      .insertInto('webconnect_container')
      .values({ container_name: 'webconnect-1', ...look, connection_count: 40, silent_count: 1 })
      .onConflict((conflict) => conflict.column('container_name').doUpdateSet(look))
      .execute()
    const fields = {
      container: 'webconnect-1',
      host: '10.80.0.6',
      iccid: sim,
      connection: 'connected',
      connectedAt: new Date(now()).toISOString(),
    }
    await keepObservations(db(), [
      {
        ...{ kind: 'panel', id: panel, source: 'WebConnect', tookMs: 1, said: { fields } },
        askedAt: new Date(now()).toISOString(),
      },
    ])
    await sql`insert into webconnect_sample (container_name, at, connection_count, cpu_usage, memory_usage)
      select 'webconnect-1', ${new Date(now())}::timestamptz - place * interval '10 minutes', 40, 1, 1
      from generate_series(0, 12) as place on conflict do nothing`.execute(db())
    await sql`insert into webconnect_absence (cloud_id, how, began_at, ended_at, container_name, iccid, carrier)
      values (${panel}, 'silent', ${new Date(now() - 60 * minute)}, ${new Date(now() - 30 * minute)}, 'webconnect-1', ${sim}, '')`.execute(
      db(),
    )
    const day = await ask(`panels/${panel}`)
    expect(statesOf(day, 'reports')).toEqual(['not-known', 'well', 'broken', 'well'])
    expect(Date.parse(day.until) - Date.parse(day.from)).toBe(24 * 60 * minute)
  })

  it('go back as far as is kept, and never into what is to come', async () => {
    const old = new Date(now() - 20 * 24 * 60 * minute).toISOString()
    expect(statesOf(await ask(`panels/${panel}?until=${old}`), 'reports') ?? ['not-kept']).toEqual([
      'not-kept',
    ])
    const later = new Date(now() + 60 * minute).toISOString()
    expect(Date.parse((await ask(`sims/${sim}?until=${later}`)).until)).toBeLessThanOrEqual(
      Date.now() + minute,
    )
  })
})
