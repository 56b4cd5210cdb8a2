import { useId, useLayoutEffect, useRef, useState } from 'react'
import { dataTable } from '../../texts/en-US/data-table.ts'
import { text, textsOf } from '../../texts/text.ts'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { CloseIcon } from '../icons/controls.tsx'
import styles from './filter-chips.module.css'

const tableText = textsOf(dataTable)
const mostChips = 10

export interface FilterChip {
  /** Unique among the chips. */
  readonly id: string
  /** What is filtered by: 'Carrier'. */
  readonly key: string
  readonly value: string
  /** Set in mono: an identifier. */
  readonly isMono?: boolean
  /** Removes the filter. A mandatory filter has none. */
  readonly onRemove?: () => void
}

interface FilterChipsProps {
  readonly filters: readonly FilterChip[]
}

/** The active filters of a table; more than ten collapse behind 'Show all' and 'Hide all' (specification 2.14, 9). */
export function FilterChips({ filters }: FilterChipsProps) {
  const [showsAll, setShowsAll] = useState(false)
  const listRef = useRef<HTMLUListElement>(null)
  const removedAt = useRef<number | undefined>(undefined)
  const listId = useId()
  const isLong = filters.length > mostChips
  const shown = isLong && !showsAll ? filters.slice(0, mostChips) : filters

  // The button that was pressed is gone with its chip: the focus goes to the next one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a filter is gone
  useLayoutEffect(() => {
    const at = removedAt.current
    if (at === undefined) return
    removedAt.current = undefined
    const buttons = [...(listRef.current?.querySelectorAll('button') ?? [])]
    ;(buttons.find((button) => Number(button.dataset.at) >= at) ?? buttons.at(-1) ?? listRef.current)?.focus()
  }, [filters])

  if (filters.length === 0) return null
  return (
    <div className={`row wrap gap-4-8 narrow ${styles.chips}`}>
      <ul ref={listRef} id={listId} aria-label={tableText('Filters')} tabIndex={-1}>
        {shown.map(({ id, key, value, isMono, onRemove }, at) => (
          <li key={id} className={`inline gap-6 at-most small rounded ${styles.chip}`}>
            <span className="rigid faint">{key}</span>
            <span className={classes('cut', 'ink', isMono && 'mono')}>{value}</span>
            {onRemove && (
              <button
                type="button"
                className={`sign ${styles.remove}`}
                aria-label={tableText('RemoveFilter', { key, value })}
                data-at={at}
                onClick={() => {
                  removedAt.current = at
                  onRemove()
                }}
              >
                <CloseIcon size={14} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {isLong && (
        <Button
          look="quiet"
          size="tool"
          aria-expanded={showsAll}
          aria-controls={listId}
          onPress={() => setShowsAll(!showsAll)}
        >
          {showsAll ? text('HideAll') : text('ShowAll')}
        </Button>
      )}
    </div>
  )
}
