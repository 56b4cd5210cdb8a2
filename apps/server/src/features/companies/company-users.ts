import type { CompanyUser, CompanyUserSort } from '@support-console/contract'
import { sql } from 'kysely'
import type { CompanyList } from './company-lists.store.ts'

interface UserRow {
  /** Someone may have several places at one company. */
  place: string
  email: string
  remote_id: string
  role: string
}

/** The Remote Portal's users, as the inventory has them (2.11). */
export const companyUsers: CompanyList<UserRow, { text?: string | undefined }, CompanyUserSort> = {
  table: 'remote_user',
  id: 'place',
  rows: (companyId) => sql`
    select email || ' ' || remote_id as place, email, remote_id, role from remote_user where company_id = ${companyId}`,
  conditions: ({ text }) => {
    const part = text?.trim().toLowerCase()
    return part
      ? [
          sql`(${sql.join(
            ['email', 'remote_id', 'role'].map(
              (column) => sql`strpos(lower(${sql.ref(column)}), ${part}) > 0`,
            ),
            sql` or `,
          )})`,
        ]
      : []
  },
  sorts: { email: 'email', role: 'role' },
}

export const toCompanyUser = ({ email, remote_id, role }: UserRow): CompanyUser => ({
  email,
  remoteId: remote_id,
  role,
})
