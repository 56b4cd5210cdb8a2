import { type FleetFindingKind, type FleetGroup, fewestOfCause } from '@support-console/contract'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { isoSql } from './sims-found.ts'

/** What several findings have in common, and how far apart, in minutes, they may have begun. */
const common: Partial<Record<FleetFindingKind, { of: RawBuilder<unknown>; apartMinutes: number }>> = {
  silent: { of: sql`'container ' || nullif(now, '')`, apartMinutes: 5 },
  'not-connected': { of: sql`'container ' || nullif(now, '')`, apartMinutes: 5 },
  flapping: { of: sql`'container ' || nullif(now, '')`, apartMinutes: 120 },
  'other-environment': { of: sql`'company ' || company_id`, apartMinutes: 60 },
  'disabled-for-long': { of: sql`'company ' || company_id`, apartMinutes: 60 },
}

/**
 * Puts findings that began one shortly after the other, and have something in common, down to one cause. It keeps its name while
 * some of them are left, whichever heal first.
 */
export async function nameCauses(trx: Transaction<Tables>): Promise<void> {
  for (const [finding, { of, apartMinutes }] of Object.entries(common))
    await sql`
      with member as (
        select thing_id, since, cause, ${of} as common,
          coalesce(since - lag(since) over apart > ${apartMinutes} * interval '1 minute', true)::integer as begins
        from fleet_finding where finding = ${finding} and ${of} is not null
        window apart as (partition by ${of} order by since, thing_id)),
      numbered as (
        select *, sum(begins) over (partition by common order by since, thing_id) as number from member),
      named as (
        select thing_id, case when count(*) over alike >= ${fewestOfCause} then
          coalesce(nullif(max(cause) over alike, ''), common || ' since ' || ${isoSql(sql`min(since) over alike`)}) else '' end as cause
        from numbered window alike as (partition by common, number))
      update fleet_finding as it set cause = named.cause from named
      where it.finding = ${finding} and it.thing_id = named.thing_id and it.cause <> named.cause`.execute(trx)
}

/** 'container webconnect-3 since 2026-11-26T09:40:00Z' */
export function causeOf(name: string): FleetGroup['of'] {
  const [, kind = '', id = ''] = /^(\w+) (.*?)(?: since \S+)?$/.exec(name) ?? []
  return { kind: kind === 'company' ? 'company' : 'container', id }
}
