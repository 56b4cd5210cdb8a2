import {
  type Expected,
  type FleetFilter,
  type FleetFinding,
  type FleetRow,
  type FleetSort,
  fleetPageRows,
  type ThingState,
  type VendorCode,
} from '@support-console/contract'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { panelStatesOf, receiverStatesOf, simStatesOf, type View } from '../states/index.ts'
import { causeOf } from './causes.ts'
import { companiesOf, type OfCompany } from './companies-of.ts'
import { conditions, joinKnown, stand } from './filter.ts'

type Finding = Selectable<Tables['fleet_finding']>

export interface FindingRow extends Finding {
  stand: FleetFinding['stand']
  company_name: string | null
  known_kind: Selectable<Tables['fleet_expected']>['thing_kind'] | null
  reason: string | null
  email: string | null
  expected_at: Date | null
  until: Date | null
}

/** A row of a list: one cause, or where `thing_id` is there, one finding. */
interface PlaceRow {
  finding: Finding['finding']
  cause: string
  thing_id: string | null
  things: number
  companies: number
  company_id: number | null
  of_company: string | null
  since: Date
  at: Date
}

interface Asked {
  view: View
  filter: FleetFilter
  isOpen: boolean
  sort: FleetSort
  order: 'asc' | 'desc'
  page: number
}

const sorts = {
  since: sql`since`,
  thing: sql`coalesce(thing_id, cause)`,
  company: sql`company_name`,
  carrier: sql`carrier`,
} as const satisfies Record<FleetSort, unknown>

/** A page of what is wrong, and how much there is in all. */
export async function listFleet(
  db: Db,
  { view, filter, isOpen, sort, order, page }: Asked,
): Promise<{
  rows: FleetRow[]
  matches: number
  findings: number
  companies: OfCompany[]
  checkedAt: string | null
}> {
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const cause = isOpen ? sql`''` : sql`it.cause`
  const reading = sql<{
    matches: number
    findings: number
    rows: PlaceRow[] | null
    checked_at: Date | null
  }>`
    with matching as materialized (
      select it.finding, it.thing_id, ${cause} as cause, it.since, it.at, it.company_id,
        ${sort === 'company' ? sql`company.name` : sql`null`} as company_name, it.carrier
      from fleet_finding as it ${joinKnown} left join company on company.id = it.company_id where ${conditions(view, filter)}),
    places as materialized (
      select finding, cause, null as thing_id, count(*)::integer as things, count(distinct company_id)::integer as companies,
        min(company_id) as company_id, min(since) as since, max(at) as at, min(company_name) as company_name, min(carrier) as carrier
      from matching where cause <> '' group by finding, cause
      union all select finding, '', thing_id, 1, 1, company_id, since, at, company_name, carrier from matching where cause = ''),
    page as (
      select finding, cause, thing_id, things, companies, company_id, since, at,
        (select name from company where id = company_id and companies = 1) as of_company
      from places
      order by ${sorts[sort]} ${direction} nulls last, finding, coalesce(thing_id, cause) ${direction}
      limit ${fleetPageRows} offset ${(page - 1) * fleetPageRows})
    select (select count(*)::integer from places) as matches, (select count(*)::integer from matching) as findings,
      (select json_agg(page) from page) as rows, (select whole_at from fleet_turn) as checked_at`.execute(db)
  const [{ rows: answers }, companies] = await Promise.all([reading, companiesOf(db, view, filter)])
  const { matches = 0, findings = 0, rows, checked_at } = answers[0] ?? {}
  const places = rows ?? []
  const ids = places.flatMap(({ finding, thing_id: id }) => (id === null ? [] : [{ finding, id }]))
  const shown = await findingsOf(db, view, ids)
  return {
    matches,
    findings,
    companies,
    checkedAt: checked_at?.toISOString() ?? null,
    rows: places.flatMap((place): FleetRow[] => {
      const { finding, cause, thing_id: id, things, companies } = place
      // A finding that ended meanwhile is left out.
      if (id !== null) return [shown.get(`${finding} ${id}`)].filter((row) => row !== undefined)
      return [
        {
          id: `${finding} ${cause}`,
          code: finding,
          of: causeOf(cause),
          opens: cause,
          things,
          companies,
          company: companyOf({ company_id: place.company_id, company_name: place.of_company }),
          since: new Date(place.since).toISOString(),
          at: new Date(place.at).toISOString(),
        },
      ]
    }),
  }
}

/** All that is told of a finding, of `it`. */
export const findingColumns = (view: View) => sql`
  it.*, ${stand(view)} as stand, company.name as company_name, known.thing_kind as known_kind, known.reason, known.email,
  known.created_at as expected_at, known.until`
export const joinCompany = sql`left join company on company.id = it.company_id`

async function findingsOf(
  db: Db,
  view: View,
  ids: readonly { finding: string; id: string }[],
): Promise<Map<string, FleetFinding>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<FindingRow>`
    select ${findingColumns(view)} from jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as wanted (finding text, id text)
    join fleet_finding as it on it.finding = wanted.finding and it.thing_id = wanted.id ${joinKnown} ${joinCompany}`.execute(
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
export async function statesOf(
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

export const toFinding = (row: FindingRow, state: ThingState | null): FleetFinding => ({
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
