import {
  type Expected,
  type FleetFilter,
  type FleetFinding,
  type FleetGroup,
  type FleetGrouping,
  type FleetRow,
  type FleetSort,
  fleetHours,
  fleetPageRows,
  type OutageScope,
  readFleetCause,
  type ThingState,
  type VendorCode,
} from '@support-console/contract'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { currentWork } from '../../platform/database/work.ts'
import { nameOfScope } from '../outages/index.ts'
import { panelStatesOf, receiverStatesOf, simStatesOf, type View } from '../states/index.ts'
import { companiesOf, type OfCompany } from './companies-of.ts'
import { isOpenOutage, joinKnown, stand } from './filter.ts'
import { membersSql } from './members.ts'

type Finding = Selectable<Tables['fleet_finding']>

export interface FindingRow extends Finding {
  stand: FleetFinding['stand']
  company_name: string | null
  known_kind: Selectable<Tables['fleet_expected']>['thing_kind'] | null
  reason: string | null
  email: string | null
  expected_at: Date | null
  until: Date | null
  /** What it is put down to, and how many more findings of its thing match. */
  cause: string
  also: number
}

/** What stands under one cause, company or carrier. */
interface GroupRow {
  grouped: string
  things: number
  silent: number
  not_connected: number
  companies: number
  company_id: number | null
  company_name: string | null
  carriers: VendorCode[]
  since: Date
  newest: Date
  hours: number[]
  looked_at: Date | null
}

interface Asked {
  view: View
  filter: FleetFilter
  by: FleetGrouping
  sort: FleetSort
  order: 'asc' | 'desc'
  page: number
}

interface Listed {
  rows: FleetRow[]
  matches: number
  things: number
  checkedAt: string | null
}

/** A page of what is wrong, and how much there is in all. */
export async function listFleet(db: Db, asked: Asked): Promise<Listed & { companies: OfCompany[] }> {
  const { view, filter, by } = asked
  const [listed, companies] = await Promise.all([
    by === 'thing' ? listThings(db, asked) : listGroups(db, { ...asked, by }),
    companiesOf(db, view, filter),
  ])
  return { ...listed, companies }
}

const groupSorts = {
  things: sql`silent + not_connected`,
  since: sql`since`,
  thing: sql`grouped`,
  company: sql`company_name`,
  carrier: sql`carriers[1]`,
} as const satisfies Record<FleetSort, unknown>

/** One row a cause, company or carrier: what stops most panels comes first. */
async function listGroups(
  db: Db,
  { view, filter, by, sort, order, page }: Asked & { by: Exclude<FleetGrouping, 'thing'> },
): Promise<Listed> {
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const end = currentWork()?.moment ?? view.now.getTime()
  const hours = Array.from({ length: fleetHours }, (_, hour) => {
    const at = new Date(end - (fleetHours - 1 - hour) * 3600_000)
    return sql`count(*) filter (where since <= ${at})::integer`
  })
  const { rows: answers } = await sql<{
    matches: number
    things: number
    rows: GroupRow[] | null
    checked_at: Date | null
  }>`
    with ${membersSql(view, filter, by)},
    place as materialized (
      select grouped, count(*)::integer as things, (count(*) filter (where away = 'silent'))::integer as silent,
        (count(*) filter (where away = 'not-connected'))::integer as not_connected,
        count(distinct company_id)::integer as companies, min(company_id) as company_id, min(since) as since, max(since) as newest,
        array_remove(array_agg(distinct nullif(carrier, '')), null) as carriers, array[${sql.join(hours)}] as hours,
        min(looked_at) filter (where cause <> 'not-looked-at') as looked_at
      from member group by grouped),
    page as (
      select place.*, company.name as company_name from place
      left join company on companies = 1 and company.id = place.company_id
      order by ${groupSorts[sort]} ${direction} nulls last, things ${direction}, grouped
      limit ${fleetPageRows} offset ${(page - 1) * fleetPageRows})
    select (select count(*)::integer from place) as matches, (select coalesce(sum(things), 0)::integer from place) as things,
      (select json_agg(page) from page) as rows, (select whole_at from fleet_turn) as checked_at`.execute(db)
  const { matches = 0, things = 0, rows, checked_at } = answers[0] ?? {}
  const outages = rows?.some(({ grouped }) => grouped.startsWith('outage '))
    ? await openOutagesOf(db, view)
    : []
  return {
    matches,
    things,
    checkedAt: checked_at?.toISOString() ?? null,
    rows: (rows ?? []).map(
      (row): FleetGroup => ({
        row: 'group',
        id: row.grouped,
        kind: readFleetCause(row.grouped)?.kind ?? 'finding',
        outage: outages.find(({ of }) => `outage ${of.kind} ${of.id}`.trim() === row.grouped) ?? null,
        things: row.things,
        silent: row.silent,
        notConnected: row.not_connected,
        companies: row.companies,
        company: companyOf(row),
        carriers: row.carriers,
        since: new Date(row.since).toISOString(),
        newest: new Date(row.newest).toISOString(),
        hours: row.hours,
        checkedAt: row.looked_at && new Date(row.looked_at).toISOString(),
      }),
    ),
  }
}

