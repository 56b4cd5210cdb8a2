import type { PanelStateWord } from '@support-console/contract'

/** How many sessions a panel has to begin in this hour and the last to be said to flap. It does not keep to full hours. */
export const flapsAt = 4
/** When the first of these hours was. */
export const flapsSince = (now: Date): Date => new Date(now.getTime() - 3600_000)

/** What is kept of a panel's session. */
interface KeptSession {
  /** Null: no container ever told of it. */
  connection: 'connected' | 'silent' | 'gone' | null
  /** Its container was looked at lately. */
  isLookedAt: boolean
  /** Its container answered at that look. */
  isAnswered: boolean
  isRefused: boolean
  /** How many sessions it began since `flapsSince`. */
  begun: number
}

/**
 * What a panel does, by what is kept of its session; the diagnosis begins with the same. Of a container that does not answer
 * nothing is known, but that who had left it before is not there. `panelStateSql` says it in SQL.
 */
export function panelWordOf({
  connection,
  isLookedAt,
  isAnswered,
  isRefused,
  begun,
}: KeptSession): PanelStateWord {
  if (connection === null || !isLookedAt || !(isAnswered || connection === 'gone')) return 'not-known'
  if (begun >= flapsAt) return 'flapping'
  if (connection !== 'connected') return connection === 'gone' ? 'not-connected' : 'silent'
  return isRefused ? 'refused' : 'reporting'
}
