import type { WebConnectMetric } from '@support-console/contract'
import { useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { recordAction } from '../../api/index.ts'
import { useViewInAddress } from '../../kit/table-address/index.ts'
import { Callout } from '../../ui/callout.tsx'
import { DataTable, lazyRows } from '../../ui/data-table/index.ts'
import { byConnections, headers, planFor } from './columns.tsx'
import { ConnectionsDialog, dialogInAddress } from './connections-dialog.tsx'
import { Overview } from './overview.tsx'
import { Refreshing } from './refreshing.tsx'
import { text } from './texts.ts'
import { useMetrics } from './use-metrics.ts'
import styles from './webconnect.module.css'

/** Rows of a page (9). */
const rowsPerPage = 100
const none: readonly WebConnectMetric[] = []

/**
 * WebConnect Metrics (specification 2.13). The address holds `sort`, `direction` and `page` of the table, `container`
 * whose connections are open, and of those `search`, `only` (silent), and the table's `connectionSort`,
 * `connectionDirection` and `connectionPage` (D25).
 */
export function WebConnectMetrics() {
  const [isPaused, setPaused] = useState(false)
  const metrics = useMetrics(isPaused)
  const { serverNow } = metrics
  const items = metrics.data?.metrics ?? none
  const [address, setAddress] = useSearchParams()
  const container = address.get('container')
  // The dialog fades away with what it showed.
  const [lastOpened, setLastOpened] = useState('')
  if (container !== null && container !== lastOpened) setLastOpened(container)

  const { view, changeView } = useViewInAddress(headers, byConnections)
  // The rows outlive the address with which they were made.
  const changeAddress = useRef(setAddress)
  changeAddress.current = setAddress
  const rows = useMemo(() => {
    const onOpen = (name: string) => {
      changeAddress.current((old) => {
        old.set('container', name)
        return old
      })
    }
    return lazyRows(items, planFor(metrics.history, serverNow, onOpen))
  }, [items, metrics.history, serverNow])
  const { error } = metrics
  const hasNone = metrics.data === undefined
  const checkedAt = items.reduce((newest, item) => Math.max(newest, Date.parse(item.checkedAt)), 0)
  return (
    <>
      <Refreshing
        checkedAt={checkedAt}
        serverNow={serverNow}
        intervalSeconds={metrics.data?.intervalSeconds}
        isPaused={isPaused}
        isReading={metrics.isReading}
        onPause={() => {
          recordAction(text('ScreenTitle'), text(isPaused ? 'ActionResume' : 'ActionPause'))
          setPaused(!isPaused)
        }}
        onRefresh={metrics.refresh}
      />
      {error && !hasNone && (
        <Callout kind="warning" className={styles.outcome}>
          {text('NotRefreshed')} {error.heading} {error.message}
        </Callout>
      )}
      {metrics.historyFailed && (
        <Callout kind="warning" className={styles.outcome}>
          {text('NoHistory')}
        </Callout>
      )}
      <Overview metrics={items} history={metrics.history} />
      <DataTable
        caption={text('Caption')}
        headers={headers}
        rows={rows}
        state={hasNone ? (error ? 'rejected' : 'pending') : 'fulfilled'}
        error={error ? { status: error.heading, message: error.message } : undefined}
        onTryAgain={metrics.refresh}
        emptyText={text('NoMetrics')}
        emptyHint={text('NoMetricsHint', { seconds: metrics.data?.intervalSeconds ?? '' })}
        view={view}
        onViewChange={changeView}
        rowsPerPage={rowsPerPage}
        density="sparklines"
        // Eight columns and the chevron at 1440 pixels.
        isLog
      />
      <ConnectionsDialog
        name={lastOpened}
        isOpen={container !== null}
        silentMinutes={metrics.data?.silentMinutes}
        search={address.get('search') ?? ''}
        onlySilent={address.get('only') === 'silent'}
        onLookFor={({ search, onlySilent }) =>
          setAddress(
            (old) => {
              if (search !== undefined) put(old, 'search', search)
              if (onlySilent !== undefined) put(old, 'only', onlySilent ? 'silent' : '')
              old.delete('connectionPage')
              return old
            },
            // At once: of what is typed while the field waits for a transition, letters would be lost.
            { replace: true, flushSync: true },
          )
        }
        onClose={() =>
          setAddress((old) => {
            for (const name of dialogInAddress) old.delete(name)
            return old
          })
        }
      />
    </>
  )
}

function put(address: URLSearchParams, name: string, value: string): void {
  if (value === '') address.delete(name)
  else address.set(name, value)
}
