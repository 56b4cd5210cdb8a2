import { factRights, type ThingState } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { atMoment } from '../../platform/database/work.ts'
import { panelStatesOf, simStatesOf, type View } from '../states/index.ts'

interface Difference {
  kind: 'sim' | 'panel'
  id: string
  before: ThingState | null
  after: ThingState | null
}

/** What of a company's SIMs and panels was otherwise at one moment than at another: state, what is true beside it, or cause. */
export async function differencesOf(
  db: Db,
  viewOf: () => View,
  companyId: number,
  moments: readonly [from: number, to: number],
): Promise<Difference[]> {
  const [before, after] = await Promise.all(
    moments.map((moment) => atMoment(moment, () => statesAt(db, viewOf(), companyId))),
  )
  const keys = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].sort()
  return keys.flatMap((key) => {
    const [was, is] = [before?.get(key) ?? null, after?.get(key) ?? null]
    const [kind, id = ''] = key.split(' ')
    if (sameness(was) === sameness(is)) return []
    return [{ kind: kind === '1' ? 'sim' : 'panel', id, before: was, after: is }]
  })
}

const sameness = (state: ThingState | null) =>
  state && JSON.stringify([state.state, state.facts, state.cause?.code, state.cause?.state])

/** By '1 ICCID' and '2 cloud ID', which is their order. */
async function statesAt(db: Db, view: View, companyId: number): Promise<Map<string, ThingState>> {
  const { rows } = await sql<{ thing_kind: string; id: string }>`
    select thing_kind, thing_id as id from thing_state where company_id = ${companyId}`.execute(db)
  const of = (kind: 'sim' | 'panel', right: keyof typeof factRights) =>
    view.may(factRights[right]) ? rows.filter((row) => row.thing_kind === kind).map(({ id }) => id) : []
  const [sims, panels] = await Promise.all([
    simStatesOf(db, view, of('sim', 'simsOfCompany')),
    panelStatesOf(db, view, of('panel', 'panelsOfCompany')),
  ])
  return new Map<string, ThingState>([
    ...[...sims].map(([id, state]) => [`1 ${id}`, state] as const),
    ...[...panels].map(([id, state]) => [`2 ${id}`, state] as const),
  ])
}
