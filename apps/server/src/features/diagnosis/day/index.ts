import { calls } from '@support-console/contract'
import type { Api } from '../../../platform/http/api.ts'
import { registerCall } from '../../../platform/http/register-call.ts'
import type { May } from '../../../platform/sign-on/user.ts'
import type { Parts } from '../run.ts'
import { readDay } from './read-day.ts'

/** The last 24 hours of a panel or a SIM, or earlier ones. Nothing is asked, and nothing is changed. */
export function registerDays(api: Api, parts: Parts): void {
  const { clock } = api.platform
  /** Of what is to come nothing is kept. */
  const endOf = (until: string | undefined) =>
    new Date(Math.min(clock.now().getTime(), until ? Date.parse(until) : Number.POSITIVE_INFINITY))
  const day = async (
    kind: 'panel' | 'sim',
    id: string,
    { until, may }: { until?: string | undefined; may: May },
  ) => ({
    data: await readDay(parts, { kind, id, until: endOf(until), may }),
  })
  registerCall(api, calls.panelDay, ({ params, query, user }) =>
    day('panel', params.cloudId, { until: query.until, may: user.may }),
  )
  registerCall(api, calls.simDay, ({ params, query, user }) =>
    day('sim', params.iccid, { until: query.until, may: user.may }),
  )
}
