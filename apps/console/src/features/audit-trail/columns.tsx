import type { UserActionItem } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { Link } from '../../kit/link.tsx'
import {
  logText,
  OtherLogLink,
  plainTime,
  printedOffset,
  TransactionLink,
  timeOf,
} from '../../kit/log-search/index.ts'
import { culture } from '../../texts/languages.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ascending, type ColumnPlan, type RowPlan, type TableHeader } from '../../ui/data-table/index.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { shortIdentifier } from '../../ui/identifier-text.ts'
import styles from './audit-trail.module.css'
import { MainDescription, SubDescription } from './description.tsx'
import { hasError, isError, type SubRow } from './entries.ts'
import { LongText } from './long-text.tsx'
import { text } from './texts.ts'

/** The columns (2.12); `offset` is the one that the Local Time column's header shows (D21). */
export const headersFor = (offset: string): TableHeader[] => [
  { key: 'email', value: text('ColumnEmail'), ...ascending, isIdentifier: true, width: 160 },
  { key: 'page', value: text('ColumnPage'), ...ascending, width: 150 },
  { key: 'description', value: text('ColumnDescription'), wrap: true },
  {
    key: 'date',
    value: text('ColumnDate'),
    content: (
      <>
        {text('ColumnDate')} <span className="regular faint">{text('ColumnDateZone')}</span>
      </>
    ),
    isSortable: true,
    width: 150,
  },
  {
    key: 'localDate',
    value: logText('ColumnLocalTime', { offset: printedOffset(offset) }),
    isSortable: true,
    width: 150,
  },
  { key: 'transactionId', value: logText('ColumnTransactionId'), isSortable: true, width: 164 },
]

/** A line below a transaction: one of its later entries, or how many are not here. */
type Below =
  | { key: string; entry: SubRow; main: UserActionItem }
  | { key: string; more: number; main: UserActionItem }

interface PlanOptions {
  /** The offset in the Local Time column's header. */
  offset: string
  /** The free text of the search: what became of that is how a row ended. */
  searched: string
  /** One transaction is shown: there is nothing more to open. */
  isOfOne: boolean
  /** Whether the reader may see what became of the SIMs (D16). */
  leadsToSimActivity: boolean
}

/** How a transaction becomes a row with its sub rows. */
export function planFor(options: PlanOptions): RowPlan<UserActionItem, Below> {
  const { offset, leadsToSimActivity, searched } = options
  return {
    key: ({ transactionId }) => transactionId,
    // A person has many.
    name: ({ email, transactionId }) =>
      text('RowName', { email, id: shortIdentifier(transactionId, 'guid') }),
    columns: {
      email: {
        columnContent: ({ email, localDate }) => (
          <>
            {email ? <Email email={email} /> : <span className="faint">{text('NoPerson')}</span>}
            <span className="on-narrow" aria-hidden="true">
              {plainTime(localDate)}
            </span>
          </>
        ),
      },
      page: {
        columnContent: ({ status }) => <Page>{status}</Page>,
        sortingValue: ({ status }) => status,
      },
      description: { columnContent: (item) => <MainDescription item={item} searched={searched} /> },
      date: {
        columnContent: ({ date }) => timeOf(date),
        sortingValue: ({ date }) => Date.parse(date),
      },
      localDate: {
        columnContent: ({ localDate }) => timeOf(localDate, offset),
        sortingValue: ({ localDate }) => Date.parse(localDate),
      },
      transactionId: {
        columnContent: ({ transactionId, hasSimActivity }) => (
          <span className={`inline gap-4 ${styles.transaction}`}>
            <TransactionLink transactionId={transactionId} to={addresses.auditTrail(transactionId)} />
            {hasSimActivity && leadsToSimActivity && (
              <OtherLogLink
                to={addresses.simActivity(transactionId)}
                name={text('SimActivityOf', { id: shortIdentifier(transactionId, 'guid') })}
                log="simActivity"
              />
            )}
          </span>
        ),
        cellAction: ({ transactionId }) => (
          <CopyButton value={transactionId} name={logText('ColumnTransactionId')} />
        ),
      },
    },
    subRows: (main) => ({ items: belowOf(main), plan: belowPlan(options) }),
    state: (item) => (hasError(item, searched) ? 'error' : undefined),
  }
}

function belowOf(main: UserActionItem): Below[] {
  const { transactionId, subRows, moreSubRows } = main
  const below: Below[] = subRows.map((entry, index) => ({ key: `${transactionId} ${index}`, entry, main }))
  if (moreSubRows > 0) below.push({ key: `${transactionId} more`, more: moreSubRows, main })
  return below
}

function belowPlan({ offset, isOfOne }: PlanOptions): RowPlan<Below> {
  const column = (content: (entry: SubRow, main: UserActionItem) => React.ReactNode): ColumnPlan<Below> => ({
    columnContent: (below) => ('entry' in below ? content(below.entry, below.main) : null),
  })
  return {
    key: ({ key }) => key,
    columns: {
      email: column(({ email }, main) => email !== main.email && email !== '' && <Email email={email} />),
      page: column(({ status }, main) => status !== main.status && <Page>{status}</Page>),
      description: {
        columnContent: (below) =>
          'entry' in below ? (
            <SubDescription entry={below.entry} main={below.main} />
          ) : (
            <More count={below.more} transactionId={below.main.transactionId} isOfOne={isOfOne} />
          ),
      },
      date: column(({ date }) => timeOf(date)),
      localDate: column(({ localDate }) => timeOf(localDate, offset)),
      transactionId: { columnContent: () => null },
    },
    state: (below) => ('entry' in below && isError(below.entry) ? 'error' : undefined),
  }
}

interface MoreProps {
  readonly count: number
  readonly transactionId: string
  readonly isOfOne: boolean
}

/** What one answer does not hold of a transaction. */
function More({ count, transactionId, isOfOne }: MoreProps) {
  const said = { count: count.toLocaleString(culture) }
  if (isOfOne) return <span className="quiet">{text('MoreOfOne', said)}</span>
  return <Link to={addresses.auditTrail(transactionId)}>{text('More', said)}</Link>
}

/** Whatever the browser called its screen (D18). */
function Page({ children }: { readonly children: string }) {
  return (
    <span className={`block anywhere ${styles.page}`}>
      <LongText>{children}</LongText>
    </span>
  )
}

/** Broken after its at sign where it must be. */
function Email({ email }: { readonly email: string }) {
  const at = email.indexOf('@') + 1
  return (
    <Identifier value={email} of="staff">
      <bdi className={`block anywhere ${styles.email}`}>
        {email.slice(0, at)}
        <wbr />
        {email.slice(at)}
      </bdi>
    </Identifier>
  )
}
