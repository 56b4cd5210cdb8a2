import world from '@support-console/demo-world/world.json' with { type: 'json' }
import type { Insertable } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { SeedPart } from './seed.ts'

const roles = ['Installer', 'Technician', 'Administrator', 'Viewer']

/** The demo world's Remote Portal users: one of two companies, and 500 generated. */
export const usersSeed: SeedPart = {
  name: 'users',
  async run(trx) {
    const named = world.users.map(({ email, companyId, remoteId, role }) => ({
      email,
      company_id: companyId,
      remote_id: remoteId,
      role,
    }))
    await trx
      .insertInto('remote_user')
      .values([...named, ...generated()])
      .execute()
  },
}

function generated(): Insertable<Tables['remote_user']>[] {
  const { count, firstRemoteId } = world.generatedUsers
  const { fromCompanyId, toCompanyId, firstSapCompanyId } = world.generatedCompanies
  return Array.from({ length: count }, (_, i) => {
    const company = i % (toCompanyId - fromCompanyId + 1)
    return {
      email: `user${String(i + 1).padStart(3, '0')}@${Number(firstSapCompanyId) + company}.example`,
      company_id: fromCompanyId + company,
      remote_id: `RU-${String(firstRemoteId + i).padStart(6, '0')}`,
      role: roles[i % roles.length] ?? 'Installer',
    }
  })
}
