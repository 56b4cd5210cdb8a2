import { calls, factRights, type Limits } from '@support-console/contract'
import { currentWork } from '../../platform/database/work.ts'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { coverageOf } from '../fleet/index.ts'
import { silentNow } from '../webconnect/index.ts'
import { readNeeded } from './attention.store.ts'
import { panelsBehind } from './panels-behind.ts'

/** What was computed within this, in milliseconds, is how it is. */
const currentMs = 120_000

export function registerAttention(api: Api): void {
  const { db, clock } = api.platform
  const limitsFor = async (may: May): Promise<Limits | null> => {
    if (currentWork()?.moment !== undefined) return null
    const [panels, coverage] = await Promise.all([
      may(factRights.session) ? silentNow(db, clock.now()) : null,
      may(factRights.sim) ? coverageOf(api.platform) : null,
    ])
    const sum = (of: 'sims' | 'within') => coverage?.rows.reduce((all, row) => all + row[of], 0) ?? 0
    return { panels, sims: coverage && { seen: sum('within'), all: sum('sims') } }
  }
  registerCall(api, calls.listAttention, async ({ user }) => {
    const [{ rows, more, lookedAt }, limits] = await Promise.all([
      readNeeded(db, user.may),
      limitsFor(user.may),
    ])
    return {
      data: {
        rows,
        more,
        asOf: lookedAt?.toISOString() ?? null,
        isCurrent: lookedAt !== null && clock.now().getTime() - lookedAt.getTime() < currentMs,
        limits,
      },
    }
  })
  registerCall(api, calls.listAttentionPanels, async ({ query, user }) => ({
    data: await panelsBehind(db, query.key, user.may),
  }))
}
