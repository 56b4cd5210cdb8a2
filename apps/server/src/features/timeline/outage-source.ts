import { sql } from 'kysely'
import type { May } from '../../platform/sign-on/user.ts'
import { isOutageReadable } from '../outages/index.ts'
import { beforePlace, keyOf, type Source, type Subject } from './source.ts'

const key = keyOf('x', 'outage_id')

/** When the first panel of the thing stopped, and how many of its panels did. */
function ownPanels({ kind, ids }: Subject) {
  const counted = sql`select outage_id, min(stopped_at) as at, count(*)::integer as panels from webconnect_outage_panel`
  if (kind === 'panel') return sql`${counted} where cloud_id = any(${ids}::text[]) group by outage_id`
  if (kind === 'company') return sql`${counted} where company_id = any(${ids}::integer[]) group by outage_id`
  return sql`select outage_id, began_at as at, most_away as panels from webconnect_outage
    where scope = 'csr' and scope_id in (select server from csr where ip_address = any(${ids}::text[]))`
}

const rows = (subject: Subject, may: May) => sql`
  select ${key} as key, at, 'outage' as kind, how as what, null::text as "from", null::text as "to", '' as detail, '' as state,
    '' as by, 'WebConnect' as source, '' as object, null::uuid as transaction_id,
    jsonb_build_object('outage', jsonb_build_object('outageId', outage_id::text, 'kind', scope, 'id', scope_id,
      'company', coalesce(company.name, ''), 'panels', panels,
      'endedAt', to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) as more
  from (${ownPanels(subject)}) as own join webconnect_outage using (outage_id)
  left join company on scope = 'company' and company.id::text = scope_id
  where ${isOutageReadable(may)}`

/** Outages that the thing was in (issue 52, 5). Few of a thing: read whole. */
export const outages: Source = {
  kinds: ['outage'],
  of: ['panel', 'company', 'csr'],
  page: (subject, { may }, before, limit) =>
    sql`${rows(subject, may)} and ${beforePlace(sql`at`, key, before)} order by at desc, outage_id desc limit ${limit}`,
  steps: (subject, { may }) => sql`${rows(subject, may)} and false`,
}
