import type { OutageDetail, OutagePanel } from '@support-console/contract'
import { addresses, pageOf } from '@support-console/contract/addresses'
import { Link } from '../../kit/link.tsx'
import { Button } from '../../ui/button.tsx'
import type { RowPlan, TableHeader } from '../../ui/data-table/index.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { sayShortly } from '../../ui/say-when.ts'
import { Status } from '../../ui/status.tsx'
import { text } from './texts.ts'

type Company = NonNullable<OutageDetail['companies']>[number]

export const companyHeaders: TableHeader[] = [
  { key: 'name', value: text('ColumnCompany'), isIdentifier: true, wrap: true },
  { key: 'panels', value: text('ColumnPanels'), align: 'end', width: 80 },
  { key: 'back', value: text('ColumnBack'), align: 'end', width: 80 },
  { key: 'copy', value: text('CopyColumn'), width: 130 },
]

export const companyPlan = (onCopy: (company: Company) => void): RowPlan<Company> => ({
  key: ({ companyId }) => String(companyId),
  columns: {
    name: {
      columnContent: ({ companyId, name }) => (
        <Link to={pageOf('company', String(companyId))}>{name || text('ACompany')}</Link>
      ),
      sortingValue: ({ name }) => name,
    },
    panels: {
      columnContent: ({ companyId, name, panels }) => (
        <Link
          to={addresses.companyPart(companyId, 'panels')}
          aria-label={text('PanelsOf', { panels, name: name || text('ACompany') })}
        >
          {panels}
        </Link>
      ),
      sortingValue: ({ panels }) => panels,
    },
    back: { sortingValue: ({ back }) => back },
    copy: {
      columnContent: (company) => (
        <Button
          size="row"
          aria-label={text('CopyFor', { name: company.name || text('ACompany') })}
          onPress={() => onCopy(company)}
        >
          {text('CopyForCustomer')}
        </Button>
      ),
    },
  },
})

export const panelHeaders: TableHeader[] = [
  { key: 'panel', value: text('ColumnPanel'), isIdentifier: true, width: 150 },
  { key: 'company', value: text('ColumnCompany'), wrap: true },
  { key: 'from', value: text('ColumnFrom'), width: 130 },
  { key: 'to', value: text('ColumnTo'), width: 130 },
]

/** @param names of its companies, by ID */
export const panelPlan = (names: ReadonlyMap<number, string>): RowPlan<OutagePanel> => {
  const nameOf = ({ companyId }: OutagePanel) => (companyId === null ? '' : (names.get(companyId) ?? ''))
  return {
    key: ({ cloudId }) => cloudId,
    columns: {
      panel: {
        columnContent: ({ cloudId }) => <Identifier value={cloudId} of="panel" />,
        sortingValue: ({ cloudId }) => cloudId,
      },
      company: { columnContent: nameOf, sortingValue: nameOf },
      from: { columnContent: ({ from }) => sayShortly(from), sortingValue: ({ from }) => from },
      to: {
        columnContent: ({ to }) =>
          to === null ? <Status kind="unknown">{text('NotBack')}</Status> : sayShortly(to),
        sortingValue: ({ to }) => to ?? '9',
      },
    },
  }
}
