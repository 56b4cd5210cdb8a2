import { createHash } from 'node:crypto'
import type { NetworkModel, VendorCode } from '@support-console/contract'
import world from '@support-console/demo-world/world.json' with { type: 'json' }
import type { Insertable } from 'kysely'
import { sealVpnPassword } from '../features/sims/index.ts'
import type { SeedPart } from '../platform/database/seed.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { SecretBox } from '../platform/secrets/secret-box.ts'
import { withCheckDigit } from './numbers.ts'

/** The demo world's inventory: the named SIMs and the ranges for batches. */
export const simsSeed = (secrets: SecretBox): SeedPart => ({
  name: 'sims',
  async run(trx, now) {
    await trx
      .insertInto('sim')
      .values([...named(secrets, now), ...ranges(secrets)])
      .execute()
  },
})

function named(secrets: SecretBox, now: Date): Insertable<Tables['sim']>[] {
  return world.sims.map((sim) => ({
    iccid: sim.iccid,
    vendor_code: sim.vendorCode as VendorCode,
    company_id: sim.companyId,
    network_model: sim.networkModel as NetworkModel | null,
    usable: sim.usable,
    deactivated_at: 'deactivated' in sim ? now : null,
    panel: 'panel' in sim ? sim.panel : '',
    ...vpnAccount(secrets, sim.iccid, sim.companyId),
  }))
}

function ranges(secrets: SecretBox): Insertable<Tables['sim']>[] {
  return world.simRanges.flatMap((range) =>
    Array.from({ length: range.to - range.from + 1 }, (_, i) => {
      const iccid = withCheckDigit(`${range.prefix}${String(range.from + i).padStart(3, '0')}`)
      return {
        iccid,
        vendor_code: range.vendorCode as VendorCode,
        company_id: range.companyId,
        network_model: null,
        ...vpnAccount(secrets, iccid, range.companyId),
      }
    }),
  )
}

/** Tier3 SIMs have an account with the on-demand VPN; the same one on every machine. */
function vpnAccount(secrets: SecretBox, iccid: string, companyId: number | null) {
  const company = world.companies.find((each) => each.companyId === companyId)
  if (company?.networkModel !== 'TIER3_STANDARD') return {}
  const password = createHash('sha256').update(`vpn ${iccid}`).digest('base64url').slice(0, 14)
  return {
    vpn_user_name: `sim-${iccid.slice(-6)}@${company.sapCompanyId}`,
    vpn_password: sealVpnPassword(secrets, iccid, password),
  }
}
