import { calls, type SimDetail, vendorOf } from '@support-console/contract'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { Neighbours } from '../../systems/neighbours.ts'
import { findSim } from '../sims/index.ts'
import { billingReport } from './billing-report.ts'
import { readSimDetail } from './sim-detail.ts'
import { readUsage } from './usage.ts'

/** SIM Information (2.5). */
export function registerSimInformation(api: Api, neighbours: Neighbours): void {
  const { platform } = api

  registerCall(api, calls.getSimDetail, async ({ params, query, signal }) => {
    const data = await readSimDetail(
      { platform, neighbours },
      { simId: params.simId, source: query.source, signal },
    )
    return { data, message: messageOf(data) }
  })

  registerCall(api, calls.getPlaceInLine, async ({ params: { simId } }) => {
    const vendorCode = vendorOf(simId) ?? (await findSim(platform.db, simId))?.vendorCode
    return { data: (vendorCode && (await neighbours.carriers[vendorCode].placeOf?.(simId))) ?? null }
  })

  registerCall(
    api,
    calls.getSimUsage,
    async ({ params: { simId }, query: { look }, user: { may }, signal }) => ({
      data: await readUsage({ platform, neighbours }, { simId, look, signal, may }),
    }),
  )

  registerCall(api, calls.downloadBillingReport, async ({ params, signal }) => ({
    file: await billingReport(platform.db, params, signal),
  }))
}

function messageOf({ sources }: SimDetail): string {
  const reports = Object.values(sources).filter((report) => report !== undefined)
  const answered = reports.filter((report) => report.status === 'Success').length
  return answered === reports.length
    ? 'Operation Done.'
    : `${answered} of ${reports.length} systems answered with data.`
}
