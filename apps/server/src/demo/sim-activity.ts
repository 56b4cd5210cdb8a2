import type { VendorCode } from '@support-console/contract'
import world from '@support-console/demo-world/world.json' with { type: 'json' }
import { sql } from 'kysely'
import { insertRows } from './insert-rows.ts'
import { guidOf, numbersOf } from './numbers.ts'
import type { SeedPart } from './seed.ts'
import { type DemoStep, demoStories } from './sim-stories.ts'

const eventCount = 50_000
const days = 90
const dayLength = 86_400_000
/** The named SIMs have so many times the history of the others, so that they fill more than one page. */
const namedShare = 5

interface DemoSim {
  iccid: string
  vendor_code: VendorCode
  usable: boolean
}

interface DemoEvent {
  transaction_id: string
  sub_transaction_id: string | null
  iccid: string
  vendor_code: VendorCode
  status: string
  description: string
  at: Date
  began_at: Date
}

/**
 * 50,000 events over the 90 days before the first start, spread over all SIMs and evenly over the days, so that no
 * default range is empty. Only the start time differs from machine to machine.
 */
export const simActivitySeed: SeedPart = {
  name: 'sim-activity',
  async run(trx, now) {
    const sims = await trx
      .selectFrom('sim')
      .select(['iccid', 'vendor_code', 'usable'])
      .orderBy('iccid')
      .execute()
    const events = demoEvents(sims, now.getTime())
    await sql`
      select make_month('sim_activity', month) from generate_series(
        ${new Date(now.getTime() - days * dayLength)}::timestamptz, ${now}::timestamptz, interval '15 days') as month`.execute(
      trx,
    )
    await insertRows(
      trx,
      'sim_transaction',
      events
        .filter((event) => event.sub_transaction_id === null)
        .map(({ transaction_id, iccid, began_at }) => ({ transaction_id, iccid, began_at })),
    )
    await insertRows(trx, 'sim_activity', events)
  },
}

/** The events of all SIMs, oldest first; the same for the same SIMs and end. */
export function demoEvents(sims: readonly DemoSim[], end: number): DemoEvent[] {
  const named = new Set(world.sims.map((sim) => sim.iccid))
  const shares = sims.map(({ iccid }) => (named.has(iccid) ? namedShare : 1))
  const allShares = shares.reduce((sum, share) => sum + share, 0)
  let sharesBefore = 0
  const events = sims.flatMap((sim, i) => {
    const upTo = (share: number) => Math.floor((eventCount * share) / allShares)
    const count = upTo(sharesBefore + (shares[i] ?? 0)) - upTo(sharesBefore)
    sharesBefore += shares[i] ?? 0
    return eventsOf(sim, count, end)
  })
  return events.sort((a, b) => a.at.getTime() - b.at.getTime())
}

function eventsOf(sim: DemoSim, count: number, end: number): DemoEvent[] {
  const next = numbersOf(`activity ${sim.iccid}`)
  const stories = demoStories({ vendor: sim.vendor_code, count, endsActive: sim.usable, next })
  const room = (days * dayLength) / stories.length
  return stories.flatMap((steps, i) => {
    const length = steps.at(-1)?.after ?? 0
    // Somewhere in its own share of the days, and over before the end.
    const begin = end - days * dayLength + i * room + next() * (room - (length + 60) * 1000)
    const id = (step: number) => guidOf(`activity ${sim.iccid} ${i} ${step}`)
    return steps.map((step, at) =>
      eventOf(sim, step, begin, { transaction: id(0), sub: at === 0 ? null : id(at) }),
    )
  })
}

function eventOf(
  sim: DemoSim,
  { status, description, after }: DemoStep,
  begin: number,
  { transaction, sub }: { transaction: string; sub: string | null },
): DemoEvent {
  return {
    transaction_id: transaction,
    sub_transaction_id: sub,
    iccid: sim.iccid,
    vendor_code: sim.vendor_code,
    status,
    description,
    at: new Date(Math.round(begin) + after * 1000),
    began_at: new Date(Math.round(begin)),
  }
}
