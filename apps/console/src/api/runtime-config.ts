import type { RuntimeConfig } from '@support-console/contract'
import { createContext, useContext } from 'react'
import { askServerTime } from '../ui/server-clock.ts'

/** The server gave no runtime configuration: away, starting, or something else answers in its place. */
export class ServerAway extends Error {
  override name = 'ServerAway'
}

/**
 * Which host this is, where sign-on lives, which version runs (D17): asked once, before anything else.
 * @throws ServerAway; the caller tries again
 */
export async function loadRuntimeConfig(): Promise<RuntimeConfig> {
  const hearTime = askServerTime()
  try {
    const answer = await fetch('/api/configuration/v1/runtime', {
      headers: { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
      cache: 'no-store',
      signal: AbortSignal.timeout(10_000),
    })
    hearTime(answer)
    const envelope = (await answer.json()) as { status?: unknown; data?: RuntimeConfig }
    if (answer.ok && envelope.status === 'Success' && envelope.data?.signOn) return envelope.data
    throw new Error(`${answer.status} ${answer.statusText}`)
  } catch (cause) {
    throw new ServerAway('The runtime configuration could not be read', { cause })
  }
}

export const RuntimeConfigContext = createContext<RuntimeConfig | undefined>(undefined)

export function useRuntimeConfig(): RuntimeConfig {
  const config = useContext(RuntimeConfigContext)
  if (!config) throw new Error('The runtime configuration is read before the app is mounted')
  return config
}
