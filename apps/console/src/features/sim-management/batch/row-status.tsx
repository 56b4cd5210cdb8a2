import type { BatchRow, CheckedBatchRow } from '@support-console/contract'
import { serverNow } from '../../../ui/server-clock.ts'
import { Status } from '../../../ui/status.tsx'
import { useSeconds } from '../../../ui/use-seconds.ts'
import styles from '../sim-management.module.css'
import { text } from '../texts.ts'

/** A row before the batch has begun, or as the batch has it. */
export type AnyRow = Omit<CheckedBatchRow, 'other' | 'simState'> &
  Partial<Pick<BatchRow, 'state' | 'askedAt' | 'settledAt' | 'subTransactionId'>>

export type RowKind = 'error' | 'ready' | 'success'

/** How a row looks is decided by its status's prefix (2.4): Ready, Success, anything else. */
export function kindOf({ status }: Pick<AnyRow, 'status'>): RowKind {
  if (status.startsWith('Ready')) return 'ready'
  return status.startsWith('Success') ? 'success' : 'error'
}

export const isInFlight = ({ state }: AnyRow): boolean =>
  state === 'asking' || state === 'waiting' || state === 'settling'

const marks = { error: 'error', ready: 'ready', success: 'ok' } as const

/** A row's status: mark, word, and why. In flight it keeps the word Ready, with the turning arc and for how long. */
export function RowStatus({ row }: { readonly row: AnyRow }) {
  const { word, why } = splitStatus(row.status)
  const isFlying = isInFlight(row)
  const since = row.askedAt ? Date.parse(row.askedAt) : serverNow()
  // One text that wraps as one, whatever the width.
  return (
    <Status kind={isFlying ? 'running' : marks[kindOf(row)]} className={styles.rowStatus}>
      {why === '' || isFlying ? word : `${word}:`}{' '}
      <span className="regular quiet">{isFlying ? <InFlight row={row} since={since} /> : why}</span>
    </Status>
  )
}

/** 'Error: AT&T refused it' as its word and the rest. */
function splitStatus(status: string): { word: string; why: string } {
  const colon = status.indexOf(':')
  return colon < 0
    ? { word: status, why: '' }
    : { word: status.slice(0, colon), why: status.slice(colon + 1).trim() }
}

const words = { asking: 'InFlightAsking', waiting: 'InFlightWaiting', settling: 'InFlightSettling' } as const

function InFlight({ row, since }: { readonly row: AnyRow; readonly since: number }) {
  const seconds = useSeconds(since)
  const system = row.carrierName ?? text('TheCarrier')
  const what = text(words[row.state as keyof typeof words], { system })
  return text('InFlightFor', { what, seconds })
}
