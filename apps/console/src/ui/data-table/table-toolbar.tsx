import type { ReactNode } from 'react'
import { type FilterChip, FilterChips } from './filter-chips.tsx'
import styles from './table-toolbar.module.css'

interface TableToolbarProps {
  readonly filters: readonly FilterChip[]
  /** '201–300 of 1,148' */
  readonly count: string
  readonly note: ReactNode
  readonly actions: ReactNode
}

/** What stands above a table: chips left; count, a note and actions right. Nothing when there is none of them. */
export function TableToolbar({ filters, count, note, actions }: TableToolbarProps) {
  if (filters.length === 0 && count === '' && !note && !actions) return null
  return (
    <div className={styles.toolbar}>
      <FilterChips filters={filters} />
      <div className={styles.toolbarEnd}>
        {(count !== '' || note) && (
          <p className={styles.count}>
            {count}
            {count !== '' && note ? ' · ' : ''}
            {note}
          </p>
        )}
        {actions}
      </div>
    </div>
  )
}
