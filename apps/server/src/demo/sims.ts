import { createHash } from 'node:crypto'
import type { NetworkModel, VendorCode } from '@support-console/contract'
import world from '@support-console/demo-world/world.json' with { type: 'json' }
import type { Insertable } from 'kysely'
import { sealVpnPassword } from '../features/sims/index.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { SecretBox } from '../platform/secrets/secret-box.ts'
import { withCheckDigit } from './numbers.ts'
import type { SeedPart } from './seed.ts'

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

/**
 * A SIM for each generated panel, of the panel's company. A part of its own, which comes after what has a past for every
 * SIM (bills, activity): these have none.
 */
export const panelSimsSeed = (secrets: SecretBox): SeedPart => ({
  name: 'panel-sims',
  async run(trx) {
    const [first = '', last = ''] = [world.generatedPanels.from, world.generatedPanels.to].map(
      (n) => `CBS${String(n).padStart(7, '0')}`,
    )
    const panels = await trx
      .selectFrom('panel')
      .innerJoin('company', 'company.id', 'panel.company_id')
      .select([
        'panel.cloud_id',
        'company.id',
        'company.sap_company_id as sapCompanyId',
        'company.network_model as networkModel',
      ])
      .where((eb) => eb.between('panel.cloud_id', first, last))
      .where('panel.cloud_id', '~', '^CBS[0-9]{7}$')
      .execute()
    const sims = panels.map((panel): Insertable<Tables['sim']> => {
      const number = panel.cloud_id.slice(3)
      const kind = world.panelSims[Number(number) % 2]
      const iccid = withCheckDigit(`${kind?.prefix}${number}`)
      return {
        iccid,
        vendor_code: kind?.vendorCode as VendorCode,
        company_id: panel.id,
        network_model: null,
        panel: panel.cloud_id,
        // No one who has the last digits of a SIM means the company number at the end of a user name.
        ...vpnAccount(secrets, iccid, { ...panel, sapCompanyId: `${panel.sapCompanyId}.example` }),
      }
    })
    // An import may have brought one of them since.
    await trx
      .insertInto('sim')
      .values(sims)
      .onConflict((conflict) => conflict.doNothing())
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
    ...vpnAccount(secrets, sim.iccid, companyOf(sim.companyId)),
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
        ...vpnAccount(secrets, iccid, companyOf(range.companyId)),
      }
    }),
  )
}

const companyOf = (companyId: number | null) =>
  world.companies.find((company) => company.companyId === companyId)

/** Tier3 SIMs have an account with the on-demand VPN; the same one on every machine. */
function vpnAccount(
  secrets: SecretBox,
  iccid: string,
  company: { networkModel: string; sapCompanyId: string } | undefined,
) {
  if (company?.networkModel !== 'TIER3_STANDARD') return {}
  const password = createHash('sha256').update(`vpn ${iccid}`).digest('base64url').slice(0, 14)
  return {
    vpn_user_name: `sim-${iccid.slice(-6)}@${company.sapCompanyId}`,
    vpn_password: sealVpnPassword(secrets, iccid, password),
  }
}
