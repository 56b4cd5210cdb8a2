import { calls, thing } from '@support-console/contract'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { Problem } from '../../platform/problem.ts'
import type { VerizonCallbacks } from '../../systems/carriers/verizon/verizon.callbacks.ts'
import { resultOfCallback, VerizonCallback } from '../../systems/carriers/verizon/verizon.callbacks.ts'
import type { Deactivations } from './deactivations.ts'

const Credentials = VerizonCallback.pick({ username: true, password: true })

/** Where Verizon reports results (carriers.md 2c): repeats are normal, and the credentials travel in the body. */
export function registerVerizonCallback(
  api: Api,
  callbacks: VerizonCallbacks,
  deactivations: Deactivations,
): void {
  registerCall(
    api,
    calls.verizonCallback,
    async ({ body }, work) => {
      const parsed = VerizonCallback.safeParse(body)
      if (!parsed.success) throw new Problem('Invalid', 'The console cannot read this callback.')
      const result = resultOfCallback(parsed.data)
      const { requestId, status } = parsed.data
      work.about({
        message: `Verizon reports request ${requestId}: ${status}`,
        ...(result?.iccid ? { object: thing('sim', result.iccid) } : {}),
      })
      return work.finish(async (trx) => {
        const afterwards = result && (await deactivations.report(trx, result))
        return { data: null, message: 'Noted.', entry: {}, afterwards }
      })
    },
    { body: (body) => bearsCredentials(callbacks, body) },
  )
}

function bearsCredentials(callbacks: VerizonCallbacks, body: unknown): boolean {
  const parsed = Credentials.safeParse(body)
  return parsed.success && callbacks.accepts(parsed.data)
}
