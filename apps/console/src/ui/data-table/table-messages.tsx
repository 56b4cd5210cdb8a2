import { ended } from '@support-console/contract/sentences'
import type { ReactNode } from 'react'
import { dataTable } from '../../texts/en-US/data-table.ts'
import { text, textsOf } from '../../texts/text.ts'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { StateMark } from '../icons/marks.tsx'
import table from './data-table.module.css'
import type { TableHeader } from './table.types.ts'
import type { TableLayout } from './table-layout.ts'
import styles from './table-messages.module.css'
import rows from './table-row.module.css'

const tableText = textsOf(dataTable)

/** Why the rows could not be loaded. */
export interface TableError {
  /** '503 Service Unavailable' */
  readonly status?: string | undefined
  /** What it means and what to do next. */
  readonly message?: string | undefined
}

interface ErrorRowProps {
  readonly layout: TableLayout
  readonly error: TableError | undefined
  readonly onTryAgain: (() => void) | undefined
}

export function ErrorRow({ layout, error, onTryAgain }: ErrorRowProps) {
  const explanation = [ended(error?.status ?? ''), error?.message].filter(Boolean).join(' ')
  return (
    <tr>
      <td colSpan={layout.columnCount} className={table.message}>
        <div role="alert" className={`row wrap middle ${styles.messageBox}`}>
          <span className="inline gap-6 strong wrong">
            <StateMark kind="error" />
            {text('ErrorOccured')}
          </span>
          <span className={`quiet ${styles.hint}`}>{explanation || tableText('ErrorWithoutStatus')}</span>
          {onTryAgain && (
            <Button size="tool" onPress={onTryAgain}>
              {text('TryAgain')}
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}

interface EmptyRowProps {
  readonly layout: TableLayout
  /** The specification's sentence: 'No Sim Data found'. */
  readonly sentence: string | undefined
  /** What to try. */
  readonly hint: ReactNode
}

export function EmptyRow({ layout, sentence, hint }: EmptyRowProps) {
  return (
    <tr>
      <td colSpan={layout.columnCount} className={table.message}>
        <div className={`row wrap middle ${styles.emptyBox}`}>
          <strong>{sentence ?? text('NoItemsFound')}</strong>
          {hint && <span className={`quiet ${styles.hint}`}>{hint}</span>}
        </div>
      </td>
    </tr>
  )
}

interface LoadingRowsProps {
  readonly layout: TableLayout
  readonly headers: readonly TableHeader[]
  readonly count: number
}

/** Grey bars in the columns' widths; they appear after 200 ms (by the style sheet). */
export function LoadingRows({ layout, headers, count }: LoadingRowsProps) {
  return Array.from({ length: count }, (_, row) => row).map((row) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without tabIndex takes no focus
    <tr key={row} className={rows.row} aria-hidden="true">
      {layout.hasSubRows && <td />}
      {layout.hasSelection && <td />}
      {headers.map((header, column) => (
        <td
          key={header.key}
          className={classes(header.align === 'end' && `end ${table.end}`, header.wrap && table.wrap)}
        >
          <span className={`late ${styles.bar}`} data-length={(row * 2 + column * 3) % 5} />
        </td>
      ))}
      {layout.hasLinks && <td />}
    </tr>
  ))
}
