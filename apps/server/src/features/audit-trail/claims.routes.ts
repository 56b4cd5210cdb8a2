import { calls, sessionActivities } from '@support-console/contract'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'

/**
 * What the console says its user did (specification 7, D18): a claim beside the server's own entries. Who and in
 * which session comes from the token (D15); what the browser delivers twice is one entry.
 */
export function registerClaims(api: Api): void {
  registerCall(api, calls.postActivityLog, async ({ body, user }, work) => {
    if (!sessionActivities.includes(body.Activity)) api.guard.authorise(user, 'activity-log.write')
    const { Activity: activity, ActionMessage: message, Detailinfo: detail } = body
    return work.finish(async () => ({
      data: null,
      entry: { source: 'console', activity, message, detail },
    }))
  })
}
