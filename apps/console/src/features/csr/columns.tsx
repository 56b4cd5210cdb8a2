import type { Csr } from '@support-console/contract'
import { markOfState } from '@support-console/contract/states.words'
import { sayState } from '../../kit/thing-state/index.ts'
import {
  ascending,
  type RowPlan,
  type RowState,
  type TableHeader,
  type TableSort,
} from '../../ui/data-table/index.ts'
import { AgentCell } from './agent-cell.tsx'
import { DescriptionCell } from './description-cell.tsx'
import { DeployCell, ReleaseCell } from './release-cells.tsx'
import { StatusCell } from './status-cell.tsx'
import { text } from './texts.ts'

export const byServer: TableSort = { key: 'server', direction: 'asc' }

/** The columns (2.10). */
export const headers: TableHeader[] = [
  { key: 'server', value: text('ColumnServer'), ...ascending, isIdentifier: true, width: 104 },
  { key: 'ipAddress', value: text('ColumnIpAddress'), ...ascending, mono: true, width: 124 },
  { key: 'description', value: text('ColumnDescription'), ...ascending, width: 206 },
  { key: 'release', value: text('ColumnRelease'), ...ascending, mono: true, width: 92 },
  { key: 'agent', value: text('ColumnAgent'), ...ascending, width: 182 },
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

/** By its status, which nothing that its agent says may stand against: green is what works (D62). */
function stateOf({ csrStatus, state }: Csr): RowState | undefined {
  if (csrStatus !== 'Succeeded') return rowStates[csrStatus]
  const mark = markOfState(state)
  return mark === 'error' ? 'error' : mark === 'ok' ? 'success' : undefined
}

/** How a CSR becomes a row; the row opens its history. */
export const planFor = (onOpen: (csr: Csr) => void): RowPlan<Csr> => ({
  key: ({ ipAddress }) => ipAddress,
  state: stateOf,
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
    agent: {
      columnContent: (csr) => <AgentCell csr={csr} />,
      sortingValue: ({ state }) => sayState(state),
    },
    replaceWith: { columnContent: (csr) => <ReleaseCell csr={csr} /> },
    deploy: { columnContent: (csr) => <DeployCell csr={csr} /> },
    status: {
      columnContent: (csr) => <StatusCell csr={csr} />,
      sortingValue: ({ csrStatus }) => csrStatus,
    },
  },
})
