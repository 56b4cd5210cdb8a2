import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Db } from '../platform/database/open-database.ts'

/** Until lasting work that calls began has ended. @param left whose work no one does, by email */
export const quiet = (db: Db, left = '') =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ open: number }>`
        select (select count(*) from csr_deployment where state in ('pending', 'running'))
          + (select count(*) from wave_plan where finished_at is null and paused_at is null)
          + (select count(*) from deactivation join deactivation_batch using (batch_id)
            where state in ('ready', 'asking', 'waiting', 'settling') and email <> ${left})
          + (select count(*) from deactivation_series where finished_at is null and email <> ${left})
          + (select count(*) from enabling where state = 'running')
          + (select count(*) from look where state = 'running' and email <> ${left}) as open`.execute(db)
      expect(Number(rows[0]?.open)).toBe(0)
    },
    { timeout: 60_000, interval: 20 },
  )
