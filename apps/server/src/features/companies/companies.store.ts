import {
  bareNumber,
  type CompanyBundle,
  type CompanyListItem,
  deviceRegionNames,
  factRights,
  type Reservation,
} from '@support-console/contract'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { compileOnce } from '../../platform/database/compile-once.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Problem } from '../../platform/problem.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import type { May } from '../../platform/sign-on/user.ts'
import type { CompanyTable } from './companies.table.ts'
import { bundleOf } from './company-columns.ts'
import { openKey } from './sealed-key.ts'

export type CompanyRow = Selectable<CompanyTable>

const companiesByName = compileOnce((db) =>
  db
    .selectFrom('company')
    .select([
      'id as companyId',
      'name as companyName',
      'sap_company_id as sapCompanyId',
      'sap_sales_region as sapSalesRegion',
    ])
    .orderBy(sql`lower(name)`)
    .orderBy('id'),
)

const reservationsByName = compileOnce((db) =>
  db
    .selectFrom('company_reservation')
    .select([
      'sap_company_id as value',
      'name as label',
      'sap_sales_region as sapSalesRegion',
      'device_region as deviceRegion',
    ])
    .orderBy(sql`lower(name)`)
    .orderBy('sap_company_id'),
)

const deviceRegions = compileOnce((db) =>
  db
    .selectFrom('company')
    .select('device_region as region')
    .union(db.selectFrom('company_reservation').select('device_region as region'))
    .orderBy('region'),
)

const companyById = compileOnce((db, given: { companyId: number }) =>
  db
    .selectFrom('company')
    .selectAll('company')
    .select((eb) => [
      eb
        .selectFrom('sim')
        .select(sql<number>`count(*)::integer`.as('count'))
        .whereRef('sim.company_id', '=', 'company.id')
        .where('sim.deactivated_at', 'is', null)
        .as('sim_count'),
      eb
        .selectFrom('panel')
        .select(sql<number>`count(*)::integer`.as('count'))
        .whereRef('panel.company_id', '=', 'company.id')
        .as('panel_count'),
      jsonArrayFrom(
        eb
          .selectFrom('company_subnet')
          .select([
            'subnet_id as subnetId',
            sql<string>`host(network)`.as('domainIp'),
            sql<number>`masklen(network)`.as('cidr'),
          ])
          .whereRef('company_subnet.company_id', '=', 'company.id')
          .orderBy('subnet_id'),
      ).as('subnets'),
    ])
    .where('company.id', '=', given.companyId),
)

/** The regions that a device can have where no company names another. */
const usualDeviceRegions = Object.entries(deviceRegionNames).map(([value, label]) => ({ label, value }))

/** What the list and its drop-downs show (3). */
export async function readCompanies(db: Kysely<Tables>): Promise<{
  companyInfos: CompanyListItem[]
  reservations: Reservation[]
  deviceRegionOptions: { label: string; value: string }[]
}> {
  const [companyInfos, reservations, regions] = await Promise.all([
    companiesByName(db, {}),
    reservationsByName(db, {}),
    deviceRegions(db, {}),
  ])
  const others = regions
    .filter(({ region }) => !usualDeviceRegions.some(({ value }) => value === region))
    .map(({ region }) => ({ label: region, value: region }))
  return { companyInfos, reservations, deviceRegionOptions: [...usualDeviceRegions, ...others] }
}

/**
 * @param secrets open its installer service key; null: it stays closed
 * @throws Problem NotFound
 */
export async function readCompany(
  db: Kysely<Tables>,
  secrets: SecretBox | null,
  companyId: number,
  may: May,
): Promise<CompanyBundle> {
  const [row] = await companyById(db, { companyId })
  if (!row) throw noSuchCompany(companyId)
  return {
    ...bundleOf(row, secrets ? openKey(secrets, row) : ''),
    companySubnets: row.subnets,
    facts: {
      updatedBy: row.updated_by,
      simCount: may(factRights.simsOfCompany) ? (row.sim_count ?? 0) : null,
      panelCount: may(factRights.panelsOfCompany) ? (row.panel_count ?? 0) : null,
      keyGeneratedAt: row.key_generated_at.toISOString(),
      keyGeneratedBy: row.key_generated_by,
    },
  }
}

/**
 * The company, held until the end of the transaction.
 * @throws Problem NotFound
 */
export async function lockCompany(trx: Transaction<Tables>, companyId: number): Promise<CompanyRow> {
  const row = await trx
    .selectFrom('company')
    .selectAll()
    .where('id', '=', companyId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw noSuchCompany(companyId)
  return row
}

/** What people call the company. */
export function findCompany(
  db: Kysely<Tables>,
  companyId: number,
): Promise<{ name: string; sapCompanyId: string } | undefined> {
  return db
    .selectFrom('company')
    .select(['name', 'sap_company_id as sapCompanyId'])
    .where('id', '=', companyId)
    .executeTakeFirst()
}

/** Whose a SAP Company ID is, leading zeros or not (D41). */
export function companyOfSapId(
  db: Kysely<Tables>,
  sapCompanyId: string,
): Promise<{ id: number; name: string } | undefined> {
  return db
    .selectFrom('company')
    .select(['id', 'name'])
    .where('sap_number', '=', bareNumber(sapCompanyId))
    .executeTakeFirst()
}

const noSuchCompany = (companyId: number) =>
  new Problem('NotFound', `There is no company with the ID ${companyId}. Please choose one from the list.`)
