import { calls } from '@support-console/contract'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { readNeeded } from './attention.store.ts'
import { panelsBehind } from './panels-behind.ts'

/** What was computed within this, in milliseconds, is how it is. */
const currentMs = 120_000

export function registerAttention(api: Api): void {
  const { db, clock } = api.platform
  registerCall(api, calls.listAttention, async ({ user }) => {
    const { rows, more, lookedAt } = await readNeeded(db, user.may)
    return {
      data: {
        rows,
        more,
        asOf: lookedAt?.toISOString() ?? null,
        isCurrent: lookedAt !== null && clock.now().getTime() - lookedAt.getTime() < currentMs,
      },
    }
  })
  registerCall(api, calls.listAttentionPanels, async ({ query, user }) => ({
    data: await panelsBehind(db, query.key, user.may),
  }))
}
