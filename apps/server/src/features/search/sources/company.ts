import { bareNumber } from '@support-console/contract'
import { sql } from 'kysely'
import { companyStatesOf } from '../../states/index.ts'
import { byName } from '../by-name.ts'
import type { Name } from '../name.ts'
import { byKeys, type Candidate, factsOf, type Key, type Source } from '../source.ts'

const from = { from: 'company', id: 'id', activity: 'update_date' }

const keys: readonly Key[] = [
  {
    field: 'companyId',
    read: ({ name }) => (/^[1-9]\d{0,8}$/.test(name) ? name : undefined),
    ...from,
    key: 'id',
    by: 'whole',
  },
  {
    field: 'sapCompanyId',
    read: ({ digits }) => (digits && digits.length <= 10 ? digits : undefined),
    ...from,
    value: 'sap_company_id',
    key: 'sap_number',
  },
  // Zeros may lead the last digits of anything: with them it is the whole number (D41).
  {
    field: 'sapCompanyId',
    read: ({ digits }) => (digits && /^0\d{1,9}$/.test(digits) ? bareNumber(digits) : undefined),
    ...from,
    value: 'sap_company_id',
    key: 'sap_number',
    by: 'whole',
  },
]

const name: Name = {
  ...from,
  field: 'name',
  value: 'name',
  key: 'name_folded',
  words: 'name_folded',
  isRemembered: true,
}

/** Companies by name, numbers, and the addresses of their subnets. */
export const companies: Source<'company'> = {
  kind: 'company',
  names: [name],
  async find(db, asked, most, may) {
    const found = await Promise.all([
      byKeys(db, keys, asked, most, may),
      byName(db, name, asked, most),
      asked.ipAddress === undefined
        ? []
        : sql<Candidate>`
            select company_id::text as id, 'ipAddress' as field, network::text as value, 'part' as how, null as activity
            from company_subnet where network >>= ${asked.ipAddress}::inet limit ${most}`
            .execute(db)
            .then(({ rows }) => rows),
    ])
    return found.flat()
  },
  async describe(db, ids, view) {
    const inventory = db
      .selectFrom('company')
      .select(['id', 'name', 'sap_company_id'])
      .where('id', '=', sql<number>`any(${ids}::integer[])`)
      .execute()
    const [rows, states] = await Promise.all([inventory, companyStatesOf(db, view, ids.map(Number))])
    return new Map(
      rows.map((row) => [
        String(row.id),
        {
          title: row.name,
          state: states.get(row.id) ?? null,
          facts: factsOf({ sapCompanyId: row.sap_company_id }),
        },
      ]),
    )
  },
}
