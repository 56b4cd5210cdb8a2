import {
  type BatchEntry,
  type CheckedBatchRow,
  isIccid,
  isShortened,
  type OrderedBatchRow,
} from '@support-console/contract'
import type { Kysely } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Problem } from '../../platform/problem.ts'
import type { Carriers } from '../../systems/carriers/carrier.ts'
import { findSims, type InventorySim } from '../sims/index.ts'
import { simStatesOf, type View } from '../states/index.ts'
import { subjectOf } from './batch-rows.ts'
import type { Order } from './begin-batch.ts'
import { openDeactivations } from './open-rows.ts'

const notInInventory = 'unknown, the inventory does not have it'

/** Why a SIM cannot be deactivated (D23, D35), or undefined. */
function complaintOf(entry: string, sim: InventorySim | undefined, whoIsAtIt: string | undefined) {
  if (isShortened(entry)) return 'a spreadsheet has shortened this number; format the column as text'
  if (!isIccid(entry)) return 'not an ICCID'
  if (!sim) return notInInventory
  if (sim.deactivatedAt) return 'already deactivated'
  return whoIsAtIt && `already being deactivated by ${whoIsAtIt}`
}

/**
 * The rows of a list: 'Ready', or 'Error: ' and the reason. Nothing is asked of a carrier.
 * @param parts without a view the states are not read
 */
export async function checkedRows(
  { db, carriers, view }: { db: Db; carriers: Carriers; view: View | null },
  entries: readonly BatchEntry[],
): Promise<CheckedBatchRow[]> {
  const iccids = entries.map(({ iccid }) => iccid)
  const [sims, open] = [await findSims(db, iccids), await openDeactivations(db, iccids)]
  const states = view ? await simStatesOf(db, view, [...sims.keys()]) : new Map()
  return entries.map(({ iccid, other }) => {
    const sim = sims.get(iccid)
    const complaint = complaintOf(iccid, sim, open.get(iccid))
    return {
      iccid,
      status: complaint ? `Error: ${complaint}` : 'Ready',
      other,
      simState: states.get(iccid) ?? null,
      ...subjectOf(carriers, sim?.vendorCode ?? null, sim?.company?.name ?? null),
    }
  })
}

/**
 * What a list of rows orders: the ready ones, checked again. A row that was not ready when someone confirmed the list
 * is not asked for, whatever became of it since.
 * @throws Problem Invalid when nothing is ready, or a SIM stands in the list twice
 */
export async function ordersOf(db: Kysely<Tables>, rows: readonly OrderedBatchRow[]): Promise<Order[]> {
  const ready = rows.filter(isReady).map((row) => row.iccid)
  const twice = ready.find((iccid, i) => ready.indexOf(iccid) !== i)
  if (twice !== undefined)
    throw new Problem('Invalid', `SIM ${twice} is in the list twice. No carrier was asked.`)
  const orders = await checkedOrders(db, rows)
  if (orders.every((order) => 'invalid' in order))
    throw new Problem('Invalid', 'None of these SIMs is ready to be deactivated. No carrier was asked.')
  return orders
}

/** The same of a list that names each SIM once, also where nothing of it is ready. */
export async function checkedOrders(db: Kysely<Tables>, rows: readonly OrderedBatchRow[]): Promise<Order[]> {
  const iccids = rows.map((row) => row.iccid)
  const [sims, open] = [await findSims(db, iccids), await openDeactivations(db, iccids)]
  return rows.map(({ iccid, status, other = [] }): Order => {
    const sim = sims.get(iccid)
    const complaint = complaintOf(iccid, sim, open.get(iccid))
    if (complaint || !sim) return { iccid, other, invalid: complaint ?? notInInventory }
    if (!isReady({ status }))
      return { iccid, other, invalid: 'left out, because it was not Ready in the list' }
    return { iccid, other, vendorCode: sim.vendorCode }
  })
}

const isReady = ({ status }: Pick<OrderedBatchRow, 'status'>): boolean => /^Ready\b/.test(status)
