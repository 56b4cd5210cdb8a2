import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { purgeDeployments } from '../../features/csr/keep.ts'
import { purgeSimActivity } from '../../features/sim-activity/keep.ts'
import { purgeBatches } from '../../features/sim-management/keep.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { purgeChanges } from '../observations/keep.ts'
import { keptFor } from './keep.ts'

const day = 86_400_000
const iccid = '8901170000000000013'

describeOnEachDatabase('M7 *_KEEP_DAYS', (database) => {
  const db = () => database.get().db
  const run = (statement: string) => sql.raw(statement).execute(db())
  const idsOf = async (statement: string) =>
    (await sql.raw<{ id: string }>(statement).execute(db())).rows.map(({ id }) => id)
  const behalf = `'${randomUUID()}', 'i', 's', 'p@example.com', 's', 't', ''`

  it('is off by default; by the clock it lets go what is older', async () => {
    const clock = createTestClock()
    const asked: Date[] = []
    const purge = async (_db: unknown, before: Date) => void asked.push(before)
    await keptFor(0, clock.now, purge)(db())
    await clock.advance(10 * day)
    await keptFor(365, clock.now, purge)(db())
    expect(asked).toEqual([new Date(clock.now().getTime() - 365 * day)])
  })

  it('SIM activity goes by whole months with its transactions, also those that go on into later ones', async () => {
    await run(
      `select make_month('sim_activity', month) from generate_series('2024-01-01'::timestamptz, '2024-03-01', '1 month') as month`,
    )
    const at = ['2024-01-31T23:59:59Z', '2024-02-29T23:59:59Z', '2024-03-01T00:00:00Z']
    const ids = at.map(() => randomUUID())
    for (const [i, time] of at.entries()) {
      await run(`insert into sim_transaction values ('${ids[i]}', '${iccid}', '${time}')`)
      await run(`insert into sim_activity (transaction_id, iccid, vendor_code, status, description, at, began_at)
        values ('${ids[i]}', '${iccid}', 'ATT', 'x', '', '${time}', '${time}')`)
    }
    // A step of the second transaction, in the month after it began.
    await run(`insert into sim_activity (transaction_id, sub_transaction_id, iccid, vendor_code, status, description, at, began_at)
      values ('${ids[1]}', gen_random_uuid(), '${iccid}', 'ATT', 'x', '', '2024-03-05', '${at[1]}')`)
    const kept = async () => [
      await idsOf('select distinct transaction_id::text as id from sim_activity order by 1'),
      await idsOf('select transaction_id::text as id from sim_transaction order by 1'),
    ]
    // The month of the day before is not over yet.
    await purgeSimActivity(db(), new Date('2024-01-31T12:00:00Z'))
    expect(await kept()).toEqual([[...ids].sort(), [...ids].sort()])
    await purgeSimActivity(db(), new Date('2024-03-01T00:00:00Z'))
    expect(await kept()).toEqual([[ids[2]], [ids[2]]])
    await expect(run(`select sim_activity_drop_month(now())`)).rejects.toThrow(
      'of the last 30 days is not dropped',
    )
    expect(
      await idsOf(`select relname as id from pg_class where relname like 'sim_activity_2024___' order by 1`),
    ).toEqual(['sim_activity_2024_03'])
  })

  it('of batches those that ended go, with their SIMs; one under way, one that a later batch goes on from and one with an unknown ending stay', async () => {
    const [over, open, retried, retry, lost] = Array.from({ length: 5 }, () => randomUUID())
    const batch = (id: string | undefined, finished: string, of = 'null') =>
      run(`insert into deactivation_batch (batch_id, retry_of, created_at, finished_at, transaction_id, issuer, subject, email, session_id,
        token_id, remote_address, is_single) values ('${id}', ${of}, '2024-01-01', ${finished}, ${behalf}, true)`)
    await batch(over, `'2024-01-02'`)
    await batch(open, 'null')
    await batch(retried, `'2024-01-02'`)
    await batch(retry, 'now()', `'${retried}'`)
    await batch(lost, `'2024-01-02'`)
    for (const id of [over, open, retried, retry, lost])
      await run(`insert into deactivation (deactivation_id, batch_id, iccid, vendor_code, state, position)
        values (gen_random_uuid(), '${id}', '${iccid}', 'ATT',
          '${id === lost ? 'unknown' : 'done'}', 0)`)
    await purgeBatches(db(), new Date('2025-01-01'))
    const left = [open, retried, retry, lost].sort()
    expect(await idsOf('select batch_id::text as id from deactivation_batch order by 1')).toEqual(left)
    expect(await idsOf('select batch_id::text as id from deactivation order by 1')).toEqual(left)
  })

  it('of deployments the last one of each CSR stays, and changes that are younger than 30 days, no matter who asks', async () => {
    await run(`insert into csr_release (version) values ('9.9.9')`)
    const [csr] = await idsOf(
      `insert into csr (server, ip_address, release) values ('csr-x', '10.9.9.9', '9.9.9') returning csr_id::text as id`,
    )
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    for (const [i, id] of ids.entries())
      await run(`insert into csr_deployment (deployment_id, csr_id, kind, from_release, to_release, state, transaction_id, issuer, subject,
        email, session_id, token_id, remote_address, created_at, finished_at) values
        ('${id}', ${csr}, 'upgrade', 'a', 'b', 'succeeded', ${behalf}, '2024-01-0${i + 1}', '2024-01-0${i + 1}')`)
    await purgeDeployments(db(), new Date('2024-01-02T12:00:00Z'))
    expect(await idsOf('select deployment_id::text as id from csr_deployment')).toEqual([ids[2]])
    // However old it is.
    await purgeDeployments(db(), new Date('2025-01-01T00:00:00Z'))
    expect(await idsOf('select deployment_id::text as id from csr_deployment')).toEqual([ids[2]])

    await run(`insert into observed_change (thing_kind, thing_id, source, field, before, after, at) select 'sim', '${iccid}', 'AT&T', 'plan', 'a', 'b',
      now() - days * interval '1 day' from unnest(array[10, 40, 400]) as days`)
    const left = () =>
      idsOf(
        `select round(extract(epoch from now() - at) / 86400)::text as id from observed_change order by at`,
      )
    // A silence is as old as its end: that of a year which ended of late stays.
    await run(`insert into observed_silence (thing_kind, thing_id, source, since, until, status, problem)
      select 'sim', '${iccid}', 'AT&T', now() - since * interval '1 day', now() - until * interval '1 day', 'Unavailable', ''
      from (values (400, 40), (500, 400)) as silence (since, until)`)
    await purgeChanges(db(), new Date(Date.now() - 100 * day))
    expect(await left()).toEqual(['40', '10'])
    expect(
      await idsOf(
        'select round(extract(epoch from now() - until) / 86400)::text as id from observed_silence',
      ),
    ).toEqual(['40'])
    await expect(purgeChanges(db(), new Date())).rejects.toThrow('append-only')
  })
})
