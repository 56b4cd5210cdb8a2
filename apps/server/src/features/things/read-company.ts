import { type CompanyThing, factRights } from '@support-console/contract'
import type { Db } from '../../platform/database/open-database.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { companyOf } from './belongs-to.ts'

/** A company's page; undefined: there is none of this id. */
export async function readCompany(db: Db, companyId: number, may: May): Promise<CompanyThing | undefined> {
  const [company, row, users] = await Promise.all([
    companyOf(db, companyId, may, null),
    db
      .selectFrom('company')
      .select(['sap_sales_region', 'device_region', 'network_model', 'update_date', 'updated_by'])
      .where('id', '=', companyId)
      .executeTakeFirst(),
    may(factRights.usersOfCompany)
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
