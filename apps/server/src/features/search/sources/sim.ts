import {
  carrierNames,
  factRights,
  type Permission,
  type VendorCode,
  vendorOf,
} from '@support-console/contract'
import { sql } from 'kysely'
import type { May } from '../../../platform/sign-on/user.ts'
import { simStatesOf } from '../../states/index.ts'
import { byKeys, type Described, factsOf, type Key, type Source } from '../source.ts'

const from = { from: 'sim', id: 'iccid', activity: 'update_date' }

/** A SIM that has left the inventory, or was never in it. */
const elsewhere = (table: string, right: Permission): Key => ({
  right,
  field: 'iccid',
  read: ({ digits }) => (digits && digits.length >= 18 ? digits : undefined),
  from: table,
  id: 'iccid',
  key: 'iccid',
  by: 'whole',
  where: `not exists (select 1 from sim where sim.iccid = ${table}.iccid)`,
})

const keys: readonly Key[] = [
  { ...from, field: 'iccid', read: ({ digits }) => digits, key: 'iccid' },
  {
    ...from,
    field: 'vpnUserName',
    read: ({ name, words }) => (words.length > 0 && name.length > 3 ? name : undefined),
    value: 'vpn_user_name',
    key: 'lower((vpn_user_name) collate "C")',
    where: `vpn_user_name <> ''`,
    right: factRights.vpnAccount,
  },
  elsewhere('sim_transaction', factRights.simActivity),
  elsewhere('billing_line', factRights.sim),
]

/** SIMs of the inventory, and those that only their activity, a bill or a neighbour names. */
export const sims: Source<'sim'> = {
  kind: 'sim',
  isObserved: true,
  find: (db, asked, most, may) => byKeys(db, keys, asked, most, may),
  async describe(db, ids, view) {
    const inventory = sql<Partial<InventoryRow> & { iccid: string }>`
      select wanted.iccid, sim.vendor_code, sim.usable, sim.panel, company.name
      from unnest(${ids}::text[]) as wanted (iccid)
      left join sim on sim.iccid = wanted.iccid left join company on company.id = sim.company_id`.execute(db)
    const [{ rows }, states] = await Promise.all([inventory, simStatesOf(db, view, ids)])
    return new Map(
      rows.map((row) => [row.iccid, { ...describeSim(row, view.may), state: states.get(row.iccid) ?? null }]),
    )
  },
}

interface InventoryRow {
  vendor_code: VendorCode | null
  usable: boolean | null
  panel: string | null
  name: string | null
}

function describeSim({ iccid, ...row }: Partial<InventoryRow> & { iccid: string }, may: May): Described {
  const carrier = vendorOf(iccid, row.vendor_code)
  const isKnown = Boolean(row.vendor_code)
  return {
    title: iccid,
    facts: factsOf({
      company: row.name,
      carrier: carrier && carrierNames[carrier],
      inventory: isKnown ? null : 'not in the inventory',
      usability: isKnown && may(factRights.usability) ? (row.usable ? 'Usable' : 'Unusable') : null,
      panel: row.panel,
    }),
  }
}
