import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { type FilterChip, FilterChips } from './filter-chips.tsx'
import styles from './table-toolbar.module.css'

interface TableToolbarProps {
  readonly filters: readonly FilterChip[]
  /** '201–300 of 1,148'; empty: not known yet, and its place is kept. */
  readonly count: string | undefined
  readonly note: ReactNode
  readonly actions: ReactNode
  readonly rowActions: ReactNode
  /** No rows yet: the place of what can be done with them is kept. */
  readonly isWaiting: boolean
}

/** What stands above a table: chips left; count, a note and actions right. Nothing where none of them may come. */
export function TableToolbar(props: TableToolbarProps) {
  const { filters, count, note, actions, rowActions, isWaiting } = props
  const hasActions = Boolean(actions || rowActions)
  const hasEnd = count !== undefined || Boolean(note) || hasActions
  if (filters.length === 0 && !hasEnd) return null
  return (
    <div
      className={classes('row wrap between gap-8-16', styles.toolbar, filters.length > 0 && styles.filtered)}
    >
      <FilterChips filters={filters} />
      {hasEnd && (
        <div className={`row wrap gap-8 ${styles.toolbarEnd}`}>
          {(count !== undefined || note) && (
            <p className={classes('tabular quiet', styles.count, hasActions && styles.besideActions)}>
              {count}
              {count && note ? ' · ' : ''}
              {note}
            </p>
          )}
          {actions}
          {rowActions && (
            <div className={classes('row wrap gap-8', isWaiting && styles.kept)}>{rowActions}</div>
          )}
        </div>
      )}
    </div>
  )
}
