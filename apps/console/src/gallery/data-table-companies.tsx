import { useMemo, useState } from 'react'
import { culture } from '../texts/languages.ts'
import { DataTable, lazyRows, type RowPlan, type TableHeader } from '../ui/data-table/index.ts'
import { type SampleCompany, sampleCompanies } from './data-table-samples.ts'

export const companyHeaders: TableHeader[] = [
  {
    key: 'name',
    value: 'Company name',
    isSortable: true,
    shouldSortInAscendingOrderByDefault: true,
    isIdentifier: true,
  },
  { key: 'sapCompanyId', value: 'SAP Company ID', isSortable: true, mono: true },
  { key: 'salesRegion', value: 'Sales region', isSortable: true, shouldSortInAscendingOrderByDefault: true },
  { key: 'sims', value: 'SIMs', isSortable: true, align: 'end' },
]

export const companyPlan: RowPlan<SampleCompany> = {
  key: ({ id }) => id,
  columns: {
    name: { columnContent: ({ name }) => name },
    sapCompanyId: { columnContent: ({ sapCompanyId }) => sapCompanyId },
    salesRegion: { columnContent: ({ salesRegion }) => salesRegion },
    sims: { columnContent: ({ sims }) => sims.toLocaleString(culture), sortingValue: ({ sims }) => sims },
  },
}

interface CompanyTableProps {
  readonly caption: string
  readonly count: number
  readonly rowsPerPage?: number
  readonly isSelectable?: boolean
}

/** Companies, sorted and paged in the browser. */
export function CompanyTable({ caption, count, rowsPerPage = 100, isSelectable = false }: CompanyTableProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => lazyRows(sampleCompanies(count), companyPlan), [count])
  return (
    <DataTable
      caption={caption}
      headers={companyHeaders}
      rows={rows}
      rowsPerPage={rowsPerPage}
      defaultView={{ sort: { key: 'sims' } }}
      hasCount
      {...(isSelectable && {
        selected,
        onSelectedChange: setSelected,
        toolbarNote: `${selected.size} selected`,
      })}
    />
  )
}
