import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Db } from '../platform/database/open-database.ts'

/** Until lasting work that calls began has ended. @param left whose work no one does, by email */
export const quiet = (db: Db, left = '') =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ open: string }>`
        select 'deployment ' || state as open from csr_deployment where state in ('pending', 'running')
        union all select 'waves ' || plan_id from wave_plan where finished_at is null and paused_at is null
        union all select concat_ws(' ', 'deactivation', iccid, state, note) from deactivation join deactivation_batch using (batch_id)
          where state in ('ready', 'asking', 'waiting', 'settling') and email <> ${left}
        union all select 'series ' || series_id from deactivation_series where finished_at is null and email <> ${left}
        union all select 'enabling ' || enabling_id from enabling where state = 'running'
        union all select 'look ' || look_id from look where state = 'running' and email <> ${left}`.execute(
        db,
      )
      expect(rows.map(({ open }) => open)).toEqual([])
    },
    { timeout: 60_000, interval: 20 },
  )
