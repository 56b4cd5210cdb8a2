import type { Planned } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database/open-database.ts'
import type { TestDatabase } from './databases.ts'
import { scopedServer } from './scoped-server.ts'

const path = '/api/outages/v1/planned'
type Without = readonly string[]

/** A server with a company of three panels on three receivers, two containers, and work that is planned for any of them. */
export function planningServer(database: TestDatabase) {
  const server = scopedServer(database, plant)
  const { call, at } = server
  const local = (minutes: number) => at(minutes).toISOString().slice(0, 16).replace('T', ' ')
  /** From ten minutes ago for an hour more, but for what is said otherwise. */
  const asked = (of: Planned['of'], more: Partial<Planned> = {}) => ({
    ...{ of, from: local(-10), to: local(60), timeZone: 'UTC' },
    ...{ isWeekly: false, until: null, reason: 'New disks', ...more },
  })
  return {
    ...server,
    local,
    plan: (of: Planned['of'], more?: Partial<Planned>, without?: Without) =>
      call('POST', path, { body: asked(of, more), without }),
    planned: async (without?: Without): Promise<Planned[]> =>
      (await call('GET', path, { without })).envelope?.data,
    end: (planId: string | undefined, without?: Without) =>
      call('POST', `${path}/${planId}/end`, { without }),
  }
}

async function plant(db: Db): Promise<void> {
  await sql`insert into company (id, name, sap_company_id, sap_sales_region, device_region, network_model)
    values (9101, 'Planned', '9100001', 'us', 'us', 'TIER2_STANDARD')`.execute(db)
  await sql`insert into webconnect_container (container_name, said_at, checked_at)
    values ('wc-1', now(), now()), ('wc-2', now(), now())`.execute(db)
  await sql`insert into panel (cloud_id, company_id, receiver, panel_info)
    select 'CBS920000' || n, 9101, 'csr-' || n, '{"serviceStates": []}' from generate_series(1, 3) as n`.execute(
    db,
  )
}
