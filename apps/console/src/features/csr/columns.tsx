import type { Csr } from '@support-console/contract'
import { culture } from '../../texts/languages.ts'
import {
  ascending,
  type RowPlan,
  type RowState,
  type TableHeader,
  type TableSort,
} from '../../ui/data-table/index.ts'
import { DescriptionCell } from './description-cell.tsx'
import { DeployCell, ReleaseCell } from './release-cells.tsx'
import { StatusCell } from './status-cell.tsx'
import { text } from './texts.ts'

export const byServer: TableSort = { key: 'server', direction: 'asc' }

/** The columns (2.10). */
export const headers: TableHeader[] = [
  { key: 'server', value: text('ColumnServer'), ...ascending, isIdentifier: true, width: 104 },
  { key: 'ipAddress', value: text('ColumnIpAddress'), ...ascending, mono: true, width: 124 },
  { key: 'description', value: text('ColumnDescription'), ...ascending, width: 220 },
  { key: 'release', value: text('ColumnRelease'), ...ascending, mono: true, width: 92 },
  {
    key: 'panels',
    value: text('Panels'),
    isSortable: true,
    align: 'end',
    width: 80,
  },
  { key: 'replaceWith', value: text('ColumnReplaceWith'), width: 136 },
  { key: 'deploy', value: text('ColumnDeploy'), width: 96 },
  { key: 'status', value: text('ColumnStatus'), ...ascending, wrap: true },
]

const rowStates: Readonly<Record<Csr['csrStatus'], RowState>> = {
  Succeeded: 'success',
  Running: 'running',
  Pending: 'pending',
  Error: 'error',
}

/** How a CSR becomes a row; the row opens its history. */
export const planFor = (onOpen: (csr: Csr) => void): RowPlan<Csr> => ({
  key: ({ ipAddress }) => ipAddress,
  state: ({ csrStatus }) => rowStates[csrStatus],
  onClick: onOpen,
  columns: {
    server: {
      columnContent: ({ server }) => (
        <>
          {server}
          <span className="visually-hidden">{text('HistoryNamed')}</span>
        </>
      ),
    },
    ipAddress: {},
    description: {
      columnContent: (csr) => <DescriptionCell csr={csr} />,
    },
    release: { columnContent: ({ name }) => name },
    panels: {
      columnContent: ({ panelCount }) => panelCount?.toLocaleString(culture),
      sortingValue: ({ panelCount }) => panelCount,
    },
    replaceWith: { columnContent: (csr) => <ReleaseCell csr={csr} /> },
    deploy: { columnContent: (csr) => <DeployCell csr={csr} /> },
    status: {
      columnContent: (csr) => <StatusCell csr={csr} />,
      sortingValue: ({ csrStatus }) => csrStatus,
    },
  },
})
