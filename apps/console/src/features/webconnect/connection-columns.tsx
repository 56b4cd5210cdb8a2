import type { WebConnectConnection } from '@support-console/contract'
import { CopyButton } from '../../ui/copy-button.tsx'
import {
  ascending,
  type ColumnPlan,
  type RowPlan,
  type TableHeader,
  type TableSort,
} from '../../ui/data-table/index.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { Status } from '../../ui/status.tsx'
import { Instant } from './columns.tsx'
import { text } from './texts.ts'

/** A connection as a row of the table. */
export interface PlacedConnection
  extends Pick<
    WebConnectConnection,
    'iccid' | 'connectedTime' | 'lastReceivedTime' | 'lastReceivedStatus' | 'transactionId' | 'isSilent'
  > {
  place: number
  cloudId: string
  host: string
  port: number
  lastSendTime: string | null
  /** It says that it was received after it was said: no one knows when it was. */
  isAhead: boolean
}

/** Clocks that differ by less are taken as equal, in ms. */
const tolerance = 5_000

/** @param saidAt when the container said so */
export const placed = (
  connection: WebConnectConnection,
  place: number,
  saidAt: string | null,
): PlacedConnection => ({
  ...connection,
  place,
  cloudId: connection.cloud.cloudId,
  host: connection.ethernet.ipAddress,
  port: connection.portNumber,
  lastSendTime: connection.lastSendDataTime,
  isAhead:
    saidAt !== null &&
    connection.lastReceivedTime !== null &&
    Date.parse(connection.lastReceivedTime) > Date.parse(saidAt) + tolerance,
})

export const byCloudId: TableSort = { key: 'cloudId', direction: 'asc' }

/** The columns of the dialog (2.13). */
export const connectionHeaders: TableHeader[] = [
  { key: 'cloudId', value: text('CloudId'), ...ascending, isIdentifier: true, mono: true, width: 128 },
  { key: 'host', value: text('Host'), ...ascending, mono: true, width: 112 },
  { key: 'port', value: text('Port'), ...ascending, mono: true, align: 'end', width: 72 },
  { key: 'iccid', value: text('Iccid'), ...ascending, width: 200 },
  { key: 'connectedTime', value: text('ConnectedTime'), isSortable: true, width: 168 },
  { key: 'lastSendTime', value: text('LastSendTime'), isSortable: true, width: 168 },
  { key: 'lastReceivedTime', value: text('LastReceivedTime'), isSortable: true, width: 240 },
  { key: 'lastReceivedStatus', value: text('LastReceivedStatus'), ...ascending, width: 152 },
  { key: 'transactionId', value: text('TransactionId'), width: 168 },
]

type TimeKey = 'connectedTime' | 'lastSendTime' | 'lastReceivedTime'

const time = (key: TimeKey): ColumnPlan<PlacedConnection> => ({
  columnContent: ({ [key]: at }) => at !== null && <Instant at={at} />,
  sortingValue: ({ [key]: at }) => at,
})

/** How a connection becomes a row; panel and SIM lead to their screens. */
export const connectionPlan: RowPlan<PlacedConnection> = {
  key: ({ place }) => String(place),
  columns: {
    cloudId: {
      columnContent: ({ cloudId }) => cloudId !== '' && <Identifier value={cloudId} of="panel" />,
      cellAction: ({ cloudId }) => cloudId !== '' && <CopyButton value={cloudId} name={text('CloudId')} />,
    },
    host: {},
    port: { columnContent: ({ port }) => String(port), sortingValue: ({ port }) => port },
    iccid: {
      columnContent: ({ iccid }) => iccid !== '' && <Identifier value={iccid} of="sim" />,
    },
    connectedTime: time('connectedTime'),
    lastSendTime: time('lastSendTime'),
    lastReceivedTime: {
      ...time('lastReceivedTime'),
      columnContent: ({ lastReceivedTime: at, isSilent, isAhead }) => (
        <span className="inline gap-8">
          {at !== null && <Instant at={at} />}
          {isSilent && <Status kind="warn">{text('Silent')}</Status>}
          {isAhead && <Status kind="unknown">{text('Ahead')}</Status>}
        </span>
      ),
    },
    lastReceivedStatus: {},
    transactionId: {
      columnContent: ({ transactionId }) =>
        transactionId !== '' && (
          <Identifier value={transactionId} kind="guid" isShort copyName={text('TransactionId')} />
        ),
    },
  },
}
