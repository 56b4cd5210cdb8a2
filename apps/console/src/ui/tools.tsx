import type { ReactNode } from 'react'
import { dataTable } from '../texts/en-US/data-table.ts'
import { textsOf } from '../texts/text.ts'
import { Fold } from './fold.tsx'
import styles from './tools.module.css'

const text = textsOf(dataTable)

interface ToolsProps {
  /** What groups, then what narrows: segments, fields, chips. */
  readonly children?: ReactNode
  /** How many there are, and what is to be said of them. */
  readonly count?: ReactNode
  /** 'View' and 'Export', then the screen's own action. */
  readonly actions?: ReactNode
}

/**
 * The row above a body, one of 28 and never a second: what narrows is left and scrolls sideways where there is no room, what is
 * counted and can be done is right; below 1200 what can be done is behind '…'.
 */
export function Tools({ children, count, actions }: ToolsProps) {
  return (
    <div className={`row gap-8 below-8 ${styles.tools}`}>
      <div className={`row gap-8 relative scroll-x ${styles.left}`}>{children}</div>
      {count !== undefined && <p className={`tabular quiet cut narrow ${styles.count}`}>{count}</p>}
      {Boolean(actions) && (
        <Fold label={text('MoreTools')} size="tool" isNarrowOnly>
          {actions}
        </Fold>
      )}
    </div>
  )
}
