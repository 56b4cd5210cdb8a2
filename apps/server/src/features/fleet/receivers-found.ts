import { agentSource, type FleetFindingKind } from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { type Receiver, readReceivers, type View } from '../states/index.ts'

interface Found {
  finding: FleetFindingKind
  thing_id: string
  since: Date
  at: Date
  source: string
  now: string
  before: string
}

/**
 * What is wrong with these CSRs: another release than most of them run, a deployment that failed, and what their agents say or do not
 * say (D54). All are read: what most of them run is by all.
 */
export async function receiversFound(
  db: Db,
  view: View,
  servers: readonly string[],
): Promise<RawBuilder<unknown>> {
  const all = await readReceivers(db, view)
  const usual = usualRelease(all)
  const wanted = new Set(servers)
  const found = all.filter(({ server }) => wanted.has(server)).flatMap((each) => foundOf(each, usual, view))
  return sql`
    select finding, thing_id, null::integer as company_id, '' as carrier, since, at, source, now, before
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found
      (finding text, thing_id text, since timestamptz, at timestamptz, source text, now text, before text)`
}

/** What more than half of them run; undefined: nothing. */
function usualRelease(all: readonly Receiver[]): string | undefined {
  const counts = [...Map.groupBy(all, ({ runs }) => runs)]
  return counts.find(([, { length }]) => length > Math.floor(all.length / 2))?.[0]
}

function foundOf(receiver: Receiver, usual: string | undefined, { now }: View): Found[] {
  const { server, status, release, runs, stands, deployed_at: deployedAt, agent_at: saidAt } = receiver
  const isOwnWork = status === 'Pending' || status === 'Running'
  const of = (finding: FleetFindingKind, is: Partial<Found>): Found => {
    const at = is.at ?? now
    return { finding, thing_id: server, since: at, at, source: 'Console', now: '', before: '', ...is }
  }
  const bySaid = { source: agentSource, at: saidAt ?? now }
  const since = stands.since === null ? {} : { since: new Date(stands.since) }
  return [
    ...(usual !== undefined && runs !== usual && !isOwnWork
      ? [of('off-release', { ...(runs !== release && bySaid), now: runs, before: usual })]
      : []),
    ...(status === 'Error' ? [of('in-error', { since: deployedAt ?? now, now: receiver.reason })] : []),
    ...(stands.state === 'other-release'
      ? [of('other-release', { ...bySaid, ...since, now: runs, before: release })]
      : []),
    ...(stands.state === 'core-down'
      ? [of('core-down', { ...bySaid, ...since, now: receiver.agent_reason ?? '' })]
      : []),
    ...silenceOf(receiver, since).map((is) => of('does-not-answer', is)),
  ]
}

/** Each question in vain is an answer of its own, as fleet findings count. */
function silenceOf(
  { stands: { state }, unanswered_at: at, unanswered_since: began, unanswered_why: why }: Receiver,
  since: { since?: Date },
): Partial<Found>[] {
  if (at === null || (state !== 'does-not-answer' && state !== 'never-heard')) return []
  return [{ source: agentSource, at, ...(began && { since: began }), ...since, now: why ?? '' }]
}
