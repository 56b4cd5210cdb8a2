import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnOneDatabase } from './testing/databases.ts'
import { startKeyServer } from './testing/key-server.ts'
import { startTestApp } from './testing/test-app.ts'
import { createTestClock } from './testing/test-clock.ts'

const hour = 3_600_000
const iccid = '8901170000000000013'
const behalf = `'${randomUUID()}', 'i', 's', 'p@example.com', 's', 't', ''`
/** How many days ago each kind has a row. */
const ages = [50, 150, 250, 350, 450]

describeOnOneDatabase('M7 *_KEEP_DAYS', (database) => {
  const run = async <Row>(statement: string) =>
    (await sql.raw<Row>(statement).execute(database.get().db)).rows

  /** A row of each kind of each age; `at` is its time. */
  async function fill(): Promise<void> {
    await run(`select make_month('sim_activity', month)
      from generate_series(now() - interval '500 days', now(), '20 days') as month`)
    await run(`insert into csr_release (version) values ('9.9.9')`)
    await run(`insert into csr (server, ip_address, release) values ('csr-x', '10.9.9.9', '9.9.9')`)
    for (const age of ages) {
      const at = `now() - ${age} * interval '1 day'`
      await run(`insert into sim_activity (transaction_id, iccid, vendor_code, status, description, at, began_at)
        values (gen_random_uuid(), '${iccid}', 'ATT', 'x', '', ${at}, ${at})`)
      await run(`insert into deactivation_batch (batch_id, created_at, finished_at, transaction_id, issuer, subject, email,
        session_id, token_id, remote_address, is_single) values (gen_random_uuid(), ${at}, ${at}, ${behalf}, true)`)
      await run(`insert into csr_deployment (deployment_id, csr_id, kind, from_release, to_release, state, transaction_id,
        issuer, subject, email, session_id, token_id, remote_address, created_at, finished_at)
        select gen_random_uuid(), csr_id, 'upgrade', 'a', 'b', 'succeeded', ${behalf}, ${at}, ${at} from csr`)
      await run(`insert into observed_change (thing_kind, thing_id, source, field, before, after, at)
        values ('sim', '${iccid}', 'AT&T', 'plan', 'a', 'b', ${at})`)
    }
  }

  const agesIn = async (table: string, at: string) =>
    (
      await run<{ age: number }>(
        `select round(extract(epoch from now() - ${at}) / 86400)::int as age from ${table} order by 1`,
      )
    ).map(({ age }) => age)

  it('each kind goes by its own days on a running server', async () => {
    await fill()
    const keys = await startKeyServer()
    const clock = createTestClock()
    const env = {
      SIM_ACTIVITY_KEEP_DAYS: '100',
      BATCHES_KEEP_DAYS: '200',
      DEPLOYMENTS_KEEP_DAYS: '300',
      OBSERVATIONS_KEEP_DAYS: '400',
    }
    const server = await startTestApp({ database: database.get(), keys, env, app: { clock } })
    clock.jump(hour)
    // The tidying that is under way still ends.
    await server.close()
    await keys.close()
    expect({
      simActivity: await agesIn('sim_activity', 'at'),
      batches: await agesIn('deactivation_batch', 'finished_at'),
      deployments: await agesIn('csr_deployment', 'finished_at'),
      observations: await agesIn('observed_change', 'at'),
    }).toEqual({
      simActivity: [50],
      batches: [50, 150],
      deployments: [50, 150, 250],
      observations: [50, 150, 250, 350],
    })
  })
})
