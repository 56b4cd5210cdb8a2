import { sql } from 'kysely'
import { email, plainText, sapCompanyId } from './cells.ts'
import type { Kind } from './kind.ts'
import { companyOfThisImport, differing } from './statements.ts'

/** Remote Portal users (2.11): what someone may do for a company. */
export const users: Kind = {
  name: 'users',
  title: 'Remote Portal users',
  columns: [
    { name: 'email', required: true, meaning: 'kept in lower case', schema: email },
    {
      name: 'sapCompanyId',
      required: true,
      meaning: 'the company that the user works for',
      schema: sapCompanyId,
    },
    {
      name: 'remoteId',
      required: true,
      meaning: 'as the Remote Portal writes it, at most 100 characters',
      schema: plainText(100, 1),
    },
    { name: 'role', required: true, meaning: 'at most 100 characters', schema: plainText(100, 1) },
  ],
  key: ['email', 'sapCompanyId', 'remoteId'],
  staging: 'email text, company_id integer, remote_id text, role text, sap_company_id text',
  stage: ({ lines }) => sql`
    select line.seq, line.key, line.line, line.email, company.id, line."remoteId", new.role, line."sapCompanyId",
      old.email is null, ${differing({ role: 'role' })},
      case when company.id is null then 'sapCompanyId' end, 'no company has this SAP Company ID'
    from ${lines}
    left join company on company.sap_company_id = line."sapCompanyId"
    left join remote_user as old on old.email = line.email and old.company_id = company.id
      and old.remote_id = line."remoteId"
    cross join lateral (select line.role) as new`,
  judge: [companyOfThisImport('import_users')],
  things: {
    thing: sql`'user ' || line.email || ' (' || line.remote_id || ') of company ' || company.name ||
      ' (SAP ' || line.sap_company_id || ')'`,
    about: ['user', sql`line.email`],
    join: sql`join company on company.id = line.company_id`,
  },
  write: () => [
    sql`
      insert into remote_user (email, company_id, remote_id, role)
      select email, company_id, remote_id, role from import_users where is_new or changes <> '{}' order by seq
      on conflict (email, company_id, remote_id) do update set role = excluded.role`,
  ],
}
