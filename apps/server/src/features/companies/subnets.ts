import { type FieldIssue, saySubnetChange } from '@support-console/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { problems } from '../../platform/problem.ts'

/** A subnet as a body has it; a new one has no id. */
export interface WantedSubnet {
  subnetId?: number | null
  domainIp: string
  cidr: number
}

/** The constraint that lets no two subnets share an address (companies.schema.ts). */
export const overlapConstraint = 'company_subnet_no_overlap'

/**
 * Anyone who changes subnets waits here for anyone who does so already: two that look for overlaps at the same time see
 * nothing of each other, and would meet only in the constraint, possibly as a deadlock.
 */
const oneAtATime = sql`select pg_advisory_xact_lock(7403, 4)`

const networkOf = ({ domainIp, cidr }: WantedSubnet): string => `${domainIp}/${cidr}`

/**
 * Makes the company's subnets those that are wanted: by their ids, the others new, those not named gone.
 * @returns what changed, for the audit trail
 * @throws Problem Invalid for an id that is none of the company's, and for what overlaps another company's
 */
export async function writeSubnets(
  trx: Transaction<Tables>,
  companyId: number,
  wanted: readonly WantedSubnet[],
): Promise<string[]> {
  const present = await subnetsOf(trx, companyId)
  const foreign = wanted.flatMap(({ subnetId }, i) => {
    if (subnetId == null) return []
    if (!present.has(subnetId)) return [issueAt(i, 'subnetId', 'is not a subnet of this company')]
    const isTwice = wanted.some((other, j) => j < i && other.subnetId === subnetId)
    return isTwice ? [issueAt(i, 'subnetId', 'stands twice')] : []
  })
  if (foreign.length > 0) throw problems.invalid(foreign)

  const kept = wanted.filter((subnet) => subnet.subnetId != null)
  const moved = kept.filter((subnet) => present.get(subnet.subnetId as number) !== networkOf(subnet))
  const added = wanted.filter((subnet) => subnet.subnetId == null)
  const gone = [...present.keys()].filter((id) => !kept.some(({ subnetId }) => subnetId === id))
  if (moved.length + added.length > 0) {
    await oneAtATime.execute(trx)
    const issues = await overlaps(trx, companyId, wanted)
    if (issues.length > 0) throw problems.invalid(issues)
  }

  if (gone.length > 0)
    await trx
      .deleteFrom('company_subnet')
      .where('subnet_id', '=', sql<number>`any(${gone}::integer[])`)
      .execute()
  // One statement for all: between two, a subnet could stand in another's old place.
  if (moved.length > 0)
    await sql`
      update company_subnet set network = moved.network
      from unnest(${moved.map(({ subnetId }) => subnetId)}::integer[], ${moved.map(networkOf)}::cidr[])
        as moved (subnet_id, network)
      where company_subnet.subnet_id = moved.subnet_id`.execute(trx)
  if (added.length > 0)
    await trx
      .insertInto('company_subnet')
      .values(added.map((subnet) => ({ company_id: companyId, network: networkOf(subnet) })))
      .execute()
  return [
    ...gone.map((id) => saySubnetChange.removed(present.get(id) ?? '')),
    ...moved.map((subnet) =>
      saySubnetChange.moved(present.get(subnet.subnetId as number) ?? '', networkOf(subnet)),
    ),
    ...added.map((subnet) => saySubnetChange.added(networkOf(subnet))),
  ]
}

async function subnetsOf(trx: Transaction<Tables>, companyId: number): Promise<Map<number, string>> {
  const rows = await trx
    .selectFrom('company_subnet')
    .select(['subnet_id', sql<string>`network::text`.as('network')])
    .where('company_id', '=', companyId)
    .orderBy('subnet_id')
    .execute()
  return new Map(rows.map((row) => [row.subnet_id, row.network]))
}

/**
 * Which of the wanted subnets overlap another company's (D26), each with the first that it meets.
 * @param companyId null: a company that is not there yet
 */
export async function overlaps(
  db: Kysely<Tables>,
  companyId: number | null,
  wanted: readonly WantedSubnet[],
): Promise<FieldIssue[]> {
  const { rows } = await sql<{ position: number; network: string; name: string; sap: string }>`
    select distinct on (wanted.position) wanted.position::integer as position, subnet.network::text as network,
      company.name, company.sap_company_id as sap
    from unnest(${wanted.map(networkOf)}::cidr[]) with ordinality as wanted (network, position)
    join company_subnet as subnet on subnet.network && wanted.network
      and subnet.company_id is distinct from ${companyId}::integer
    join company on company.id = subnet.company_id
    order by wanted.position, subnet.network`.execute(db)
  return rows.map(({ position, network, name, sap }) =>
    issueAt(position - 1, 'domainIp', `overlaps ${network} of ${name} (SAP ${sap})`),
  )
}

const issueAt = (index: number, field: string, message: string): FieldIssue => ({
  field: `companySubnets.${index}.${field}`,
  message,
})
