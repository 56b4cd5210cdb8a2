import type { Usability } from '@support-console/contract'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { Problem } from '../../platform/problem.ts'
import { recordSimActivity } from '../sim-activity/index.ts'
import { shortSimId } from '../sims/index.ts'
import { notInInventory } from './unknown-sim.ts'

export const usabilityOf = ({ usable }: { usable: boolean }): Usability => (usable ? 'Usable' : 'Unusable')

/**
 * Turns a usable SIM unusable and the other way round (2.4), and notes it among the SIM's activity.
 * @param from the state that the user saw; another one is a Conflict
 * @throws Problem NotFound, Conflict
 */
export async function toggleUsability(
  trx: Transaction<Tables>,
  {
    simId,
    from,
    transactionId,
    email,
  }: {
    simId: string
    from: Usability | undefined
    transactionId: string
    email: string
  },
): Promise<Usability> {
  const sim = await trx
    .selectFrom('sim')
    .select(['usable', 'vendor_code'])
    .where('iccid', '=', simId)
    .forUpdate()
    .executeTakeFirst()
  if (!sim) throw notInInventory(simId)
  const before = usabilityOf(sim)
  if (from !== undefined && from !== before) {
    const sentence = `SIM ${shortSimId(simId)} is already ${before}: someone else changed it. Check it again.`
    throw new Problem('Conflict', sentence)
  }
  const after = usabilityOf({ usable: !sim.usable })
  await trx
    .updateTable('sim')
    .set({ usable: !sim.usable, update_date: sql<Date>`clock_timestamp()` })
    .where('iccid', '=', simId)
    .execute()
  await recordSimActivity(trx, {
    transactionId,
    iccid: simId,
    vendorCode: sim.vendor_code,
    status: after,
    description: `Marked ${after.toLowerCase()} by ${email}`,
  })
  return after
}
