import type { PanelQueryType, UserRow } from '@support-console/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { RowPlan, TableHeader, TableSort } from '../../ui/data-table/index.ts'
import { linkToPanels } from '../panels/index.ts'
import { text } from './texts.ts'

export const byCompany: TableSort = { key: 'companyName', direction: 'asc' }

const ascending = { isSortable: true, shouldSortInAscendingOrderByDefault: true }

/** The columns (2.11). */
export const headers: TableHeader[] = [
  { key: 'companyName', value: text('ColumnCompanyName'), ...ascending, isIdentifier: true, wrap: true },
  { key: 'companySapNumber', value: text('ColumnSapNumber'), ...ascending, mono: true, width: 168 },
  { key: 'remoteId', value: text('ColumnRemoteId'), ...ascending, mono: true, width: 136 },
  { key: 'role', value: text('ColumnRole'), ...ascending, wrap: true },
]

/** How somebody's part in a company becomes a row; its ids lead to the panels behind them. */
export const plan: RowPlan<UserRow & { place: number }> = {
  key: ({ place }) => String(place),
  columns: {
    companyName: { columnContent: ({ companyName }) => companyName },
    companySapNumber: {
      columnContent: ({ companySapNumber }) =>
        panelsLink('sapNumber', companySapNumber, text('PanelsOfCompany', { id: companySapNumber })),
      sortingValue: ({ companySapNumber }) => companySapNumber,
    },
    remoteId: {
      columnContent: ({ remoteId }) =>
        panelsLink('remoteId', remoteId, text('PanelsOfRemoteId', { id: remoteId })),
      sortingValue: ({ remoteId }) => remoteId,
    },
    role: { columnContent: ({ role }) => role },
  },
}

function panelsLink(by: PanelQueryType, id: string, name: string): ReactNode {
  if (id === '') return null
  return (
    <Link to={linkToPanels(by, id)} title={name}>
      {id}
    </Link>
  )
}
