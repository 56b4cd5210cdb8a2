import type { Csr } from '@support-console/contract'
import { useMemo, useState } from 'react'
import { ApiError, api, useAccess } from '../../api/index.ts'
import { useViewInAddress } from '../../kit/table-address/index.ts'
import { useAddress } from '../../kit/use-address.ts'
import { useShownColumns, ViewMenu, ViewNotes } from '../../kit/views/index.ts'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { Callout } from '../../ui/callout.tsx'
import { DataTable, lazyRows } from '../../ui/data-table/index.ts'
import { useAsked } from '../../ui/dialog/use-asked.ts'
import { sayTimeToday } from '../../ui/local-time.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { signInTitle } from '../../ui/title-sign.ts'
import { showToast } from '../../ui/toast-store.ts'
import { useUnsavedChanges } from '../../ui/unsaved-changes.ts'
import { takeBegun } from './begun.ts'
import { byServer, headers, planFor } from './columns.tsx'
import { ConfirmDeploy } from './confirm-deploy.tsx'
import styles from './csr.module.css'
import { DescriptionOutcomes } from './description-outcomes.tsx'
import { type Desk, DeskContext } from './desk.ts'
import { HistoryDialog } from './history-dialog.tsx'
import { isUnderWay, type Order } from './orders.ts'
import { type Refused, RefusedDialog } from './refused-dialog.tsx'
import { Summary } from './summary.tsx'
import { text } from './texts.ts'
import { useCsrs } from './use-csrs.ts'
import { useDeploy } from './use-deploy.ts'
import { useDescriptions } from './use-descriptions.ts'
import { useEndings } from './use-endings.ts'
import { useReset } from './use-reset.ts'
import { useWatch } from './use-watch.ts'
import { ReleaseInWaves } from './waves/plan-dialog.tsx'

/** Rows of a page (9). */
const rowsPerPage = 50
const none: readonly Csr[] = []

/**
 * Virtual CSR Management, in the menu CSR Management (specification 2.10, 4). The address holds `sort`, `direction` and
 * `page` of the table, and `history`: the server whose deployments are open (D25).
 */
