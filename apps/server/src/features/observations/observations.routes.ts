import { calls, guidPattern, identified, mainIdentifier } from '@support-console/contract'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { lastSaidOf } from '../../platform/observations/observations.store.ts'
import { Problem } from '../../platform/problem.ts'
import { idsOfPanel } from '../panels/index.ts'

/** What neighbours last said of a thing (connected console 2). */
export function registerObservations(api: Api): void {
  const { db, clock } = api.platform

  registerCall(api, calls.getObservations, async ({ params: { kind, id }, user }) => {
    api.guard.authorise(user, identified[kind].permission)
    const isPhysicalId = kind === 'panel' && guidPattern.test(id)
    const given = isPhysicalId ? id : mainIdentifier(kind, id)
    if (given === undefined)
      throw new Problem('Invalid', `That is not a ${kind === 'sim' ? 'SIM ID' : 'panel'}.`, {
        issues: [
          {
            field: 'id',
            message: kind === 'sim' ? 'must be a SIM ID' : 'must be a cloud ID or a physical ID',
          },
        ],
      })
    const ids = kind === 'panel' ? await idsOfPanel(db, given, user.may) : [given]
    const said = await lastSaidOf(db, kind, ids, user.may)
    return {
      data: {
        observations: said.map(({ source, fields, askedAt, tookMs, unanswered }) => ({
          source,
          fields,
          askedAt: askedAt?.toISOString() ?? null,
          durationMs: tookMs,
          unanswered: unanswered && {
            askedAt: unanswered.at.toISOString(),
            durationMs: unanswered.tookMs,
            status: unanswered.status,
            message: unanswered.problem,
          },
        })),
        now: clock.now().toISOString(),
      },
    }
  })
}
