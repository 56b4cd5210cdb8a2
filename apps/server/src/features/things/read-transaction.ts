import {
  factRights,
  listedKinds,
  type TimelineKind,
  type TimelineStep,
  type TransactionThing,
  type VendorCode,
  vendorOf,
} from '@support-console/contract'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/open-database.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { undertakingOfTransaction } from '../../platform/undertakings/read.ts'
import { isEntryOfEnvironment, mainEntryOf } from '../audit-trail/index.ts'
import { simsOfTransaction } from '../sim-management/index.ts'
import { readTimeline } from '../timeline/index.ts'
import { companyOf } from './belongs-to.ts'

/** A batch of the longest list has some five entries a SIM. */
const mostEntries = 1000
/** Lasting work is told whole, not among what happened. */
const kinds: readonly TimelineKind[] = ['action', 'flag', 'environment', 'sim-activity']

/** A transaction's page without the clock; undefined: nothing that is kept names it. */
export async function readTransaction(
  { db, clock }: { db: Db; clock: Clock },
  id: string,
  { may, signal }: { may: May; signal: AbortSignal },
): Promise<Omit<TransactionThing, 'now'> | undefined> {
  const workKinds = listedKinds(may)
  const [main, timeline, work, listed] = await Promise.all([
    mainEntryOf({ db, clock }, id, signal),
    readTimeline(db, { kind: 'transaction', ids: [id] }, { kinds, limit: mostEntries, may }),
    undertakingOfTransaction(db, id, workKinds, may),
    may(factRights.deactivation) ? simsOfTransaction(db, id) : [],
  ])
  const entries = timeline.entries.map(({ transactionId, steps, ...step }): TimelineStep => step).reverse()
  const times = [
    ...(main ? [main.at.toISOString()] : []),
    ...entries.map(({ at }) => at),
    ...(work ? [work.beganAt, work.endedAt ?? work.beganAt] : []),
  ].sort()
  const [began, last] = [times[0], times.at(-1)]
  if (began === undefined || last === undefined) return undefined
  return {
    id,
    asked:
      main && !(isEntryOfEnvironment(main) && !may(factRights.environment))
        ? {
            what: main.message,
            by: main.email,
            screen: main.activity,
            result: main.result,
            detail: main.detail,
          }
        : null,
    began,
    last,
    work: work ?? null,
    withholdsWork: workKinds.length < listedKinds(() => true).length,
    entries,
    hasEarlier: timeline.before !== null,
    withheld: timeline.withheld.filter((kind) => kinds.includes(kind)),
    ...(await thingsOf(db, may, { listed, entries })),
  }
}

/** What the entries name, and what that belongs to, as far as the reader may read the one that belongs (D45). */
async function thingsOf(
  db: Db,
  may: May,
  {
    listed,
    entries,
  }: { listed: Awaited<ReturnType<typeof simsOfTransaction>>; entries: readonly TimelineStep[] },
) {
  const named = (kind: string) =>
    entries.flatMap(({ object }) => (object.startsWith(`${kind} `) ? [object.slice(kind.length + 1)] : []))
  const times = new Map(listed.map((sim) => [sim.iccid, sim]))
  const iccids = [...new Set([...times.keys(), ...named('sim')])]
  const [sims, panels] = await Promise.all([
    sql<{ iccid: string; vendor_code: VendorCode | null; panel: string | null; company_id: number | null }>`
      select iccid, vendor_code, panel, company_id from sim
      where iccid = any(${may(factRights.sim) ? iccids : []}::text[])`.execute(db),
    sql<{ company_id: number | null }>`
      select distinct company_id from panel
      where cloud_id = any(${may(factRights.panel) ? named('panel') : []}::text[])`.execute(db),
  ])
  const inventory = new Map(sims.rows.map((sim) => [sim.iccid, sim]))
  const companies = new Set(
    [
      ...(may(factRights.company) ? named('company').map(Number) : []),
      ...sims.rows.map((sim) => sim.company_id),
      ...panels.rows.map((panel) => panel.company_id),
    ].filter((companyId) => companyId !== null),
  )
  const [companyId] = companies
  return {
    sims: iccids.map((iccid) => ({
      iccid,
      vendorCode: vendorOf(iccid, inventory.get(iccid)?.vendor_code) ?? null,
      askedAt: times.get(iccid)?.askedAt ?? null,
      settledAt: times.get(iccid)?.settledAt ?? null,
      outcome: times.get(iccid)?.outcome ?? null,
    })),
    panels: [
      ...new Set([...named('panel'), ...sims.rows.flatMap(({ panel }) => (panel ? [panel] : []))]),
    ].sort(),
    company: companies.size === 1 ? await companyOf(db, companyId ?? null, may) : null,
    companies: companies.size,
  }
}
