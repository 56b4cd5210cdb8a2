import type { Attention as Row } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { standsForPanels } from '@support-console/contract/attention.words'
import { asOf, hasPast } from '@support-console/contract/moments.words'
import { useEffect, useRef } from 'react'
import { api, useAccess } from '../../../api/index.ts'
import { Link } from '../../../kit/link.tsx'
import { AsItWasThen } from '../../../kit/moment/as-it-was-then.tsx'
import { justAfter } from '../../../kit/moment/minute.ts'
import { OfNow } from '../../../kit/moment/of-now.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { StateMark } from '../../../ui/icons/marks.tsx'
import { localStore } from '../../../ui/safe-storage.ts'
import { sayShortly } from '../../../ui/say-when.ts'
import { useWatchMany } from '../../watches/index.ts'
import styles from './attention.module.css'
import { attentionWords } from './attention-words.ts'
import { SetAside } from './set-aside.tsx'
import { Take, TakenBy } from './take.tsx'
import { text } from './texts.ts'

interface NeededProps {
  readonly told:
    | {
        rows: Row[]
        more: number
        asOf: string | null
        isCurrent: boolean
        setAside: Row[]
      }
    | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly onTryAgain: () => unknown
}

/** The rows; what is over meanwhile is struck through. */
export function Needed({ told, error, isFetching, onTryAgain }: NeededProps) {
  const { may } = useAccess()
  const rows = useWithOver(told?.rows)
  const setAside = told?.setAside ?? []
  const count = told && told.rows.length + setAside.length
  useEffect(() => {
    if (count !== undefined) localStore.set('support-console.attention', String(count))
  }, [count])
  return (
    <>
      {error && (
        <p className="above-12" role="status">
          {text('AttentionFailed')}{' '}
          <Button size="tool" isBusy={isFetching} onPress={() => void onTryAgain()}>
            {text('TryAgain')}
          </Button>
        </p>
      )}
      {told && !told.isCurrent && (
        <p className="above-12" role="status">
          <StateMark kind="unknown" />{' '}
          {told.asOf ? text('NotLookedSince', { time: sayShortly(told.asOf) }) : text('NeverLooked')}
        </p>
      )}
      <ul className={styles.rows}>
        {rows?.map(({ row, isOver }) => (
          <Line key={row.key} row={row} isOver={isOver} />
        ))}
        {setAside.map((row) => (
          <SetAside key={row.key} row={row} />
        ))}
      </ul>
      {told && told.more > 0 && (
        <p className="above-12">
          {may('fleet.read') ? (
            <Link to={addresses.fleet()}>{text('AttentionMoreInFleet', { count: told.more })}</Link>
          ) : (
            text('AttentionMore', { count: told.more })
          )}
        </p>
      )}
    </>
  )
}

function Line({ row, isOver }: { readonly row: Row; readonly isOver: boolean }) {
  const { mark, fact, why, to, way } = attentionWords(row)
  const Said = isOver ? 's' : 'span'
  const { may } = useAccess()
  const then = hasPast(to) ? to : may('fleet.read') && addresses.fleet()
  const leadsBack = (row.code === 'outage' || row.code === 'silent') && !isOver && then
  const { button, outcomes } = useWatchMany(
    isOver || !standsForPanels(row) ? null : { name: row.key, read: (signal) => panelsOf(row, signal) },
    { size: 'row', label: text('WatchPanelsOf', { fact }) },
  )
  return (
    <li className={classes('stack line-below', isOver && styles.over)}>
      <StateMark kind={isOver ? 'ok' : mark} />
      <Said className={`anywhere quiet ${styles.said}`}>
        <strong>{fact}</strong> {why}
        {row.taken && !isOver && (
          <span className="block ink">
            <TakenBy of={row.taken} />
          </span>
        )}
      </Said>
      <span className={`row wrap gap-4-12 ${styles.way}`}>
        {isOver && text('Over')}
        {row.outageId ? (
          <Link to={addresses.outages(row.outageId)}>{text('OpenOutage')}</Link>
        ) : (
          !isOver && <Link to={to}>{way}</Link>
        )}
        {button}
        {!isOver && may('fleet.change') && (
          <OfNow>
            <Take of={row} fact={fact} />
          </OfNow>
        )}
      </span>
      <AsItWasThen
        className="small quiet end"
        at={row.since}
        to={leadsBack ? asOf(leadsBack, justAfter(row.since)) : undefined}
      >
        {text('Since', { time: sayShortly(row.since) })}
      </AsItWasThen>
      {outcomes && <div className={`narrow ${styles.watching}`}>{outcomes}</div>}
    </li>
  )
}

/** The panels that a row stands for, as they are now. */
const panelsOf = async ({ key }: Row, signal: AbortSignal) =>
  (await api('GET /attention/v1/panels', { query: { key }, signal })).data

/** What was among them since the page came, and is not any more, stays in its place until the next visit. */
function useWithOver(rows: readonly Row[] | undefined) {
  const seen = useRef<readonly Row[]>([])
  if (!rows) return undefined
  const isThere = (key: string) => rows.some((row) => row.key === key)
  const now = [...rows]
  for (const [at, row] of seen.current.entries())
    if (!isThere(row.key)) now.splice(Math.min(at, now.length), 0, row)
  seen.current = now
  return now.map((row) => ({ row, isOver: !isThere(row.key) }))
}
