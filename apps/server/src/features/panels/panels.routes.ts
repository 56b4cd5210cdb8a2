import { calls, mostPanels } from '@support-console/contract'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { takeUp } from '../../platform/undertakings/undertakings.ts'
import type { RemotePortal } from '../../systems/remote-portal/remote-portal.adapter.ts'
import { idsWithoutPanel, panelSearch, panelsOf } from './panels.store.ts'
import { panelsFile } from './panels-file.ts'
import { setManagement } from './set-management.ts'
import { type OpenFlag, settleFlag, settlingJob } from './settle-flag.ts'

/** Panel Management (2.8). */
/** @param answerWithinMs what the Portal is given for an answer */
export function registerPanels(api: Api, portal: RemotePortal, jobs: Jobs, answerWithinMs: number): void {
  const { platform } = api
  const { db } = platform

  registerCall(api, calls.locatePanels, async ({ params, query, signal }) => {
    const search = panelSearch(query.queryType, params.ids)
    const found = []
    // One more than fits tells whether there are more.
    for await (const panel of panelsOf(db, search, mostPanels + 1)) {
      signal.throwIfAborted()
      found.push(panel)
      if (found.length > mostPanels) break
    }
    return {
      data: {
        panels: found.slice(0, mostPanels),
        notFound: await idsWithoutPanel(db, search, found),
        hasMore: found.length > mostPanels,
      },
    }
  })

  registerCall(api, calls.exportPanels, async ({ params, query, signal }) => ({
    file: await panelsFile(db, panelSearch(query.queryType, params.ids), platform.clock.now(), signal),
  }))

  const parts = { platform, portal, jobs, answerWithinMs }
  registerCall(api, calls.disablePanelManagement, (context, work) =>
    setManagement(parts, { cloudId: context.params.cloudId, disabled: true }, context, work),
  )
  registerCall(api, calls.enablePanelManagement, (context, work) =>
    setManagement(parts, { cloudId: context.params.cloudId, disabled: false }, context, work),
  )

  takeUp<OpenFlag>(
    jobs,
    settlingJob,
    { atOnce: 2 },
    async ({ transactionId }) => transactionId,
    (open) => settleFlag(parts, open),
  )
}
