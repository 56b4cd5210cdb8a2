import type { UserRow } from '@support-console/contract'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ascending, type RowPlan, type TableHeader, type TableSort } from '../../ui/data-table/index.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { CompanyPanels } from '../panels/index.ts'
import { text } from './texts.ts'

export const byCompany: TableSort = { key: 'companyName', direction: 'asc' }

/** The columns (2.11). */
export const headers: TableHeader[] = [
  { key: 'companyName', value: text('ColumnCompanyName'), ...ascending, isIdentifier: true, wrap: true },
  { key: 'companySapNumber', value: text('ColumnSapNumber'), ...ascending, mono: true, width: 168 },
  { key: 'remoteId', value: text('ColumnRemoteId'), ...ascending, mono: true, width: 136 },
  { key: 'role', value: text('ColumnRole'), ...ascending, wrap: true },
]

/** How someone's part in a company becomes a row; the company leads to its panels. */
export const plan: RowPlan<UserRow & { place: number }> = {
  key: ({ place }) => String(place),
  columns: {
    companyName: {
      columnContent: ({ companyName, companySapNumber, role }) => (
        <>
          <Identifier of="company" value={companySapNumber}>
            {companyName}
          </Identifier>
          <span className="on-narrow" aria-hidden="true">
            {role}
          </span>
        </>
      ),
    },
    companySapNumber: {
      columnContent: ({ companySapNumber }) =>
        companySapNumber !== '' && <CompanyPanels sapNumber={companySapNumber} />,
    },
    remoteId: {
      cellAction: ({ remoteId }) =>
        remoteId !== '' && <CopyButton value={remoteId} name={text('ColumnRemoteId')} />,
    },
    role: {},
  },
}
