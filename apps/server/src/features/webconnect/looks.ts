import type { Platform } from '../../platform/platform.ts'
import type { WebConnect } from '../../systems/webconnect/webconnect.adapter.ts'
import { lookAtContainer } from './look-at-container.ts'

/** Looks at single containers, for people who ask about a panel; anyone who asks meanwhile shares the look. */
export interface Looks {
  /** Resolves when it is over, whatever came of it. */
  at(container: string): Promise<void>
  /** Ends all. */
  close(): Promise<void>
}

export function createLooks(parts: {
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'observations'>
  webConnect: WebConnect
  silentMs: number
}): Looks {
  const end = new AbortController()
  const running = new Map<string, Promise<void>>()
  async function look(container: string): Promise<void> {
    try {
      await lookAtContainer(parts, container, end.signal)
    } catch (error) {
      if (!end.signal.aborted)
        parts.platform.log.error({ err: error, container }, 'a container cannot be looked at')
    } finally {
      running.delete(container)
    }
  }
  return {
    at(container) {
      const shared = running.get(container) ?? look(container)
      running.set(container, shared)
      return shared
    },
    async close() {
      end.abort(new Error('the server stops'))
      await Promise.all(running.values())
    },
  }
}
