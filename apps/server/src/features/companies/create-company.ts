import {
  bareNumber,
  type CompanyColumns,
  defaultVpnEndpoint,
  type NewCompany,
  pathOf,
} from '@support-console/contract'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { Problem, problems } from '../../platform/problem.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { companyOfSapId } from './companies.store.ts'
import { allSettings, columnsOf, fixedOtherwise } from './company-columns.ts'
import type { SavedCompany } from './save-company.ts'
import { sealKey } from './sealed-key.ts'
import { writeSubnets } from './subnets.ts'

const sapCompanyIdField = pathOf('sapCompanyId')

/**
 * Creates a company, of its own or out of a reservation, which is gone with it (2.6). Its installer service key is
 * made with it.
 * @param email of the person who creates it
 * @throws Problem Invalid; Conflict where the reservation was used by someone else
 */
export async function createCompany(
  trx: Transaction<Tables>,
  secrets: SecretBox,
  { body, email }: { body: NewCompany; email: string },
): Promise<SavedCompany> {
  const asked = columnsOf(body)
  // Whatever its model: only that of Tier3 Standard may be another one (D34).
  const columns = { ...asked, vpn_endpoint: asked.vpn_endpoint || defaultVpnEndpoint }
  await (body.mode === 'reservation'
    ? useReservation(trx, columns)
    : refuseReserved(trx, columns.sap_company_id))
  const taken = await sapIdTaken(trx, columns.sap_company_id)
  if (taken) throw taken
  const { id, update_date } = await trx
    .insertInto('company')
    .values({ ...columns, ...sealKey(secrets), updated_by: email, key_generated_by: email })
    .returning(['id', 'update_date'])
    .executeTakeFirstOrThrow()
  // An import may have reserved the SAP Company ID while the insert waited for it to end.
  await refuseReserved(trx, columns.sap_company_id)
  const subnets = await writeSubnets(trx, id, body.companySubnets)
  return {
    companyId: id,
    name: columns.name,
    updateDate: update_date.toISOString(),
    changes: [...allSettings(columns), ...subnets],
  }
}

/** Takes the reservation out; anyone who comes second waits here for the first, and finds none. */
async function useReservation(trx: Transaction<Tables>, asked: CompanyColumns): Promise<void> {
  const reservation = await trx
    .deleteFrom('company_reservation')
    .where('sap_company_id', '=', asked.sap_company_id)
    .returning(['name', 'sap_sales_region'])
    .executeTakeFirst()
  if (!reservation) throw await reservationGone(trx, asked.sap_company_id)
  const is = { ...asked, ...reservation }
  const issues = fixedOtherwise('reservation', { is, asked, why: 'is fixed by the reservation' })
  if (issues.length > 0) throw problems.invalid(issues)
}

async function reservationGone(trx: Transaction<Tables>, sapCompanyId: string): Promise<Problem> {
  const company = await trx
    .selectFrom('company')
    .select(['name', 'updated_by'])
    .where('sap_company_id', '=', sapCompanyId)
    .executeTakeFirst()
  if (!company)
    return problems.invalid([
      { field: sapCompanyIdField, message: 'is not reserved; choose a reservation from the list' },
    ])
  const by = company.updated_by ? ` (last saved by ${company.updated_by})` : ''
  return new Problem(
    'Conflict',
    `The reservation with SAP Company ID ${sapCompanyId} has already been used: ${company.name} exists now${by}. ` +
      'Nothing was created a second time. Please open the company from the list.',
  )
}

async function refuseReserved(trx: Transaction<Tables>, sapCompanyId: string): Promise<void> {
  const reservation = await trx
    .selectFrom('company_reservation')
    .select('name')
    .where('sap_number', '=', bareNumber(sapCompanyId))
    .executeTakeFirst()
  if (!reservation) return
  const message = `is reserved for ${reservation.name}; choose that reservation above the list of companies`
  throw problems.invalid([{ field: sapCompanyIdField, message }])
}

/** The complaint where the SAP Company ID is another company's. */
export async function sapIdTaken(db: Kysely<Tables>, sapCompanyId: string): Promise<Problem | undefined> {
  const other = await companyOfSapId(db, sapCompanyId)
  return (
    other && problems.invalid([{ field: sapCompanyIdField, message: `already belongs to ${other.name}` }])
  )
}
