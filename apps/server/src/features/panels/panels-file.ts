import type { Readable } from 'node:stream'
import type { Panel, PanelService, PanelState } from '@support-console/contract'
import { type CsvColumn, startedCsv } from '../../platform/csv.ts'
import type { Db } from '../../platform/database/open-database.ts'
import { noPanelState, panelStatesOf, stateColumns, type View } from '../states/index.ts'
import { type PanelSearch, panelsOf } from './panels.store.ts'

const pageSize = 1000

type StatedPanel = Panel & { state: PanelState }

const activated = (service: PanelService) => (panel: Panel) =>
  String(panel.panelInfo.serviceStates.some((state) => state.serviceName === service && state.activated))

/** The screen's columns (2.8), with the three services for every kind of search, and the one state (D40). */
const columns: readonly CsvColumn<StatedPanel>[] = [
  { header: 'CloudId', cell: (panel) => panel.cloudId },
  { header: 'CompanyName', cell: (panel) => panel.companyName },
  { header: 'SapNumber', cell: (panel) => panel.companySapNumber },
  { header: 'RemotePortalId', cell: (panel) => panel.remoteId },
  { header: 'ManagementDisabled', cell: (panel) => String(panel.flagged) },
  { header: 'RemoteConnectCloud', cell: activated('REMOTE_CONNECT') },
  { header: 'RemoteConnectRscMobileApp', cell: activated('REMOTE_CONNECT_RSC') },
  { header: 'RemoteAlertPush', cell: activated('REMOTE_ALERT') },
  ...stateColumns<StatedPanel>(({ state }) => state),
]

const names = { cloudId: 'cloud-id', sapNumber: 'sap', remoteId: 'remote-portal-id' } as const

/**
 * The panels of a search as a CSV file (2.8, D22), all of them, read page by page while it is sent.
 */
export async function panelsFile(
  db: Db,
  search: PanelSearch,
  view: View,
  signal: AbortSignal,
): Promise<{ name: string; content: Readable }> {
  const content = await startedCsv(columns, stated(db, view, panelsOf(db, search, pageSize)), signal)
  const day = view.now.toISOString().slice(0, 10)
  const [only, ...others] = search.ids
  const what =
    others.length === 0
      ? `${names[search.by]}-${only?.slice(0, 40)}`
      : `${search.ids.length}-${names[search.by]}s`
  return { name: `panels-${what}-${day}.csv`, content }
}

/** The one state of each of these panels (D40), in their order. */
export async function statesOf(
  db: Db,
  view: View,
  panels: readonly Pick<Panel, 'cloudId'>[],
): Promise<PanelState[]> {
  const states = await panelStatesOf(
    db,
    view,
    panels.map(({ cloudId }) => cloudId),
  )
  return panels.map(({ cloudId }) => states.get(cloudId) ?? noPanelState)
}

async function* stated(db: Db, view: View, panels: AsyncIterable<Panel>): AsyncGenerator<StatedPanel> {
  let some: Panel[] = []
  const withStates = async () => {
    const states = await statesOf(db, view, some)
    return some.map((panel, n) => ({ ...panel, state: states[n] ?? noPanelState }))
  }
  for await (const panel of panels) {
    some.push(panel)
    if (some.length < pageSize) continue
    yield* await withStates()
    some = []
  }
  yield* await withStates()
}
