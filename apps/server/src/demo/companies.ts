import { createHash } from 'node:crypto'
import { defaultVpnEndpoint, type NetworkModel, networkModels } from '@support-console/contract'
import world from '@support-console/demo-world/world.json' with { type: 'json' }
import { type Insertable, sql } from 'kysely'
import { sealKey } from '../features/companies/index.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { SecretBox } from '../platform/secrets/secret-box.ts'
import type { SeedPart } from './seed.ts'

// Invented words and kinds of business; together they name no company that exists.
const words = world.generatedCompanies.words.split(' ')
const kinds = world.generatedCompanies.kinds.split(' ')

/** The demo world's name number so and so: different ones for the first 250, the same on every machine. */
export function demoName(index: number): string {
  const kind = kinds[Math.floor(index / words.length) % kinds.length]
  return `${words[index % words.length]} ${kind}`
}

/** The demo world's companies: two fixed ones and 248 generated, the same on every machine. */
export const companiesSeed = (secrets: SecretBox): SeedPart => ({
  name: 'companies',
  async run(trx) {
    const fixed = world.companies.map((company) =>
      row(secrets, { ...company, networkModel: company.networkModel as NetworkModel }),
    )
    await trx
      .insertInto('company')
      .values([...fixed, ...generated(secrets)])
      .execute()
    // The ids above were given; the next new company follows them.
    await sql`select setval(pg_get_serial_sequence('company', 'id'), (select max(id) from company))`.execute(
      trx,
    )
  },
})

function generated(secrets: SecretBox): Insertable<Tables['company']>[] {
  const { fromCompanyId, toCompanyId, firstSapCompanyId } = world.generatedCompanies
  return Array.from({ length: toCompanyId - fromCompanyId + 1 }, (_, i) =>
    row(secrets, {
      companyId: fromCompanyId + i,
      name: demoName(i),
      sapCompanyId: String(Number(firstSapCompanyId) + i),
      region: i % 3 === 2 ? 'ca' : 'us',
      networkModel: networkModels[i % networkModels.length] ?? 'TIER3_STANDARD',
    }),
  )
}

function row(
  secrets: SecretBox,
  company: {
    companyId: number
    name: string
    sapCompanyId: string
    region: string
    networkModel: NetworkModel
  },
): Insertable<Tables['company']> {
  const region = company.region === 'ca' ? 'ca' : 'us'
  return {
    id: company.companyId,
    name: company.name,
    sap_company_id: company.sapCompanyId,
    sap_sales_region: region,
    device_region: region,
    network_model: company.networkModel,
    vpn_endpoint: defaultVpnEndpoint,
    ...sealKey(secrets, demoKey(company.sapCompanyId)),
  }
}

/** An installer service key that is the same on every machine. */
function demoKey(sapCompanyId: string): string {
  const hex = createHash('sha256').update(`isk ${sapCompanyId}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
