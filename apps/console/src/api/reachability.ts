import { useSyncExternalStore } from 'react'
import { ApiError } from './api-error.ts'
import { queryClient } from './query-client.ts'
import { request } from './request.ts'

/** How long between two looks whether the server is back, in milliseconds. */
const LOOK_AGAIN = 3000

let isThere = true
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Whether the server answers, as far as the calls tell. Turns true again by itself. */
export function useServerIsThere(): boolean {
  return useSyncExternalStore(subscribe, () => isThere)
}

/** For `send`: a call got an answer, whatever it says, or none. */
export function noteAnswer(hasAnswered: boolean): void {
  if (hasAnswered === isThere) return
  isThere = hasAnswered
  clearTimeout(timer)
  if (!isThere) lookAgain()
  else readAgain()
  for (const listener of listeners) listener()
}

function lookAgain(): void {
  timer = setTimeout(async () => {
    const answer = await request({
      method: 'GET',
      path: '/api/configuration/v1/runtime',
      signal: AbortSignal.timeout(LOOK_AGAIN),
    }).catch(() => undefined)
    if (isThere) return
    if (answer?.status === 'fulfilled') noteAnswer(true)
    else lookAgain()
  }, LOOK_AGAIN)
}

/** What a screen could not read because no one answered is read now; what the server refused stays refused. */
function readAgain(): void {
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state: { error } }) => error instanceof ApiError && error.kind === 'network',
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
