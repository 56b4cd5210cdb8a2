import { beforeOutageMinutes, calls, factRights, mostOfShift, mostOutages } from '@support-console/contract'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { Problem, problems } from '../../platform/problem.ts'
import type { User } from '../../platform/sign-on/user.ts'
import { changesWithin } from '../audit-trail/index.ts'
import { chartOf } from './chart.ts'
import { touchedBy, watchesEnded } from './meanwhile.ts'
import { countOutagePanels, findOutage, outagePanels, outagesBetween } from './outages.store.ts'

const dayMs = 24 * 3600_000
/** So many days are listed where nothing else is asked for. */
const usualDays = 7
/** Of an outage that lasts for longer what was done in its last days. */
const changedDays = 7

export function registerOutages(api: Api): void {
  const { db, clock } = api.platform

  /** @throws Problem NotFound */
  async function outageOf(outageId: string, { may }: User) {
    const outage = await findOutage(db, may, outageId)
    if (!outage) throw new Problem('NotFound', 'There is no such outage. They are kept for a year.')
    return outage
  }
  type Found = Awaited<ReturnType<typeof outageOf>>

  async function changesOf(outage: Found, user: User, signal: AbortSignal) {
    if (!user.may(factRights.userAction)) return null
    const to = outage.endedAt === null ? clock.now() : new Date(outage.endedAt)
    const from = Math.max(
      Date.parse(outage.from) - beforeOutageMinutes * 60_000,
      to.getTime() - changedDays * dayMs,
    )
    const asked = { from: new Date(from), to, whose: undefined, without: [], most: mostOfShift }
    const { changes, hasMore } = await changesWithin({ db, clock }, { ...asked, may: user.may }, signal)
    const touched = await touchedBy(
      db,
      outage,
      changes.map(({ object }) => object),
    )
    const own = changes.filter(({ object }) => touched.has(object))
    return { rows: own.map(toChange), others: changes.length - own.length, hasMore }
  }

  registerCall(api, calls.listOutages, async ({ query, user }) => {
    const now = clock.now()
    const from = new Date(now.getTime() - (query.days ?? usualDays) * dayMs)
    const found = await outagesBetween(db, user.may, { from, to: now, most: mostOutages + 1 })
    return { data: { outages: found.slice(0, mostOutages), hasMore: found.length > mostOutages } }
  })

  registerCall(api, calls.getOutage, async ({ params, user, signal }) => {
    const { notedAt, ...outage } = await outageOf(params.outageId, user)
    const [counts, chart, changes, watches] = await Promise.all([
      countOutagePanels(db, outage.outageId),
      chartOf(db, outage, clock.now()),
      changesOf({ ...outage, notedAt }, user, signal),
      watchesEnded(db, outage),
    ])
    const { companies, ...panels } = counts
    return {
      data: {
        ...outage,
        ...panels,
        companies: user.may(factRights.panel) ? companies : null,
        chart,
        changes,
        watches,
        asOf: notedAt,
      },
    }
  })

  registerCall(api, calls.listOutagePanels, async ({ params, query, user }) => {
    const { companyId } = query
    if (companyId !== undefined && !user.may(factRights.panel))
      throw problems.forbidden(factRights.panel, user)
    const { outageId } = await outageOf(params.outageId, user)
    return { data: await outagePanels(db, user.may, { outageId, companyId }) }
  })
}

/** As a shift has it. */
function toChange({ done, at, ...change }: Awaited<ReturnType<typeof changesWithin>>['changes'][number]) {
  const outcome = change.failed > 0 ? 'failed' : done > 0 ? 'done' : 'open'
  return { ...change, at: at.toISOString(), outcome } as const
}
