import { onSession } from '../session/index.ts'
import { startActivityLog } from './activity-log/activity-log.ts'
import { queryClient } from './query-client.ts'

/** Hangs the calls on the session; call it once, before `startSession`. */
export function startApi(): void {
  onSession('signedOut', () => queryClient.clear())
  startActivityLog()
}
