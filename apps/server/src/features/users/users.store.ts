import type { UserRow } from '@support-console/contract'
import type { Kysely } from 'kysely'
import { compileOnce } from '../../platform/database/compile-once.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type {} from './users.table.ts'

const rowsOf = compileOnce((db, given: { email: string }) =>
  db
    .selectFrom('remote_user')
    .innerJoin('company', 'company.id', 'remote_user.company_id')
    .select([
      'company.name as companyName',
      'company.sap_company_id as companySapNumber',
      'remote_user.remote_id as remoteId',
      'remote_user.role',
    ])
    .where('remote_user.email', '=', given.email)
    .orderBy('company.name')
    .orderBy('remote_user.remote_id'),
)

/** The user's companies and roles (2.11), by company and Remote ID; none where no one has this e-mail. */
export const userRows = (db: Kysely<Tables>, email: string): Promise<UserRow[]> =>
  rowsOf(db, { email: email.toLowerCase() })