export function CsrManagement() {
  const list = useCsrs()
  const csrs = list.data?.info ?? none
  const options = list.data?.versionOptions ?? []
  const changeReason = useAccess().may('csr.change') ? undefined : text('NeedsPermission')
  const [choices, setChoices] = useState<ReadonlyMap<string, string>>(new Map())
  const [lookProblems, setLookProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const asked = useAsked<Order>()
  const refused = useAsked<Refused>()
  const deploy = useDeploy(list)
  const reset = useReset(list.put)
  const descriptions = useDescriptions(list.put)
  useUnsavedChanges(descriptions.hasDrafts)

  const look = async (ip: string) => {
    let problem: string | undefined
    try {
      const { data } = await api('GET /csrmanagement/v1/csrs/{ip}/status', { params: { ip } })
      list.put(ip, () => data)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      problem = text('LookFailed', { time: sayTimeToday(serverNow()), why: error.message })
      // Anyone who imports may have given it another address.
      if (error.httpStatus === 404) await list.readAgain()
    }
    setLookProblems((old) => withOne(old, ip, problem))
  }
  const underWay = csrs.filter(isUnderWay).map(({ ipAddress }) => ipAddress)
  const nextLooks = useWatch(underWay, look)
  useEndings(csrs, ({ ipAddress, server, csrStatus, name, deployment }) => {
    // On success the release is another, on failure the choice reverts (4): in both cases what runs stands there.
    setChoices((old) => withOne(old, ipAddress, undefined))
    const isGood = csrStatus === 'Succeeded'
    const release = isGood ? name : (deployment?.toRelease ?? '')
    const reason = deployment?.reason ?? ''
    showToast(
      text(isGood ? 'RunsNow' : 'DeploymentFailed', { server, release, reason }),
      isGood ? 'ok' : 'error',
    )
    signInTitle(text(isGood ? 'RunsNowInTitle' : 'FailedInTitle', { server, release }))
    // Who began it makes the call (4); everybody else sees the same in what the server says.
    if (deployment && takeBegun(deployment.deploymentId)) reset.after(server)
  })

  /** Whether nothing stands in the way of a submit; otherwise the dialog says what does (4). */
  const isFree = (order: Order): boolean => {
    const pending = csrs.find(({ csrStatus }) => csrStatus === 'Pending')?.server ?? null
    if (!deploy.isAwaiting() && pending === null) return true
    refused.ask({ order, pending: deploy.isAwaiting() ? null : pending })
    return false
  }

  const { address, put } = useAddress()
  const opened = csrs.find(({ server }) => server === address.get('history')) ?? null
  // The dialog fades away with what it showed.
  const [lastOpened, setLastOpened] = useState<string | null>(null)
  if (opened && opened.ipAddress !== lastOpened) setLastOpened(opened.ipAddress)
  const { view, changeView } = useViewInAddress(headers, byServer)
  const shown = useShownColumns(headers)
  const awaitedIp = deploy.awaited?.order.ip
  const rows = useMemo(() => {
    const onOpen = ({ server }: Csr) => put({ history: server })
    // A submit shows at once (4).
    const shown = csrs.map((csr) =>
      csr.ipAddress === awaitedIp ? { ...csr, csrStatus: 'Pending' as const } : csr,
    )
    return lazyRows(shown, planFor(onOpen))
  }, [csrs, awaitedIp, put])

  const desk: Desk = {
    options,
    changeReason,
    choices,
    onChoose: (ip, release) => setChoices((old) => withOne(old, ip, release)),
    onAsk: (order) => isFree(order) && asked.ask(order),
    awaited: deploy.awaited,
    refusals: deploy.refusals,
    onAskAgain: deploy.askAgain,
    onDismiss: deploy.dismiss,
    nextLooks,
    lookProblems,
    descriptions,
  }
  const nobodyInError = csrs.some(({ csrStatus }) => csrStatus === 'Error')
    ? undefined
    : text('NothingToReset')
  return (
    <DeskContext value={desk}>
      {list.staleError && (
        <Callout kind="warning" className="below-12">
          {text('NotRefreshed')} {list.staleError.heading} {list.staleError.message}
        </Callout>
      )}
      <CallBanner call={reset.call} hidesSuccess={!reset.isByHand} className="below-12" />
      <DescriptionOutcomes csrs={csrs} descriptions={descriptions} />
      <ViewNotes list="csr" />
      <Summary
        csrs={list.data?.info}
        isReading={list.state === 'pending'}
        onRefresh={list.refresh}
        isResetting={reset.isPending}
        resetReason={changeReason ?? nobodyInError}
        onReset={reset.byHand}
        views={<ViewMenu list="csr" headers={headers} screenTitle={text('ScreenTitle')} />}
      >
        <ReleaseInWaves
          csrs={csrs}
          releases={options.map(({ value }) => value)}
          disabledReason={changeReason}
        />
      </Summary>
      <div className={styles.servers}>
        <DataTable
          caption={text('Caption')}
          headers={shown}
          rows={rows}
          state={list.state}
          error={list.error ? { status: list.error.heading, message: list.error.message } : undefined}
          onTryAgain={list.refresh}
          emptyHint={text('NoCsrs')}
          view={view}
          onViewChange={changeView}
          rowsPerPage={rowsPerPage}
          density="controls"
        />
      </div>
      <ConfirmDeploy
        order={asked.subject}
        isOpen={asked.isOpen}
        onConfirm={(order) => {
          asked.close()
          // Something may have begun while the question stood there.
          return isFree(order) ? deploy.submit(order) : Promise.resolve(false)
        }}
        onCancel={asked.close}
      />
      <RefusedDialog refused={refused.subject} isOpen={refused.isOpen} onClose={refused.close} />
      <HistoryDialog
        csr={opened ?? csrs.find(({ ipAddress }) => ipAddress === lastOpened) ?? null}
        isOpen={opened !== null}
        onClose={() => put({ history: null })}
      />
    </DeskContext>
  )
}

/** The map with another value for this key, or none. */
function withOne<Value>(
  old: ReadonlyMap<string, Value>,
  key: string,
  value: Value | undefined,
): ReadonlyMap<string, Value> {
  const next = new Map(old)
  if (value === undefined) next.delete(key)
  else next.set(key, value)
  return next
}
