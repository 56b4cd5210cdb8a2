import { useSyncExternalStore } from 'react'
import { backOff } from '../session/index.ts'

/**
 * Whether our server answers, as far as the calls have shown. Once one got no answer, the server is asked again
 * until it does.
 */
let isThere = true
let failures = 0
const listeners = new Set<() => void>()

export function useServerIsThere(): boolean {
  return useSyncExternalStore(subscribe, () => isThere)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A call got an answer of the server, whichever. */
export function serverAnswered(): void {
  failures = 0
  if (isThere) return
  isThere = true
  for (const listener of listeners) listener()
}

/** A call got no answer, or one of a proxy that reaches no server. */
export function serverIsAway(): void {
  if (!isThere) return
  isThere = false
  for (const listener of listeners) listener()
  askAgain()
}

function askAgain(): void {
  failures += 1
  setTimeout(async () => {
    if (isThere) return
    if (await answers()) serverAnswered()
    else askAgain()
  }, backOff(failures))
}

async function answers(): Promise<boolean> {
  try {
    const answer = await fetch('/api/configuration/v1/runtime', {
      headers: { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
      signal: AbortSignal.timeout(10_000),
      cache: 'no-store',
    })
    return answer.ok
  } catch {
    return false
  }
}

/** A gateway's own answer: it reached no server. Ours says 502 and 503 too, but in an envelope. */
export function isGatewayAnswer(httpStatus: number, envelopeStatus: unknown): boolean {
  return [502, 503, 504].includes(httpStatus) && typeof envelopeStatus !== 'string'
}
