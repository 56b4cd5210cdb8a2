import { type RawBuilder, sql } from 'kysely'
import type { View } from '../states/index.ts'

/** What is wrong with these CSRs: another release than most of them run, or a deployment that failed. */
export const receiversFound = ({ now }: View, servers: readonly string[]): RawBuilder<unknown> => sql`
  select found.finding, csr.server as thing_id, null::integer as company_id, '' as carrier, coalesce(found.since, found.at) as since,
    found.at, found.source, found.now, found.before
  from csr
  cross join (select release, count(*) > (select count(*) / 2 from csr) as is_majority from csr
    group by release order by count(*) desc, release limit 1) as most
  left join lateral (
    select coalesce(finished_at, started_at, created_at) as at, reason from csr_deployment
    where csr_deployment.csr_id = csr.csr_id order by created_at desc limit 1) as last on true
  cross join lateral (values
    ('off-release', most.is_majority and csr.release <> most.release and csr.status not in ('Pending', 'Running'), null::timestamptz,
      ${now}::timestamptz, 'Console', csr.release, most.release),
    ('in-error', csr.status = 'Error', last.at, ${now}::timestamptz, 'Console', coalesce(last.reason, ''), '')
  ) as found (finding, is_so, since, at, source, now, before)
  where csr.server = any(${servers}::text[]) and found.is_so`
