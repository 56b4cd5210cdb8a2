import {
  type FleetFilter,
  factRights,
  fleetSilences,
  fleetSinces,
  type LeftOut,
  readableFindings,
  readFleetFilter,
} from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { Problem } from '../../platform/problem.ts'
import type { May } from '../../platform/sign-on/user.ts'
import type { View } from '../states/index.ts'

interface ReadFilter {
  filter: FleetFilter
  leftOut: LeftOut[]
}

/** What a list is narrowed by; companies that have gone are left out, as is what is not known. */
export async function readFilter(db: Db, may: May, text = ''): Promise<ReadFilter> {
  const { filter, leftOut } = readFleetFilter(text)
  // Which panels report to a server is said to those alone who may read servers (D45): the others are told that it was left out.
  if (!may(factRights.deployment))
    for (const [of, name] of [
      [filter, 'csr'],
      [filter.not, 'not-csr'],
    ] as const) {
      leftOut.push(...(of.csr ?? []).map((value) => ({ name, value, why: 'gone' as const })))
      of.csr = undefined
    }
  const asked = [...new Set([...(filter.company ?? []), ...(filter.not.company ?? [])])]
  // Whether a company exists is said to those alone who may read companies.
  if (asked.length === 0 || !may(factRights.company)) return { filter, leftOut }
  const rows = await db.selectFrom('company').select('id').where('id', 'in', asked).execute()
  const there = new Set(rows.map(({ id }) => id))
  for (const [of, name] of [
    [filter, 'company'],
    [filter.not, 'not-company'],
  ] as const) {
    const [left, gone] = [true, false].map((is) => of.company?.filter((id) => there.has(id) === is) ?? [])
    leftOut.push(...(gone ?? []).map((id) => ({ name, value: String(id), why: 'gone' as const })))
    of.company = left?.length ? left : undefined
  }
  return { filter, leftOut }
}

/**
 * The same for what is done with all that match: wider than was asked is never done.
 * @throws Problem Invalid
 */
export async function readWholeFilter(db: Db, may: May, text: string | undefined): Promise<FleetFilter> {
  const { filter, leftOut } = await readFilter(db, may, text)
  if (leftOut.length === 0) return filter
  const named = leftOut.map(({ name, value }) => `${name}=${value}`).join(', ')
  throw new Problem(
    'Invalid',
    `The filter ${named} is unknown, so more would match than you asked for. Nothing was done. Remove it first.`,
  )
}

/** Of an outage: of a CSR server its deployments' right is needed, too (D45). */
export const isOpenOutage = ({ may }: View) =>
  sql`outage.ended_at is null and ${may(factRights.session)}::boolean and (${may(factRights.deployment)}::boolean or outage.scope <> 'csr')`

/** How a finding stands, of `it` and what is known of it for good. The silence of an outage that is told needs no second answer. */
export const stand = (view: View) => sql`
  case when known.until > ${view.now} and known.ended_at is null then 'expected'
    when it.readings < 2 and not (it.finding = any(${[...fleetSilences]}::text[]) and exists (
      select from webconnect_outage_panel as own join webconnect_outage as outage using (outage_id)
      where own.cloud_id = it.thing_id and own.back_at is null and ${isOpenOutage(view)})) then 'once'
    else 'counts' end`
export const joinKnown = sql`left join fleet_expected as known on known.expected_id = it.expected_id`

/** Of `it`: what a reader may be told, and what they asked for. */
export function conditions(view: View, filter: FleetFilter): RawBuilder<unknown> {
  const narrowed = (of: FleetFilter['not']) => [
    ...(of.finding ? [sql`it.finding = any(${of.finding}::text[])`] : []),
    ...(of.company ? [sql`coalesce(it.company_id = any(${of.company}::integer[]), false)`] : []),
    ...(of.carrier ? [sql`it.carrier = any(${of.carrier}::text[])`] : []),
    ...(of.csr
      ? [
          sql`(it.thing_kind = 'csr' and it.thing_id = any(${of.csr}::text[]) or it.thing_kind = 'panel' and exists (
            select from panel where panel.cloud_id = it.thing_id and panel.receiver = any(${of.csr}::text[])))`,
        ]
      : []),
    ...(of.since ? [sql`it.since >= ${sinceOf(view, of.since)}`] : []),
  ]
  return sql.join(
    [
      sql`it.finding = any(${readableFindings(view.may)}::text[])`,
      ...narrowed(filter),
      ...narrowed(filter.not).map((condition) => sql`not ${condition}`),
      sql`${stand(view)} = any(${filter.stand ?? ['counts']}::text[])`,
    ],
    sql` and `,
  )
}

const sinceOf = ({ now }: View, sinces: NonNullable<FleetFilter['since']>) =>
  new Date(now.getTime() - Math.max(...sinces.map((since) => fleetSinces[since])) * 86_400_000)