async function openOutagesOf(db: Db, view: View): Promise<NonNullable<FleetGroup['outage']>[]> {
  const { rows } = await sql<{
    outage_id: string
    scope: OutageScope
    scope_id: string
    members: number
    usual: number | null
    company: string | null
  }>`
    select outage.outage_id, outage.scope, outage.scope_id, outage.members, outage.usual, company.name as company
    from webconnect_outage as outage left join company on scope = 'company' and company.id::text = scope_id
    where ${isOpenOutage(view)}`.execute(db)
  return rows.map((row) => ({
    outageId: String(row.outage_id),
    of: { kind: row.scope, id: row.scope_id },
    name: nameOfScope(row.scope, row.scope_id, row.company ?? ''),
    members: row.members,
    usual: row.usual,
  }))
}

const thingSorts = {
  things: sql`since`,
  since: sql`since`,
  thing: sql`thing_id`,
  company: sql`company_name`,
  carrier: sql`carrier`,
} as const satisfies Record<FleetSort, unknown>

/** Each thing alone. */
async function listThings(db: Db, { view, filter, sort, order, page }: Asked): Promise<Listed> {
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const { rows: answers } = await sql<{
    things: number
    rows: Pick<FindingRow, 'finding' | 'thing_id' | 'cause' | 'also'>[] | null
    checked_at: Date | null
  }>`
    with ${membersSql(view, filter)},
    page as (
      select finding, thing_id, cause, also from (
        select member.*, ${sort === 'company' ? sql`company.name` : sql`null`} as company_name
        from member left join company on company.id = member.company_id) as named
      order by ${thingSorts[sort]} ${direction} nulls last, finding, thing_id ${direction}
      limit ${fleetPageRows} offset ${(page - 1) * fleetPageRows})
    select (select count(*)::integer from member) as things, (select json_agg(page) from page) as rows,
      (select whole_at from fleet_turn) as checked_at`.execute(db)
  const { things = 0, rows, checked_at } = answers[0] ?? {}
  const shown = await findingsOf(db, view, rows ?? [])
  return {
    matches: things,
    things,
    checkedAt: checked_at?.toISOString() ?? null,
    // A finding that ended meanwhile is left out.
    rows: (rows ?? []).flatMap(({ finding, thing_id }) => shown.get(`${finding} ${thing_id}`) ?? []),
  }
}

/** All that is told of a finding, of `it`. */
const findingColumns = (view: View) => sql`
  it.*, ${stand(view)} as stand, company.name as company_name, known.thing_kind as known_kind, known.reason, known.email,
  known.created_at as expected_at, known.until`
const joinCompany = sql`left join company on company.id = it.company_id`

/** What is told of these, by finding and thing. */
export async function findingsOf(
  db: Db,
  view: View,
  members: readonly Pick<FindingRow, 'finding' | 'thing_id' | 'cause' | 'also'>[],
): Promise<Map<string, FleetFinding>> {
  if (members.length === 0) return new Map()
  const { rows } = await sql<FindingRow>`
    select ${findingColumns(view)}, wanted.cause, wanted.also
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as wanted (finding text, thing_id text, cause text, also integer)
    join fleet_finding as it on it.finding = wanted.finding and it.thing_id = wanted.thing_id ${joinKnown} ${joinCompany}`.execute(
    db,
  )
  const states = await statesOf(db, view, rows)
  return new Map(
    rows.map((row) => [`${row.finding} ${row.thing_id}`, toFinding(row, states.get(keyOf(row)) ?? null)]),
  )
}

const keyOf = ({ thing_kind: kind, thing_id: id }: Pick<Finding, 'thing_kind' | 'thing_id'>) =>
  `${kind} ${id}`

/** The one state of each (D40). */
async function statesOf(
  db: Db,
  view: View,
  rows: readonly Pick<Finding, 'thing_kind' | 'thing_id'>[],
): Promise<Map<string, ThingState>> {
  const of = { sim: simStatesOf, panel: panelStatesOf, csr: receiverStatesOf } as const
  const states = new Map<string, ThingState>()
  for (const kind of ['sim', 'panel', 'csr'] as const) {
    const ids = rows.filter((row) => row.thing_kind === kind).map((row) => row.thing_id)
    for (const [id, state] of await of[kind](db, view, [...new Set(ids)])) states.set(`${kind} ${id}`, state)
  }
  return states
}

const toFinding = (row: FindingRow, state: ThingState | null): FleetFinding => ({
  row: 'thing',
  id: `${row.finding} ${keyOf(row)}`,
  code: row.finding,
  of: { kind: row.thing_kind, id: row.thing_id },
  company: companyOf(row),
  carrier: row.carrier === '' ? null : (row.carrier as VendorCode),
  stand: row.stand,
  since: row.since.toISOString(),
  at: row.at.toISOString(),
  source: row.source,
  now: row.now,
  before: row.before,
  state,
  expected: row.stand === 'expected' ? expectedOf(row) : null,
  cause: row.cause,
  also: row.also,
})

const companyOf = ({
  company_id: companyId,
  company_name: name,
}: Pick<FindingRow, 'company_id' | 'company_name'>) =>
  companyId === null || name === null ? null : { companyId, name }

function expectedOf(row: FindingRow): Expected | null {
  const { expected_id: expectedId, reason, email, expected_at: at, until } = row
  if (expectedId === null || reason === null || email === null || at === null || until === null) return null
  const isOfCompany = row.known_kind === 'company'
  return {
    expectedId,
    finding: row.finding,
    thing: isOfCompany ? null : { kind: row.thing_kind, id: row.thing_id },
    company: isOfCompany ? companyOf(row) : null,
    reason,
    by: email,
    at: at.toISOString(),
    until: until.toISOString(),
  }
}
