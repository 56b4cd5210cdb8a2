import { createHash } from 'node:crypto'
import type { VendorCode } from '@support-console/contract'
import world from '@support-console/demo-world/world.json' with { type: 'json' }
import type { Insertable } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { insertRows } from './insert-rows.ts'
import type { SeedPart } from './seed.ts'

const megabyte = 1_000_000

/**
 * What a carrier's SIMs cost a month, the megabytes that this includes and what each one beyond costs, and the next
 * larger plan.
 */
export const planOf = (vendor: VendorCode) => world.carriers[vendor].plan

/** Each SIM's bill for every month from its first one to the end of 2021; the same on every machine. */
export const billingLinesSeed: SeedPart = {
  name: 'billing-lines',
  async run(trx) {
    const sims = await trx
      .selectFrom('sim')
      .leftJoin('company', 'company.id', 'sim.company_id')
      .select(['sim.iccid', 'sim.vendor_code', 'company.sap_sales_region'])
      .orderBy('sim.iccid')
      .execute()
    const rows = sims.flatMap((sim) =>
      linesOf(sim.iccid, sim.vendor_code, sim.sap_sales_region === 'ca' ? 'CAD' : 'USD'),
    )
    await insertRows(trx, 'billing_line', rows)
  },
}

function linesOf(iccid: string, vendor: VendorCode, currency: string): Insertable<Tables['billing_line']>[] {
  const plan = planOf(vendor)
  const noise = createHash('sha512').update(`billing ${iccid}`).digest()
  // Installed some time in the first year and a half; panels differ in what they send, months do less.
  const firstMonth = noise.readUInt16BE(62) % 18
  const usualBytes = 400_000 + (noise.readUInt16BE(60) / 65_536) * 4_200_000
  return Array.from({ length: 48 - firstMonth }, (_, i) => {
    const month = firstMonth + i
    const wobble = 0.6 + (noise[month] ?? 0) / 255
    const bytes = Math.round(usualBytes * wobble)
    const beyond = Math.max(0, bytes - plan.includedMegabytes * megabyte)
    return {
      year: 2018 + Math.floor(month / 12),
      month: 1 + (month % 12),
      iccid,
      plan: plan.name,
      vendor_code: vendor,
      bytes,
      amount_cents: plan.monthlyCents + Math.ceil(beyond / megabyte) * plan.perMegabyteCents,
      currency,
    }
  })
}
