import type { SimActivityItem } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import {
  logText,
  OtherLogLink,
  plainTime,
  printedOffset,
  TransactionLink,
  timeOf,
} from '../../kit/log-search/index.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ascending, type RowPlan, type TableHeader } from '../../ui/data-table/index.ts'
import type { MarkKind } from '../../ui/icons/marks.tsx'
import { Cut, Identifier } from '../../ui/identifier.tsx'
import { shortIdentifier } from '../../ui/identifier-text.ts'
import { Status } from '../../ui/status.tsx'
import styles from './sim-activity.module.css'
import { text } from './texts.ts'

type Event = Pick<SimActivityItem, 'status' | 'statusDesc' | 'date' | 'localDate'>
type SubRow = SimActivityItem['subRows'][number]

/** The words that operations and imports write; another one is shown as it comes, as information. */
const marks: Readonly<Record<string, MarkKind>> = {
  Activated: 'ok',
  RatePlanChanged: 'ok',
  Usable: 'ok',
  Deactivated: 'off',
  Unusable: 'off',
  Error: 'error',
  ChangingRatePlan: 'pending',
}

/** The columns (2.7); `offset` is the one that the Local Time column's header shows (D21). */
const headers = (offset: string, simIdWidth: number): TableHeader[] => [
  { key: 'simId', value: text('ColumnSimId'), isSortable: true, isIdentifier: true, width: simIdWidth },
  { key: 'status', value: text('ColumnStatus'), ...ascending, width: 150 },
  { key: 'description', value: text('ColumnDescription'), wrap: true },
  { key: 'date', value: logText('ColumnDate'), isSortable: true, width: 150 },
  {
    key: 'localDate',
    value: logText('ColumnLocalTime', { offset: printedOffset(offset) }),
    isSortable: true,
    width: 150,
  },
  { key: 'transactionId', value: logText('ColumnTransactionId'), isSortable: true, width: 140 },
  { key: 'subTransactionId', value: text('ColumnSubTransactionId'), width: 120 },
]

export const headersForOne = (offset: string): TableHeader[] => headers(offset, 80)
export const headersForMany = (offset: string): TableHeader[] => headers(offset, 170)

interface PlanOptions {
  /** All rows are of the SIM that was searched for: its digits need not stand in each. */
  isOfOneSim: boolean
  /** The offset in the Local Time column's header. */
  offset: string
  /** Where this screen tells of a transaction, with the frame or without. */
  pathOf: (transactionId: string) => string
  /** The status that is filtered by. */
  wanted: string | undefined
  /** Whether the reader may see who did it (D16). */
  leadsToAuditTrail: boolean
}

/** Narrow enough that all columns, SubTransId too, stand beside the menu at 1440 pixels; an email fits. */
const narrowDescription = { style: { minWidth: 168 } }

/** How a transaction becomes a row with its sub rows. */
export function planFor({
  offset,
  pathOf,
  wanted,
  isOfOneSim,
  leadsToAuditTrail,
}: PlanOptions): RowPlan<SimActivityItem, SubRow> {
  const columns = {
    status: {
      columnContent: ({ status }: Event) => <EventStatus status={status} />,
    },
    description: {
      columnContent: ({ statusDesc }: Event) => statusDesc,
      htmlAttributes: () => narrowDescription,
    },
    date: {
      columnContent: ({ date }: Event) => timeOf(date),
      sortingValue: ({ date }: Event) => Date.parse(date),
    },
    localDate: {
      columnContent: ({ localDate }: Event) => timeOf(localDate, offset),
      sortingValue: ({ localDate }: Event) => Date.parse(localDate),
    },
  }
  const state = ({ status }: Event) => (status === 'Error' ? ('error' as const) : undefined)
  return {
    key: ({ transactionId, simId }) => `${transactionId} ${simId}`,
    columns: {
      ...columns,
      simId: {
        columnContent: ({ simId }) => <SimId simId={simId} isShort={isOfOneSim} />,
      },
      status: {
        columnContent: (item) => <MainStatus item={item} wanted={wanted ?? 'Error'} />,
      },
      transactionId: {
        columnContent: ({ transactionId }) => (
          <TransactionLink transactionId={transactionId} to={pathOf(transactionId)} />
        ),
        cellAction: ({ transactionId }) => (
          <>
            <CopyButton value={transactionId} name={logText('ColumnTransactionId')} />
            {leadsToAuditTrail && (
              <OtherLogLink
                to={addresses.auditTrail(transactionId)}
                name={text('UserActionsOf', { id: shortIdentifier(transactionId, 'guid') })}
                log="auditTrail"
              />
            )}
          </>
        ),
      },
      subTransactionId: { columnContent: () => null },
    },
    subRows: ({ subRows }) => ({
      items: subRows,
      plan: {
        key: ({ subtransId }) => subtransId,
        columns: {
          ...columns,
          subTransactionId: {
            columnContent: ({ subtransId }) => <Identifier value={subtransId} kind="guid" isShort />,
          },
        },
        state,
      },
    }),
    state,
  }
}

function SimId({ simId, isShort }: { readonly simId: string; readonly isShort: boolean }) {
  if (!isShort)
    return (
      <span className={styles.ofMany}>
        <Identifier value={simId} of="sim" />
      </span>
    )
  return <Cut value={simId} seen={[0, 4]} />
}

function EventStatus({ status }: { readonly status: string }) {
  const kind = marks[status]
  return (
    <Status kind={kind ?? 'info'} className={kind ? undefined : styles.otherState}>
      {status}
    </Status>
  )
}

/** The first event's status; and the wanted one where only a later event has it, so that no closed row hides it. */
function MainStatus({ item, wanted }: { readonly item: SimActivityItem; readonly wanted: string }) {
  const comesLater = item.status !== wanted && item.subRows.some(({ status }) => status === wanted)
  return (
    <span className={`stack ${styles.states}`}>
      <EventStatus status={item.status} />
      <span className="on-narrow" aria-hidden="true">
        {plainTime(item.localDate)}
      </span>
      {comesLater && (
        <>
          <span className="visually-hidden">{text('Then')}</span>
          <EventStatus status={wanted} />
        </>
      )}
    </span>
  )
}
