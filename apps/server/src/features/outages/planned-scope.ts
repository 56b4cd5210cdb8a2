import {
  factRights,
  type Permission,
  type Planned,
  type PlannedScope,
  type Thing,
  thing,
  vendorCodes,
} from '@support-console/contract'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { problems } from '../../platform/problem.ts'
import type { May, User } from '../../platform/sign-on/user.ts'
import { nameOfScope } from './scope-name.ts'

/** What it takes to read of a scope, beside the right to read sessions. */
const rightOf: Partial<Record<PlannedScope, Permission>> = {
  company: factRights.company,
  csr: factRights.deployment,
}
export const mayReadScope = (may: May, scope: PlannedScope): boolean => {
  const right = rightOf[scope]
  return may(factRights.session) && (right === undefined || may(right))
}

/** How the trail names a scope, and people; a carrier and WebConnect are no things of it. @throws Problem Invalid, Forbidden */
export async function scopeNamed(
  db: Kysely<Tables>,
  { kind, id }: Planned['of'],
  user: User,
): Promise<{ name: string; object: Thing | undefined }> {
  if (!mayReadScope(user.may, kind)) throw problems.forbidden(rightOf[kind] ?? factRights.session, user)
  const found: Record<PlannedScope, () => Promise<{ name: string; object?: string } | undefined>> = {
    webconnect: async () => (id === '' ? { name: 'WebConnect' } : undefined),
    carrier: async () =>
      vendorCodes.some((code) => code === id) ? { name: nameOfScope('carrier', id, '') } : undefined,
    container: async () => {
      const named = db.selectFrom('webconnect_container').select('container_name as name')
      const row = await named.where('container_name', '=', id).executeTakeFirst()
      return row && { ...row, object: thing('container', row.name) }
    },
    csr: async () => {
      const named = db.selectFrom('csr').select(['server as name', 'ip_address'])
      const row = await named.where('server', '=', id).executeTakeFirst()
      return row && { name: row.name, object: thing('csr', row.ip_address) }
    },
    company: async () => {
      const { rows } = await sql<{ name: string }>`select name from company where id::text = ${id}`.execute(
        db,
      )
      return rows[0] && { ...rows[0], object: thing('company', id) }
    },
  }
  const scope = await found[kind]()
  if (!scope) throw problems.invalid([{ field: 'of', message: 'is not known here' }])
  return { name: scope.name, object: scope.object as Thing | undefined }
}
