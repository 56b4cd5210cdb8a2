import { useRef } from 'react'
import type { DataTableProps } from './data-table-props.ts'
import type { TableLayout } from './table-layout.ts'
import { EmptyRow, ErrorRow, LoadingRows } from './table-messages.tsx'
import styles from './table-row.module.css'
import { TableRowView } from './table-row.tsx'
import type { useVirtualRows } from './use-virtual-rows.ts'

interface TableBodyProps extends DataTableProps {
  readonly state: NonNullable<DataTableProps['state']>
  readonly layout: TableLayout
  readonly virtual: ReturnType<typeof useVirtualRows>
  readonly selected: ReadonlySet<string>
  readonly onSelect: (key: string) => void
}

const fewestBars = 3
const mostBars = 8

/** The rows, or what stands in their place: an error, nothing found, or bars while they are loaded. */
export function TableBody(props: TableBodyProps) {
  const { headers, state, layout, virtual, selected, onSelect } = props
  const { slots, measure, isVirtual, bodyProps } = virtual
  const hasRows = slots.length > 0

  // As many bars as there were rows before, so that little jumps.
  const countBefore = useRef(fewestBars + 2)
  if (hasRows) countBefore.current = slots.length
  const bars = Math.min(mostBars, Math.max(fewestBars, countBefore.current))

  return (
    <tbody {...bodyProps}>
      {state === 'rejected' && <ErrorRow layout={layout} error={props.error} onTryAgain={props.onTryAgain} />}
      {state === 'fulfilled' && !hasRows && (
        <EmptyRow layout={layout} sentence={props.emptyText} hint={props.emptyHint} />
      )}
      {state === 'pending' && !hasRows && <LoadingRows layout={layout} headers={headers} count={bars} />}
      {slots.map((slot, at) => {
        if ('room' in slot) {
          return (
            // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without tabIndex takes no focus
            <tr key={slot.key} className={styles.room} aria-hidden="true">
              <td colSpan={layout.columnCount} style={{ height: slot.room }} />
            </tr>
          )
        }
        const { row, index } = slot
        const next = slots[at + 1]
        return (
          <TableRowView
            key={row.id}
            row={row}
            headers={headers}
            layout={layout}
            isExpanded={row.getIsExpanded()}
            isLastSubRow={row.depth > 0 && (!next || 'room' in next || next.row.depth < row.depth)}
            isSelected={selected.has(row.id)}
            onSelect={onSelect}
            rowIndex={isVirtual ? index + 2 : undefined}
            index={index}
            measure={measure}
          />
        )
      })}
    </tbody>
  )
}
