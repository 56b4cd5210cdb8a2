import type { CompanyThing } from '@support-console/contract'
import type { Db } from '../../platform/database/open-database.ts'
import { companyOf } from './belongs-to.ts'

/**
 * A company's page; undefined: there is none of this id.
 * @param mayReadUsers whether the reader is told how many users it has
 */
export async function readCompany(
  db: Db,
  companyId: number,
  mayReadUsers: boolean,
): Promise<CompanyThing | undefined> {
  const [company, row, users] = await Promise.all([
    companyOf(db, companyId, null),
    db
      .selectFrom('company')
      .select(['sap_sales_region', 'device_region', 'network_model', 'update_date', 'updated_by'])
      .where('id', '=', companyId)
      .executeTakeFirst(),
    mayReadUsers
      ? db
          .selectFrom('remote_user')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .where('company_id', '=', companyId)
          .executeTakeFirst()
      : undefined,
  ])
  if (!company || !row) return undefined
  return {
    ...company,
    salesRegion: row.sap_sales_region,
    deviceRegion: row.device_region,
    networkModel: row.network_model,
    users: users ? Number(users.count) : null,
    updatedAt: row.update_date.toISOString(),
    updatedBy: row.updated_by,
  }
}
