import type { Csr } from '@support-console/contract'
import type { ReactNode } from 'react'
import { Tools } from '../../kit/skeleton/index.ts'
import { culture } from '../../texts/languages.ts'
import { Button } from '../../ui/button.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { Status } from '../../ui/status.tsx'
import styles from './csr.module.css'
import { marks } from './status-cell.tsx'
import { text } from './texts.ts'

interface SummaryProps {
  /** Undefined: not known, since the list is on its way or could not be read. */
  readonly csrs: readonly Csr[] | undefined
  readonly isReading: boolean
  readonly onRefresh: () => void
  readonly isResetting: boolean
  readonly resetReason: string | undefined
  readonly onReset: () => void
  /** Further ways. */
  readonly children: ReactNode
  /** 'View' of the table below. */
  readonly views: ReactNode
}

const statuses = ['Succeeded', 'Running', 'Pending', 'Error'] as const

/** Above the table: how many servers stand how, and the two ways to ask again. */
export function Summary({
  csrs,
  isReading,
  onRefresh,
  isResetting,
  resetReason,
  onReset,
  children,
  views,
}: SummaryProps) {
  return (
    <Tools
      count={<span className={styles.pollNote}>{text('PollNote')}</span>}
      actions={
        <>
          {views}
          {children}
          <Button
            size="tool"
            title={text('ResetAbout')}
            disabledReason={resetReason}
            isBusy={isResetting}
            busyText={text('Resetting')}
            onPress={onReset}
          >
            {text('Reset')}
          </Button>
          <RefreshButton size="tool" isBusy={isReading} onPress={onRefresh} />
        </>
      }
    >
      <ul className="flex gap-4-20 tabular">
        {csrs && (
          <li>
            <strong>{csrs.length.toLocaleString(culture)}</strong>{' '}
            {text(csrs.length === 1 ? 'OneServer' : 'Servers')}
          </li>
        )}
        {statuses.map((status) => {
          const count = csrs?.filter(({ csrStatus }) => csrStatus === status).length ?? 0
          return (
            count > 0 && (
              <li key={status}>
                <Status kind={marks[status]}>
                  {count.toLocaleString(culture)} {status === 'Error' ? text('Failed') : status}
                </Status>
              </li>
            )
          )
        })}
      </ul>
    </Tools>
  )
}
