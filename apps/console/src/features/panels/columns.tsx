import type { PanelQueryType, PanelService } from '@support-console/contract'
import type { ReactNode } from 'react'
import { ThingState } from '../../kit/thing-state/index.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ascending, type RowPlan, type TableHeader, type TableSort } from '../../ui/data-table/index.ts'
import { StateMark } from '../../ui/icons/marks.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { CompanyPanels } from './company-panels.tsx'
import { FlagCell } from './flag-cell.tsx'
import styles from './panels.module.css'
import { text } from './texts.ts'
import type { ListedPanel } from './use-panels.ts'

export const byCloudId: TableSort = { key: 'cloudId', direction: 'asc' }

/** The services of a panel, a tick each (2.8). */
export const services = [
  { key: 'remoteConnect', service: 'REMOTE_CONNECT', value: text('ColumnRemoteConnect'), width: 108 },
  {
    key: 'remoteConnectRsc',
    service: 'REMOTE_CONNECT_RSC',
    value: text('ColumnRemoteConnectRsc'),
    width: 124,
  },
  { key: 'remoteAlert', service: 'REMOTE_ALERT', value: text('ColumnRemoteAlert'), width: 92 },
] as const satisfies readonly { key: string; service: PanelService; value: string; width: number }[]

/** A long title in two lines, about as long as each other. */
function twoLines(value: string): ReactNode {
  const half = value.length / 2
  const breaks = [...value.matchAll(/ /g)].map(({ index }) => index)
  const at = breaks.reduce((best, each) => (Math.abs(each - half) < Math.abs(best - half) ? each : best), 0)
  return (
    <span className={`to-start ${styles.twoLines}`}>
      {value.slice(0, at + 1)}
      <br />
      {value.slice(at + 1)}
    </span>
  )
}

/** The columns; a search by cloud ID has the services and the details too (2.8). */
export function headersFor(by: PanelQueryType): TableHeader[] {
  const extras: TableHeader[] = services.map(({ key, value, width }) => ({
    key,
    value,
    content: twoLines(value),
    isSortable: true,
    width,
  }))
  const isByCloudId = by === 'cloudId'
  return [
    { key: 'cloudId', value: text('CloudId'), ...ascending, isIdentifier: true, mono: true, width: 116 },
    { key: 'company', value: text('ColumnCompanyName'), ...ascending, wrap: true },
    {
      key: 'sapNumber',
      value: text('ColumnSapNumber'),
      ...(isByCloudId && { content: twoLines(text('ColumnSapNumber')) }),
      ...ascending,
      mono: true,
      width: isByCloudId ? 72 : 100,
    },
    {
      key: 'remoteId',
      value: text('ColumnRemoteId'),
      ...(isByCloudId && { content: twoLines(text('ColumnRemoteId')) }),
      ...ascending,
      mono: true,
      width: isByCloudId ? 92 : 136,
    },
    {
      key: 'flagged',
      value: text('ColumnFlagged'),
      content: twoLines(text('ColumnFlagged')),
      isSortable: true,
      width: 132,
    },
    // What can be pressed stands before what is only read: at 1024 pixels the ticks are scrolled to.
    ...(isByCloudId ? [{ key: 'details', value: text('ColumnDetails'), width: 84 }] : []),
    { key: 'state', value: text('ColumnState'), ...ascending, width: 128 },
    ...(isByCloudId ? extras : []),
  ]
}

interface PlanOptions {
  readonly by: PanelQueryType
  readonly changeReason: string | undefined
  readonly onAsk: (panel: ListedPanel) => void
  readonly onDetails: (panel: ListedPanel) => void
}

/** How a panel becomes a row. */
export function planFor({ by, changeReason, onAsk, onDetails }: PlanOptions): RowPlan<ListedPanel> {
  return {
    key: ({ cloudId }) => cloudId,
    columns: {
      cloudId: {
        columnContent: ({ cloudId }) => <Identifier value={cloudId} of="panel" />,
        cellAction: ({ cloudId }) => <CopyButton value={cloudId} name={text('CloudId')} />,
      },
      state: {
        columnContent: ({ state }) => (
          <div className={styles.state}>
            <ThingState of={state} isBrief />
          </div>
        ),
        sortingValue: ({ state }) => state.state,
      },
      company: {
        columnContent: ({ companyName, companySapNumber }) => (
          <Identifier of="company" value={companySapNumber}>
            {companyName}
          </Identifier>
        ),
        sortingValue: ({ companyName }) => companyName,
        htmlAttributes: () => ({ className: styles.company }),
      },
      sapNumber: {
        columnContent: ({ companySapNumber }) =>
          by === 'sapNumber' || companySapNumber === '' ? (
            companySapNumber
          ) : (
            <CompanyPanels sapNumber={companySapNumber} />
          ),
        sortingValue: ({ companySapNumber }) => companySapNumber,
      },
      remoteId: {
        cellAction: ({ remoteId }) =>
          remoteId !== '' && <CopyButton value={remoteId} name={text('RemotePortalId')} />,
      },
      ...Object.fromEntries(
        services.map(({ key, service }) => [
          key,
          {
            columnContent: (panel: ListedPanel) => <Tick isOn={isActivated(panel, service)} />,
            sortingValue: (panel: ListedPanel) => isActivated(panel, service),
          },
        ]),
      ),
      flagged: {
        columnContent: (panel) => (
          <FlagCell panel={panel} changeReason={changeReason} onAsk={() => onAsk(panel)} />
        ),
      },
      details: {
        columnContent: (panel) => (
          <Button
            size="row"
            aria-label={text('DetailsOf', { cloudId: panel.cloudId })}
            onPress={() => onDetails(panel)}
          >
            {text('Details')}
          </Button>
        ),
      },
    },
  }
}

const isActivated = ({ panelInfo }: ListedPanel, service: PanelService): boolean =>
  panelInfo.serviceStates.some(({ serviceName, activated }) => serviceName === service && activated)

/** A service of a panel: a tick, or a dash, and the word. */
function Tick({ isOn }: { readonly isOn: boolean }) {
  return (
    <span className={styles.tick}>
      <StateMark kind={isOn ? 'ok' : 'off'} />
      <span className="visually-hidden">{text(isOn ? 'Activated' : 'NotActivated')}</span>
    </span>
  )
}
