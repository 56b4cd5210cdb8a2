import type { WebConnectMetric } from '@support-console/contract'
import { useMemo, useState } from 'react'
import { recordAction } from '../../api/index.ts'
import { useViewInAddress } from '../../kit/table-address/index.ts'
import { inPlace, useAddress } from '../../kit/use-address.ts'
import { useShownColumns, ViewMenu, ViewNotes } from '../../kit/views/index.ts'
import { Callout } from '../../ui/callout.tsx'
import { DataTable, lazyRows } from '../../ui/data-table/index.ts'
import { byConnections, headers, planFor } from './columns.tsx'
import { ConnectionsDialog, noDialog } from './connections-dialog.tsx'
import { Overview } from './overview.tsx'
import { Refreshing } from './refreshing.tsx'
import { text } from './texts.ts'
import { useMetrics } from './use-metrics.ts'

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
  const saidAt = Date.parse(metrics.data?.now ?? '')
  const items = metrics.data?.metrics ?? none
  const { address, put } = useAddress()
  const container = address.get('container')
  // The dialog fades away with what it showed.
  const [lastOpened, setLastOpened] = useState('')
  if (container !== null && container !== lastOpened) setLastOpened(container)

  const { view, changeView } = useViewInAddress(headers, byConnections)
  const shown = useShownColumns(headers)
  const rows = useMemo(() => {
    const onOpen = (name: string) => put({ container: name })
    return lazyRows(items, planFor(metrics.history, saidAt, onOpen))
  }, [items, metrics.history, saidAt, put])
  const { error } = metrics
  const hasNone = metrics.data === undefined
  const checkedAt = items.reduce((newest, item) => Math.max(newest, Date.parse(item.checkedAt)), 0)
  return (
    <>
      {error && !hasNone && (
        <Callout kind="warning" className="below-12">
          {text('NotRefreshed')} {error.heading} {error.message}
        </Callout>
      )}
      {metrics.historyFailed && (
        <Callout kind="warning" className="below-12">
          {text('NoHistory')}
        </Callout>
      )}
      <Overview metrics={items} history={metrics.history} />
      <ViewNotes list="webconnect" />
      <Refreshing
        checkedAt={checkedAt}
        intervalSeconds={metrics.data?.intervalSeconds}
        isPaused={isPaused}
        isReading={metrics.isReading}
        onPause={() => {
          recordAction(text('ScreenTitle'), text(isPaused ? 'ActionResume' : 'ActionPause'))
          setPaused(!isPaused)
        }}
        onRefresh={metrics.refresh}
        views={<ViewMenu list="webconnect" headers={headers} screenTitle={text('ScreenTitle')} />}
      />
      <DataTable
        caption={text('Caption')}
        headers={shown}
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
          put(
            {
              ...(search !== undefined && { search }),
              ...(onlySilent !== undefined && { only: onlySilent && 'silent' }),
              connectionPage: null,
            },
            inPlace,
          )
        }
        onClose={() => put(noDialog)}
      />
    </>
  )
}
