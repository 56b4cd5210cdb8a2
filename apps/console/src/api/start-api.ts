import { onSession } from '../session/index.ts'
import { startRecording } from './audit-trail/record-action.ts'
import { queryClient } from './query-client.ts'

/** Hangs the calls on the session; call it once, before `startSession`. */
export function startApi(): void {
  onSession('signedOut', () => queryClient.clear())
  startRecording()
}
