import { randomUUID } from 'node:crypto'
import { calls, complaintAboutEnd, instantOfLocal, mostPanels, thing } from '@support-console/contract'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { Problem, problems } from '../../platform/problem.ts'
import { sayUtc } from '../../platform/say-utc.ts'
import { behalfOf, columnsOf } from '../../platform/undertakings/behalf.ts'
import { findWork, sendWork, workOn } from '../../platform/undertakings/runs.ts'
import { takeUp } from '../../platform/undertakings/undertakings.ts'
import type { Views } from '../states/index.ts'
import { disabledPanels, disablingOf, toDisabling } from './disabled.store.ts'
import { type End, orderKind } from './disabling.store.ts'
import { enablePanels } from './enable-panels.ts'
import { enablingKind, findEnabling, keepEnabling } from './enabling.store.ts'
import { extendOrder } from './extend-order.ts'
import { idsWithoutPanel, panelSearch, panelsOf } from './panels.store.ts'
import { panelsFile, statesOf } from './panels-file.ts'
import { type FlagParts, setManagement } from './set-management.ts'
import { type OpenFlag, settleFlag, settlingJob } from './settle-flag.ts'

/** Panel Management (2.8). */
export function registerPanels(api: Api, parts: FlagParts, viewOf: Views): void {
  const { platform } = api
  const { db } = platform
  const { jobs } = parts

  registerCall(api, calls.locatePanels, async ({ params, query, signal, user }) => {
    const search = panelSearch(query.queryType, params.ids)
    const found = []
    // One more than fits tells whether there are more.
    for await (const panel of panelsOf(db, search, mostPanels + 1)) {
      signal.throwIfAborted()
      found.push(panel)
      if (found.length > mostPanels) break
    }
    const panels = found.slice(0, mostPanels)
    return {
      data: {
        panels,
        states: await statesOf(db, viewOf(user), panels),
        notFound: await idsWithoutPanel(db, search, found),
        hasMore: found.length > mostPanels,
      },
    }
  })

  registerCall(api, calls.exportPanels, async ({ params, query, signal, user }) => ({
    file: await panelsFile(db, panelSearch(query.queryType, params.ids), viewOf(user), signal),
  }))

  registerCall(api, calls.listDisabledPanels, async ({ user }) => {
    const found = await disabledPanels(db)
    return { data: { ...found, states: await statesOf(db, viewOf(user), found.panels) } }
  })
  registerCall(api, calls.readDisabling, async ({ params }) => ({
    data: await disablingOf(db, params.cloudId),
  }))

  registerCall(api, calls.disablePanelManagement, (context, work) => {
    const end = endOf(context.query, platform.clock.now())
    return setManagement(parts, { cloudId: context.params.cloudId, disabled: true, end }, context, work)
  })
  registerCall(api, calls.enablePanelManagement, (context, work) =>
    setManagement(parts, { cloudId: context.params.cloudId, disabled: false }, context, work),
  )

  registerCall(api, calls.extendDisabling, async (context, work) => {
    const row = await findWork(db, orderKind, context.params.disablingId)
    if (!row) throw new Problem('NotFound', 'not found: there is no such order.')
    const cloudId = row.cloud_id
    const object = thing('panel', cloudId)
    work.about({ message: `Keep management of panel ${cloudId} disabled for longer`, object })
    return work.finish(async (trx) => {
      const extended = await extendOrder(trx, row, columnsOf(context), platform.clock.now())
      if (!extended)
        throw new Problem(
          'Conflict',
          `Nothing was changed: the time is over, or someone else changed it. Reload panel ${cloudId}.`,
        )
      const message = `Management of panel ${cloudId} stays disabled until ${sayUtc(extended.until_at)}.`
      return { data: toDisabling(extended), message, entry: { detail: message } }
    })
  })

  registerCall(api, calls.beginEnabling, async (context, work) => {
    const enablingId = randomUUID()
    const { cloudIds } = context.body
    return work.finish(async (trx) => {
      const behalf = behalfOf(enablingKind, context)
      await keepEnabling(trx, { enablingId, cloudIds, why: context.why, ...behalf })
      await sendWork(trx, jobs, enablingKind, enablingId)
      const data = await findEnabling(trx, enablingId)
      if (!data) throw new Error('an order that was just kept is not there')
      return {
        data,
        message: 'The console enables them one after the other, also when you leave this page.',
        entry: {
          message: `Enable management of ${cloudIds.length} panels in the Remote Portal`,
          detail: cloudIds.join(' '),
        },
      }
    })
  })
  registerCall(api, calls.readEnabling, async ({ params }) => {
    const data = await findEnabling(db, params.enablingId)
    if (!data) throw new Problem('NotFound', 'not found: there is no such order.')
    return { data }
  })

  workOn({ jobs, db }, enablingKind, 2, (id, signals) => enablePanels(parts, id, signals))
  takeUp<OpenFlag>(
    jobs,
    settlingJob,
    { atOnce: 2 },
    async ({ transactionId }) => transactionId,
    (open) => settleFlag(parts, open),
  )
}

/** Until when it is to be disabled. @throws Problem for a time or a zone that will not do */
function endOf(
  {
    hours,
    until,
    timeZone,
  }: { hours?: string | undefined; until?: string | undefined; timeZone?: string | undefined },
  now: Date,
): End | undefined {
  if (hours !== undefined) return { until: new Date(now.getTime() + Number(hours) * 3600_000), timeZone: '' }
  if (until === undefined || timeZone === undefined) return undefined
  const complaint = complaintAboutEnd(until, timeZone, now)
  const instant = instantOfLocal(until, timeZone)
  if (complaint || !instant) throw problems.invalid(complaint ? [complaint] : [])
  return { until: instant, timeZone }
}
