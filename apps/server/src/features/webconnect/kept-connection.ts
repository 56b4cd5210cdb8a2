import type { WebConnectConnection } from '@support-console/contract'
import type { Connection } from '../../systems/webconnect/webconnect.adapter.ts'

/**
 * A connection as it is kept, without the names of its fields: cloud ID, host, port, ICCID, then connected, last sent,
 * last received (milliseconds since 1970 by our clock; null: never), last status, transaction id, connection id.
 */
export type KeptConnection = [
  cloudId: string,
  host: string,
  port: number,
  iccid: string,
  connected: number | null,
  sent: number | null,
  received: number | null,
  status: string,
  transactionId: string,
  connectionId: string,
]

/**
 * @param offsetMs how far the container's clock is ahead of ours
 * @param notAfter a time after this one by our clock cannot be, and is none
 */
export function keep(
  connection: Connection,
  { offsetMs, notAfter }: { offsetMs: number; notAfter: number },
): KeptConnection {
  const ours = (time: number | null) => {
    const moved = time === null ? null : time - offsetMs
    return moved === null || moved > notAfter ? null : moved
  }
  return [
    connection.cloud?.cloudId ?? '',
    connection.ethernet?.ipAddress ?? '',
    connection.portNumber ?? 0,
    connection.iccid,
    ours(connection.connectedTime),
    ours(connection.lastSendDataTime),
    ours(connection.lastReceivedTime),
    connection.lastReceivedStatus,
    connection.transactionId,
    connection.connectionId,
  ]
}

/**
 * Whether nothing was received for so long, as things stood when the container said so: one that is gone must not make
 * all of its connections look silent.
 */
export function isSilent(connection: KeptConnection, saidAt: number, silentMs: number): boolean {
  const [, , , , connected, , received] = connection
  const last = received ?? connected
  return last !== null && saidAt - last > silentMs
}

export function toConnection(
  connection: KeptConnection,
  saidAt: number,
  silentMs: number,
): WebConnectConnection {
  const [cloudId, host, portNumber, iccid, connected, sent, received, lastReceivedStatus, ...ids] = connection
  const [transactionId, connectionId] = ids
  return {
    transactionId,
    connectionId,
    connectedTime: inWords(connected),
    lastReceivedTime: inWords(received),
    lastSendDataTime: inWords(sent),
    lastReceivedStatus,
    cloud: { cloudId },
    ethernet: { ipAddress: host },
    portNumber,
    iccid,
    isSilent: isSilent(connection, saidAt, silentMs),
  }
}

const inWords = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())
