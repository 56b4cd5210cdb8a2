import { calls, mostSimActivityItems, type SimActivityItem } from '@support-console/contract'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { instantsOf, type LocalTime, localTimeOf } from '../../platform/local-time.ts'
import {
  activityOfSim,
  activityOfTransaction,
  type StoredActivity,
  type StoredEvent,
} from './sim-activity.store.ts'

/** SIM Activity Logs (2.7). */
export function registerSimActivity(api: Api): void {
  const { platform } = api

  registerCall(api, calls.getSimActivity, async ({ query }) => {
    const local = localTimeOf(query.timeZone, query.timeOffset ?? 0)
    // One more than is shown tells whether there are more.
    const limit = mostSimActivityItems + 1
    const found =
      query.simId === undefined
        ? await activityOfTransaction(platform.db, query.transactionID ?? '', limit)
        : await activityOfSim(platform.db, query.simId, instantsOf(query, local), limit)
    return {
      data: {
        items: found.slice(0, mostSimActivityItems).map((activity) => toItem(activity, local)),
        hasMore: found.length > mostSimActivityItems,
      },
    }
  })
}

function toItem({ first, later }: StoredActivity, local: LocalTime): SimActivityItem {
  const event = ({ status, description, at }: StoredEvent) => ({
    status,
    statusDesc: description,
    date: at.toISOString(),
    localDate: local.format(at),
  })
  return {
    transactionId: first.transactionId,
    simId: first.iccid,
    vendorCode: first.vendorCode,
    ...event(first),
    subRows: later.map((each) => ({ ...event(each), subtransId: each.subTransactionId ?? '' })),
  }
}
