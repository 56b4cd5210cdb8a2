import { mostSubnets, networkProblem } from '@support-console/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { named, sapCompanyId, wholeNumber } from './cells.ts'
import type { Kind } from './kind.ts'
import { holdCompanies } from './statements.ts'

const isTier3 = 'is of a Tier3 Standard company, which has no subnets'

/**
 * One line after the other, as only those that are taken stand in the way of later ones, or fill a company; each by the
 * index: all lines beside all lines would take minutes.
 */
const inOrder = sql`
  do $$
  declare
    fresh record;
    earlier text;
    place bigint;
  begin
    for fresh in
      select seq, key, network, sap_company_id, is_new, kept,
        kept + count(*) over (partition by sap_company_id) > ${sql.lit(mostSubnets)} as may_be_too_many
      from import_company_subnets as line
      cross join lateral (
        select count(*) as kept from company_subnet where company_subnet.company_id = line.company_id
      ) as counted
      where fault_column is null and is_new order by seq
    loop
      select replace(seen.key, '|', '/') into earlier from import_seen as seen
      where seen.kind = 'company-subnets' and replace(seen.key, '|', '/')::cidr && fresh.network
        and seen.seq < fresh.seq and seen.key <> fresh.key
        and not exists (select from import_company_subnets as bad
          where bad.seq = seen.seq and bad.fault_column is not null)
      order by seen.seq limit 1;
      if earlier is not null then
        update import_company_subnets as line set fault_column = 'domainIp',
          fault = 'overlaps ' || earlier || ', which stands before it in this import'
        where line.seq = fresh.seq;
      elsif fresh.may_be_too_many then
        select count(*) + fresh.kept into place from import_company_subnets as line
        where line.sap_company_id = fresh.sap_company_id and line.seq <= fresh.seq and is_new and fault_column is null;
        if place > ${sql.lit(mostSubnets)} then
          update import_company_subnets as line set fault_column = 'sapCompanyId',
            fault = ${sql.lit(`the company would have more than ${mostSubnets} subnets`)}
          where line.seq = fresh.seq;
        end if;
      end if;
    end loop;
  end $$`

/** Subnets of companies, inside private address space and without overlaps (D26). An import adds; it takes none away. */
export const companySubnets: Kind = {
  name: 'company-subnets',
  title: 'subnets',
  columns: [
    { name: 'sapCompanyId', required: true, meaning: 'the company that it belongs to', schema: sapCompanyId },
    {
      name: 'domainIp',
      required: true,
      meaning: 'first address of the network, as 10.20.0.0',
      schema: named,
    },
    {
      name: 'cidr',
      required: true,
      meaning: 'prefix length, 0 to 32',
      schema: wholeNumber(z.number().max(32, 'must be from 0 to 32')),
    },
  ],
  key: ['domainIp', 'cidr'],
  check(row) {
    const problem = networkProblem({ domainIp: row.domainIp as string, cidr: row.cidr as number })
    return problem && { column: problem.field, reason: problem.message }
  },
  types: { cidr: 'integer' },
  staging: 'company_id integer, network cidr, sap_company_id text',
  seenIndex: sql`
    create index on import_seen using gist ((replace(key, '|', '/')::cidr) inet_ops) where kind = 'company-subnets'`,
  hold: holdCompanies,
  stage: ({ lines }) => sql`
    select line.seq, line.key, line.line, company.id, wanted.network, line."sapCompanyId", own.subnet_id is null,
      '{}'::text[],
      case when company.id is null or company.network_model = 'TIER3_STANDARD' then 'sapCompanyId'
        when other.network is not null then 'domainIp' end,
      case when company.id is null then 'no company has this SAP Company ID'
        when company.network_model = 'TIER3_STANDARD' then ${isTier3}
        when other.is_own then 'overlaps ' || other.network || ' of the same company'
        else 'overlaps ' || other.network || ' of ' || other.name || ' (SAP ' || other.sap_company_id || ')' end
    from ${lines}
    cross join lateral (select (line."domainIp" || '/' || line.cidr)::cidr as network) as wanted
    left join company on company.sap_company_id = line."sapCompanyId"
    left join company_subnet as own on own.company_id = company.id and own.network = wanted.network
    left join lateral (
      select subnet.network::text as network, owner.name, owner.sap_company_id,
        owner.id is not distinct from company.id as is_own
      from company_subnet as subnet join company as owner on owner.id = subnet.company_id
      where subnet.network && wanted.network and own.subnet_id is null
      order by subnet.network limit 1
    ) as other on true`,
  judge: [
    // A dry run writes no companies, so one that stands in a file of the same import counts as there, with its model.
    sql`
      update import_company_subnets as line
      set fault_column = case when seen.note = 'TIER3_STANDARD' then 'sapCompanyId' end, fault = ${isTier3}
      from import_seen as seen
      where seen.kind = 'companies' and seen.key = bare_number(line.sap_company_id)
        and (line.fault_column = 'sapCompanyId' or (line.fault_column is null and seen.note = 'TIER3_STANDARD'))`,
    inOrder,
  ],
  things: {
    thing: sql`'subnet ' || line.network || ' of company ' || company.name || ' (SAP ' || line.sap_company_id || ')'`,
    about: ['company', sql`line.company_id`],
    join: sql`join company on company.id = line.company_id`,
  },
  write: () => [
    sql`
      insert into company_subnet (company_id, network)
      select company_id, network from import_company_subnets where is_new order by seq`,
    // A form that was loaded before must not take them away again (D10).
    sql`
      update company set updated_by = null
      where id in (select company_id from import_company_subnets where is_new)`,
  ],
}
