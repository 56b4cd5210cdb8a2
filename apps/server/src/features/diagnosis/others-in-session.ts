import { carrierNames, isSameIccid } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { type InScope, othersAway } from '../webconnect/index.ts'
import { type Facts, knownOf } from './facts.ts'
import type { Judged } from './judged.ts'
import { earliest, toleranceMs } from './refute.ts'
import type { Other } from './shared-cause.ts'
import type { Observed } from './symptom.ts'

/** A carrier may tell for so long that a SIM has the session that it lost; in milliseconds. */
const lateMs = 10 * 60_000

/** What their carriers said, since they stopped, of the SIMs of those who stopped in a scope and are away. */
export async function othersInSession(
  db: Db,
  { at, ...scope }: InScope & { at: string },
): Promise<readonly Other[]> {
  const away = await othersAway(db, scope, at)
  const { rows } = await sql<Other>`
    select told.iccid, (select fields ->> 'onlineStatus' from observation where thing_kind = 'sim' and thing_id = told.iccid
      and source = any(${Object.values(carrierNames)}::text[]) and asked_at >= ${at}::timestamptz
      and (fields ->> 'onlineStatus' = 'Offline' or asked_at > ${at}::timestamptz + ${lateMs} * interval '1 ms') limit 1) as online
    from unnest(${away}::text[]) as told (iccid)`.execute(db)
  return rows
}

/** Whether it is open if the panel stopped with those others: its own SIM has no session, and of theirs nothing is known. */
export function isOwnFaultOpen(judged: readonly Judged[], observed: Observed, facts: Facts): boolean {
  const shared = findSharedCause(judged)
  return (
    shared !== undefined &&
    judged.some((each) => isOwnBeginning(each, observed) && isOwnFault(each, shared, facts) === undefined)
  )
}

/** How many of the others have a data session, and how many have none. */
const countSessions = (others: readonly Other[], iccid: string | null) => {
  const told = others.filter((other) => iccid === null || !isSameIccid(other.iccid, iccid))
  const having = (word: string) => told.filter(({ online }) => online === word).length
  return { online: having('Online'), offline: having('Offline') }
}

/** A beginning so long before the silence at most goes with it, in milliseconds. */
const nearMs = 3600_000
/** What is the carrier's does not leave the account of one SIM apart, where it stopped most of those who share it. */
const ofCarriers: ReadonlySet<string> = new Set(['carrier', 'sim-range', 'network-model'])

/** What does not concern this panel alone. */
export const ofMany: ReadonlySet<string> = new Set(['common-cause', 'container-silent', 'container-down'])

/** What many share that stopped. */
export const findSharedCause = (judged: readonly Judged[]) =>
  judged.find(
    ({ finding: { code, state, refuted } }) => ofMany.has(code) && state === 'wrong' && refuted === null,
  )

/** What began at this SIM or panel alone, in the hour before it fell silent. */
export function isOwnBeginning({ finding, check }: Judged, { since: silence }: Observed): boolean {
  const { effect, since, scope, refuted, state } = finding
  if (state !== 'wrong' || effect !== 'stops' || refuted !== null || !since || !silence) return false
  const isOne = scope.kind === 'sim' || scope.kind === 'panel'
  const begun = earliest(since) ?? Date.parse(since.at)
  const isBefore = begun <= Date.parse(silence.at) + toleranceMs
  const isNear = begun >= Date.parse(silence.after ?? silence.at) - nearMs
  return isOne && !ofMany.has(check.code) && isBefore && isNear
}

/**
 * Whether it stopped the panel by itself while others were stopped by what they share: a container ends no session at a carrier, and
 * suspends no SIM; nor does a carrier that lost a few of many. That a SIM has no session is its own where the others have theirs;
 * undefined: of theirs nothing is known.
 */
export function isOwnFault(
  own: Judged,
  shared: Judged,
  { commonCauses, others, iccid }: Facts,
): boolean | undefined {
  if (shared.finding.code !== 'common-cause') return true
  const [first] = knownOf(commonCauses) ?? []
  const isOfFew = first !== undefined && first.stopped * 2 < first.members
  if (own.finding.code !== 'sim-offline') return isOfFew || !ofCarriers.has(shared.finding.scope.kind)
  const { online, offline } = countSessions(knownOf(others) ?? [], iccid)
  return online + offline === 0 ? undefined : online > offline
}
