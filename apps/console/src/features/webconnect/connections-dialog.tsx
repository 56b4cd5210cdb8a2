import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { type ApiError, api } from '../../api/index.ts'
import { useReadAction } from '../../api/use-read-action.ts'
import { useViewInAddress } from '../../kit/table-address/index.ts'
import { text as shared } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DataTable, lazyRows } from '../../ui/data-table/index.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { sayTime, zoneOffset } from '../../ui/local-time.ts'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import {
  byCloudId,
  connectionHeaders,
  connectionPlan,
  type PlacedConnection,
  placed,
} from './connection-columns.tsx'
import { text } from './texts.ts'
import styles from './webconnect.module.css'

/** Rows of a page (9). */
const rowsPerPage = 50
const none: readonly PlacedConnection[] = []

/** What the address calls what is chosen in the dialog, beside the screen's own table; it goes with the dialog (D25). */
const inAddress = {
  sort: 'connectionSort',
  direction: 'connectionDirection',
  page: 'connectionPage',
} as const
export const noDialog = Object.fromEntries(
  ['container', 'search', 'only', ...Object.values(inAddress)].map((name) => [name, null]),
)

interface ConnectionsDialogProps {
  /** The container that is or was looked at. */
  readonly name: string
  readonly isOpen: boolean
  readonly silentMinutes: number | undefined
  readonly search: string
  readonly onlySilent: boolean
  /** What is looked for next begins at its first page. */
  readonly onLookFor: (wanted: { readonly search?: string; readonly onlySilent?: boolean }) => void
  readonly onClose: () => void
}

/** The connections of one container (2.13), searched by a part of cloud ID or ICCID; those that went silent are marked. */
export function ConnectionsDialog(props: ConnectionsDialogProps) {
  const { name, isOpen, silentMinutes, search, onlySilent, onLookFor, onClose } = props
  const { view, changeView } = useViewInAddress(connectionHeaders, byCloudId, inAddress)
  const action = text('ActionOpen', { name })
  const reads = useReadAction(text('ScreenTitle'), isOpen && name !== '' ? { key: name, action } : null)
  const readAgain = () => {
    reads.record(action)
    void query.refetch()
  }
  const query = useQuery({
    queryKey: ['wc-connections', name],
    queryFn: async ({ signal }) => {
      const { data } = await api('GET /wcmetrics/v1/metrics/{containerName}/connections', {
        params: { containerName: name },
        signal,
        transactionId: reads.transactionOf(signal),
      })
      return {
        updateDate: data.updateDate,
        connections: data.connections.map((each, place) => placed(each, place, data.updateDate)),
      }
    },
    enabled: isOpen && name !== '',
    staleTime: 0,
    gcTime: 0,
  })
  const all = query.data?.connections ?? none
  // Spaces and dashes that come with a paste are dropped.
  const wanted = useDeferredValue(search.replace(/[\s-]/g, '').toUpperCase())
  const rows = useMemo(() => {
    const found = all.filter(
      ({ cloudId, iccid, isSilent }) =>
        (!onlySilent || isSilent) && (cloudId.toUpperCase().includes(wanted) || iccid.includes(wanted)),
    )
    return lazyRows(found, connectionPlan)
  }, [all, wanted, onlySilent])
  const error = query.isFetching ? null : (query.error as ApiError | null)
  const updateDate = query.data?.updateDate
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isDismissable
      title={text('ConnectionsOf', { name })}
      width="widest"
      actions={
        <>
          <RefreshButton isBusy={query.isFetching} onPress={readAgain} />
          <Button autoFocus onPress={onClose}>
            {shared('Close')}
          </Button>
        </>
      }
    >
      <div className={`flex start wrap ${styles.search}`}>
        <TextField
          className={styles.searchField}
          label={text('Search')}
          type="search"
          isMono
          canClear
          value={search}
          onChange={(typed) => onLookFor({ search: typed })}
          help={silentMinutes === undefined ? undefined : text('SilentMeans', { minutes: silentMinutes })}
        />
        <Checkbox
          className={styles.onlySilent}
          checked={onlySilent}
          onChange={(only) => onLookFor({ onlySilent: only })}
        >
          {text('OnlySilent')}
        </Checkbox>
      </div>
      {error && all.length > 0 && (
        <Callout kind="warning" className="below-12">
          {text('NotRefreshed')} {error.heading} {error.message}
        </Callout>
      )}
      <div className={`narrow ${styles.connections}`}>
        <DataTable
          caption={text('ConnectionsOf', { name })}
          headers={connectionHeaders}
          rows={rows}
          state={error && all.length === 0 ? 'rejected' : query.isFetching ? 'pending' : 'fulfilled'}
          error={error ? { status: error.heading, message: error.message } : undefined}
          onTryAgain={readAgain}
          emptyHint={text('TryOther')}
          view={view}
          onViewChange={changeView}
          rowsPerPage={rowsPerPage}
          hasCount
          toolbarNote={
            updateDate
              ? text('AsOf', { time: sayTime(updateDate), zone: zoneOffset(new Date(updateDate)) })
              : undefined
          }
          isLog
        />
      </div>
    </Dialog>
  )
}
