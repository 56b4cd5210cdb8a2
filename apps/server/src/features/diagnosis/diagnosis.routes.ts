import { calls, type Diagnosis, diagnosisSeconds } from '@support-console/contract'
import { within } from '../../platform/clock.ts'
import type { Api } from '../../platform/http/api.ts'
import type { CallContext, DataReply, EventsReply } from '../../platform/http/call-context.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { User } from '../../platform/sign-on/user.ts'
import type { Views } from '../states/index.ts'
import { groupsOf } from './groups.ts'
import type { Parts } from './run.ts'
import type { Runs } from './runs.ts'
import { streamOf } from './stream.ts'

type Call = typeof calls.diagnosePanel | typeof calls.diagnoseSim
type Context = Pick<CallContext<Call>, 'query' | 'user' | 'signal' | 'wantsEvents'>

/** Why is this panel silent? (connected console 5). Nothing is changed anywhere. */
export function registerDiagnosis(api: Api, parts: Parts, runs: Runs, viewOf: Views): void {
  const { clock } = api.platform

  const isOver = ({ expiresAt }: User) => expiresAt * 1000 <= clock.now().getTime()

  async function diagnose(
    kind: 'panel' | 'sim',
    id: string,
    context: Context,
  ): Promise<DataReply<Diagnosis> | EventsReply> {
    const { run, leave } = runs.join({ kind, id, may: context.user.may })
    const withinMs = (context.query.within ?? diagnosisSeconds.usual) * 1000
    try {
      await run.begun
      if (context.wantsEvents) {
        // Whose token is over goes on with the next one.
        const onEnd = (isDone: boolean) => leave(isDone || isOver(context.user))
        return { events: streamOf(run, { clock, withinMs: diagnosisSeconds.most * 1000, onEnd }) }
      }
      await Promise.race([within(clock, withinMs, run.ended).catch(() => {}), gone(context.signal)])
      context.signal.throwIfAborted()
    } catch (error) {
      leave(false)
      throw error
    }
    leave(true)
    return { data: run.latest() }
  }

  registerCall(api, calls.diagnosePanel, (context) => diagnose('panel', context.params.cloudId, context))
  registerCall(api, calls.diagnoseSim, (context) => diagnose('sim', context.params.iccid, context))
  registerCall(api, calls.diagnosePanels, async (context) => ({
    data: await groupsOf(parts, context.body.cloudIds, viewOf(context.user)),
  }))
}

/** Resolves when the caller has gone. */
const gone = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
