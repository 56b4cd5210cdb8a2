import type { CSSProperties } from 'react'
import { dataTable } from '../../texts/en-US/data-table.ts'
import { textsOf } from '../../texts/text.ts'
import { Checkbox } from '../checkbox.tsx'
import { classes } from '../classes.ts'
import { ArrowDownIcon, ArrowUpIcon, SortBothIcon } from '../icons/screens.tsx'
import table from './data-table.module.css'
import type { TriState } from './selection.ts'
import type { TableHeader, TableSort } from './table.types.ts'
import styles from './table-head.module.css'
import type { TableLayout } from './table-layout.ts'

const tableText = textsOf(dataTable)

const checkedOf = { unchecked: false, indeterminate: 'mixed', checked: true } as const

interface TableHeadProps {
  readonly headers: readonly TableHeader[]
  readonly layout: TableLayout
  readonly sort: TableSort | undefined
  readonly onSort: (header: TableHeader) => void
  readonly selectAll: TriState | undefined
  readonly onSelectAll: () => void
  readonly rowIndex: number | undefined
}

/** The header row. The whole of a sortable header is its button. */
export function TableHead({
  headers,
  layout,
  sort,
  onSort,
  selectAll,
  onSelectAll,
  rowIndex,
}: TableHeadProps) {
  return (
    <thead className={table.head}>
      <tr aria-rowindex={rowIndex}>
        {layout.hasSubRows && (
          <th scope="col" className={classes(table.stays, table.expandHead)} data-stays="">
            <span className="visually-hidden">{tableText('ColumnOfSubRows')}</span>
          </th>
        )}
        {selectAll && (
          <th scope="col" className={table.stays} style={layout.startOfSelection} data-stays="">
            <Checkbox checked={checkedOf[selectAll]} isLabelHidden onChange={onSelectAll}>
              {tableText('SelectAllRows')}
            </Checkbox>
          </th>
        )}
        {headers.map((header) => (
          <HeaderCell
            key={header.key}
            header={header}
            style={header.key === layout.identifier ? layout.startOfIdentifier : undefined}
            direction={sort?.key === header.key ? sort.direction : undefined}
            onSort={onSort}
          />
        ))}
        {layout.hasLinks && (
          <th scope="col">
            <span className="visually-hidden">{tableText('ColumnOfOpening')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

interface HeaderCellProps {
  readonly header: TableHeader
  readonly style: CSSProperties | undefined
  readonly direction: TableSort['direction'] | undefined
  readonly onSort: (header: TableHeader) => void
}

function HeaderCell({ header, style, direction, onSort }: HeaderCellProps) {
  const title = header.content ?? header.value
  return (
    <th
      scope="col"
      className={classes(style && table.stays, header.align === 'end' && styles.end)}
      style={style}
      data-wrap={header.wrap}
      data-stays={style && ''}
      aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
    >
      {header.isSortable ? (
        <button
          type="button"
          className={`row whole gap-4 nowrap ${styles.sort}`}
          onClick={() => onSort(header)}
        >
          {title}
          {direction === 'asc' && <ArrowUpIcon size={14} />}
          {direction === 'desc' && <ArrowDownIcon size={14} />}
          {!direction && <SortBothIcon size={14} />}
        </button>
      ) : (
        <span className={`row whole gap-4 ${styles.title}`}>{title}</span>
      )}
    </th>
  )
}
