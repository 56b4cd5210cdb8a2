import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'

/** Notes in the inventory that the SIM is deactivated. */
export async function noteDeactivated(trx: Transaction<Tables>, iccid: string): Promise<void> {
  await trx
    .updateTable('sim')
    .set({
      deactivated_at: sql<Date>`clock_timestamp()`,
      update_date: sql<Date>`clock_timestamp()`,
    })
    .where('iccid', '=', iccid)
    .execute()
}

/** Its carrier says that the SIM is active: what the inventory noted before is over. */
export async function noteActive(db: Kysely<Tables>, iccid: string): Promise<void> {
  await db.updateTable('sim').set({ deactivated_at: null }).where('iccid', '=', iccid).execute()
}

/** For sentences: 8901…0013. */
export const shortSimId = (iccid: string): string => `${iccid.slice(0, 4)}…${iccid.slice(-4)}`
