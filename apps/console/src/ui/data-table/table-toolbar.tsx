import type { ReactNode } from 'react'
import { Tools } from '../tools.tsx'
import { type FilterChip, FilterChips } from './filter-chips.tsx'

interface TableToolbarProps {
  readonly filters: readonly FilterChip[]
  /** What stands before the chips: fields, segments. */
  readonly fields: ReactNode
  /** '201–300 of 1,148'; empty: not known yet, and its place is kept. */
  readonly count: string | undefined
  readonly note: ReactNode
  readonly actions: ReactNode
  readonly rowActions: ReactNode
  readonly ownAction: ReactNode
  /** No rows yet: the place of what can be done with them is kept. */
  readonly isWaiting: boolean
}

/** What stands above a table; nothing where none of it may come. */
export function TableToolbar(props: TableToolbarProps) {
  const { filters, fields, count, note, actions, rowActions, ownAction, isWaiting } = props
  const isCounted = count !== undefined || Boolean(note)
  if (filters.length === 0 && !fields && !isCounted && !actions && !rowActions && !ownAction) return null
  return (
    <Tools
      count={
        isCounted ? (
          <>
            {count}
            {count && note ? ' · ' : ''}
            {note}
          </>
        ) : undefined
      }
      actions={
        (actions || rowActions || ownAction) && (
          <>
            {actions}
            {rowActions && <span className={isWaiting ? 'row gap-8 unseen' : 'contents'}>{rowActions}</span>}
            {ownAction}
          </>
        )
      }
    >
      {fields}
      <FilterChips filters={filters} />
    </Tools>
  )
}
