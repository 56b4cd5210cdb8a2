import { mainIdentifier } from '@support-console/contract'
import type { KeptConnection } from './kept-connection.ts'

/** A panel's connection at a container, as it is compared with the one before. */
export interface SeenPanel {
  id: string
  connection: 'connected' | 'silent'
  /** UTC, ISO 8601; empty: not known. */
  connected_at: string
  iccid: string
  host: string
  /** When it was last heard, or began its session; UTC, ISO 8601, empty: not known. */
  heard_at: string
  /** Its last message was not accepted. */
  is_refused?: boolean
}

export interface ContainerLook {
  askedAt: string
  tookMs: number
  /** When the container answered the look before this one; null: it never did. */
  lastAt: string | null
}

/** What a connection tells of its panel, if it names one. */
export function seenPanel(
  [cloudId, host, , iccid, connected, , received, status]: KeptConnection,
  isSilent: boolean,
): SeenPanel[] {
  const id = mainIdentifier('panel', cloudId)
  if (id === undefined) return []
  const [connected_at, heard_at] = [connected, received ?? connected].map((time) =>
    time === null ? '' : new Date(time).toISOString(),
  ) as [string, string]
  return [
    {
      ...{ id, connection: isSilent ? 'silent' : 'connected', connected_at, iccid, host, heard_at },
      is_refused: /^NAK$/i.test(status),
    },
  ]
}
