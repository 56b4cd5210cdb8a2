import { type MouseEvent, memo, type ReactNode } from 'react'
import { dataTable } from '../../texts/en-US/data-table.ts'
import { textsOf } from '../../texts/text.ts'
import { Checkbox } from '../checkbox.tsx'
import { classes } from '../classes.ts'
import { ChevronRightIcon } from '../icons/controls.tsx'
import table from './data-table.module.css'
import { sortingValueOf, type TableCell, type TableHeader, type TableRow } from './table.types.ts'
import type { TableLayout } from './table-layout.ts'
import type { ModelRow } from './table-model.ts'
import styles from './table-row.module.css'

const tableText = textsOf(dataTable)

interface TableRowViewProps {
  readonly row: ModelRow
  readonly headers: readonly TableHeader[]
  readonly layout: TableLayout
  readonly isExpanded: boolean
  /** The last of its parent's sub rows: the tree line ends here. */
  readonly isLastSubRow: boolean
  readonly isSelected: boolean
  readonly onSelect: (key: string) => void
  /** Where not all rows are in the document: the place among all, from 1. */
  readonly rowIndex: number | undefined
  readonly index: number
  readonly measure: ((element: HTMLTableRowElement | null) => void) | undefined
}

/** One row. */
export const TableRowView = memo(function TableRowView(props: TableRowViewProps) {
  const { row, headers, layout, isExpanded, isLastSubRow, isSelected, onSelect, rowIndex, index, measure } =
    props
  const { href, onClick, state, columns } = row.original
  const isSubRow = row.depth > 0
  const isClickable = href !== undefined || onClick !== undefined
  return (
    <tr
      ref={measure}
      className={classes(styles.row, isSubRow && styles.subRow, isClickable && styles.clickable)}
      data-key={row.id}
      data-index={index}
      data-state={isSelected ? (state ?? 'selected') : state}
      data-selected={isSelected || state === 'selected' || undefined}
      aria-rowindex={rowIndex}
      onClick={isClickable ? followLink : undefined}
      onAuxClick={href === undefined ? undefined : openBeside}
      onMouseDown={href === undefined ? undefined : refuseScrolling}
    >
      {layout.hasSubRows && (
        <td className={classes(table.stays, isSubRow && styles.tree, isLastSubRow && styles.treeEnd)}>
          {row.subRows.length > 0 && (
            <SubRowsButton
              isExpanded={isExpanded}
              name={nameOf(row.original, layout.identifier)}
              onPress={() => row.toggleExpanded()}
            />
          )}
        </td>
      )}
      {layout.hasSelection && (
        <td className={table.stays} style={layout.startOfSelection}>
          {!isSubRow && (
            <Checkbox checked={isSelected} isLabelHidden onChange={() => onSelect(row.id)}>
              {tableText('SelectRowNamed', { name: nameOf(row.original, layout.identifier) })}
            </Checkbox>
          )}
        </td>
      )}
      {headers.map((header) => {
        const isIdentifier = header.key === layout.identifier
        const cell = columns.find(({ key }) => key === header.key)
        return (
          <td
            key={header.key}
            {...cell?.htmlAttributes}
            className={classes(
              cell?.htmlAttributes?.className,
              isIdentifier && table.stays,
              header.align === 'end' && `end ${table.end}`,
              header.wrap && table.wrap,
              header.mono && 'mono',
            )}
            style={isIdentifier ? layout.startOfIdentifier : cell?.htmlAttributes?.style}
          >
            <CellContent
              cell={cell}
              isQuiet={isSubRow}
              href={isIdentifier ? href : undefined}
              onClick={isIdentifier ? onClick : undefined}
            />
          </td>
        )
      })}
      {layout.hasLinks && (
        <td className={styles.open}>{isClickable && <ChevronRightIcon className="block" />}</td>
      )}
    </tr>
  )
})

/** A click beside the row's link is a click on it, with its modifiers; not one that ends a selection of text. A chart is only looked at. */
function followLink(event: MouseEvent<HTMLTableRowElement>) {
  if ((event.target as Element).closest('a, button, input, select, textarea, label, [role]:not([role=img])'))
    return
  if (getSelection()?.isCollapsed === false) return
  const { ctrlKey, metaKey, shiftKey } = event
  event.currentTarget
    .querySelector('[data-row-link]')
    ?.dispatchEvent(
      new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
    )
}

/** A middle click beside the row's link opens it in a tab of its own, as one on the link does. */
function openBeside(event: MouseEvent<HTMLTableRowElement>) {
  if (event.button !== 1 || (event.target as Element).closest('a, button, input, select, textarea, label'))
    return
  const keys = { ctrlKey: true, metaKey: true }
  event.currentTarget
    .querySelector('a[data-row-link]')
    ?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ...keys }))
}

/** No scrolling by a press of the middle button where it opens a row. */
function refuseScrolling(event: MouseEvent) {
  if (event.button === 1) event.preventDefault()
}

interface CellContentProps {
  readonly cell: TableCell | undefined
  /** Sub rows leave out what they share with their row. */
  readonly isQuiet: boolean
  readonly href: string | undefined
  readonly onClick: (() => void) | undefined
}

function CellContent({ cell, isQuiet, href, onClick }: CellContentProps) {
  const content = cell?.columnContent
  const isEmpty = content === undefined || content === null || content === ''
  const shown = isEmpty && !isQuiet ? <Nothing /> : content
  const named = <RowLink href={href} onClick={onClick} content={shown} />
  return cell?.cellAction ? (
    <span className="inline gap-4 at-most">
      {named}
      <span className={`rigid ${styles.action}`} data-cell-action="">
        {cell.cellAction}
      </span>
    </span>
  ) : (
    named
  )
}

function Nothing() {
  return (
    <span className="faint">
      <span aria-hidden="true">{tableText('NothingThere')}</span>
      <span className="visually-hidden">{tableText('Empty')}</span>
    </span>
  )
}

interface RowLinkProps extends Omit<CellContentProps, 'cell' | 'isQuiet'> {
  readonly content: ReactNode
}

function RowLink({ href, onClick, content }: RowLinkProps) {
  if (href !== undefined) {
    const click = (event: MouseEvent) => {
      if (!onClick || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      onClick()
    }
    return (
      <a href={href} className={`unlined ${styles.rowLink}`} data-row-link="" onClick={click}>
        {content}
      </a>
    )
  }
  if (onClick) {
    return (
      <button type="button" className={`unlined ${styles.rowLink}`} data-row-link="" onClick={onClick}>
        {content}
      </button>
    )
  }
  return content
}

interface SubRowsButtonProps {
  readonly isExpanded: boolean
  readonly name: string
  readonly onPress: () => void
}

function SubRowsButton({ isExpanded, name, onPress }: SubRowsButtonProps) {
  return (
    <button
      type="button"
      className={`sign ${styles.expand}`}
      aria-expanded={isExpanded}
      aria-label={tableText('SubRowsOf', { name })}
      onClick={onPress}
    >
      <ChevronRightIcon className="turns" />
    </button>
  )
}

/** What a row is called: its name, else what its identifying column is sorted by, else its key. */
function nameOf(row: TableRow, identifier: string | undefined): string {
  const value = row.name ?? (identifier === undefined ? undefined : sortingValueOf(row, identifier))
  return typeof value === 'string' || typeof value === 'number' ? String(value) : row.key
}
