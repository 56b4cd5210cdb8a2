import type { CompanyListItem } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { bareNumber, folded } from '@support-console/contract/folded'
import { useDeferredValue, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAccess } from '../../api/index.ts'
import { useNews } from '../../api/news/use-news.ts'
import { useListAddress } from '../../kit/table-address/index.ts'
import { useShownColumns, ViewMenu, ViewNotes } from '../../kit/views/index.ts'
import { Button } from '../../ui/button.tsx'
import {
  ascending,
  DataTable,
  lazyRows,
  type TableHeader,
  type TableSort,
} from '../../ui/data-table/index.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Select } from '../../ui/select/select.tsx'
import styles from './company-list.module.css'
import { text } from './texts.ts'
import { type Companies, useCompanies } from './use-companies.ts'

/** Rows of a page (9). */
const rowsPerPage = 50

const headers: TableHeader[] = [
  { key: 'name', value: text('CompanyName'), ...ascending, isIdentifier: true, wrap: true, width: 320 },
  { key: 'sapCompanyId', value: text('ColumnSapCompanyId'), ...ascending, mono: true, width: 180 },
  { key: 'salesRegion', value: text('SalesRegion'), ...ascending, width: 160 },
  { key: 'edit', value: text('Edit'), width: 112, opensRow: true },
]

const usual: TableSort = { key: 'name', direction: 'asc' }
const none: readonly CompanyListItem[] = []

/** The list of companies (2.6). The address holds `search`, `sort`, `direction` and `page` (D25). */
export function CompanyList() {
  const companies = useCompanies()
  useNews('company', companies.refetch)
  const navigate = useNavigate()
  const reason = useAccess().may('companies.change') ? undefined : text('NeedsPermission')
  const address = useListAddress(headers, usual)
  const shown = useShownColumns(headers)
  const wanted = useDeferredValue(address.search)
  const items = companies.data?.companyInfos ?? none
  const words = useMemo(() => items.map(wordsOf), [items])
  const rows = useMemo(() => {
    // Leading zeros of a number count for nothing (D41).
    const parts = folded(wanted).split(/\s+/).filter(Boolean).map(bareNumber)
    const found =
      parts.length === 0 ? items : items.filter((_, at) => parts.every((part) => words[at]?.includes(part)))
    return lazyRows(found, {
      key: ({ companyId }) => String(companyId),
      columns: {
        name: {
          columnContent: ({ companyName }) => (
            <span dir="auto" className="block anywhere">
              {companyName}
            </span>
          ),
          sortingValue: ({ companyName }) => companyName,
        },
        sapCompanyId: {},
        salesRegion: { columnContent: ({ sapSalesRegion }) => sapSalesRegion },
        edit: { columnContent: () => <span className={`faint ${styles.edit}`}>{text('ClickToEdit')}</span> },
      },
      href: addresses.company,
      onClick: (company) => navigate(addresses.company(company), { state: { list: address.current() } }),
    })
  }, [items, words, wanted, navigate, address.current])

  const state = companies.isFetching ? 'pending' : companies.isError ? 'rejected' : 'fulfilled'
  const error = companies.isError && !companies.isFetching ? companies.error : undefined
  return (
    <>
      <ViewNotes list="companies" />
      <div className="flex start wrap gap-12 below-16">
        <TextField
          className={styles.search}
          label={text('SearchCompanies')}
          type="search"
          help={text('SearchHint')}
          value={address.search}
          onChange={address.setSearch}
          onBlur={address.settle}
          canClear
        />
        <ReservationsMenu companies={companies.data} isLoading={companies.isPending} reason={reason} />
        <Button
          className={`beside-field to-end ${styles.add}`}
          look="primary"
          disabledReason={reason}
          onPress={() => navigate(addresses.newCompany())}
        >
          {text('AddCompany')}
        </Button>
      </div>
      <DataTable
        caption={text('Caption')}
        headers={shown}
        rows={error ? noRows : rows}
        state={state}
        error={error ? { status: headingOf(error), message: error.message } : undefined}
        onTryAgain={() => void companies.refetch()}
        emptyHint={items.length > 0 ? text('NoMatch', { search: wanted.trim() }) : text('NoCompanies')}
        view={address.view}
        onViewChange={address.changeView}
        rowsPerPage={rowsPerPage}
        hasCount
        toolbarActions={<ViewMenu list="companies" headers={headers} screenTitle={text('ScreenTitle')} />}
      />
    </>
  )
}

const noRows: ReturnType<typeof lazyRows> = []
const headingOf = (error: Error): string => ('heading' in error ? String(error.heading) : error.name)

/** The reservations; choosing one opens the add screen with what it says (2.6). */
function ReservationsMenu({
  companies,
  isLoading,
  reason,
}: {
  readonly companies: Companies | undefined
  readonly isLoading: boolean
  /** Why no company may be added; undefined where one may. */
  readonly reason: string | undefined
}) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const reservations = companies?.reservations ?? []
  return (
    <Select
      className={styles.reservations}
      label={text('Reservations')}
      help={reason ?? text('ReservationsHelp')}
      startsEmpty
      isLoading={isLoading}
      isDisabled={reason !== undefined}
      value={undefined}
      options={reservations.map((each) => ({
        value: each.value,
        label: text('ReservationOption', {
          name: each.label,
          sapCompanyId: each.value,
          region: each.sapSalesRegion,
        }),
      }))}
      onChange={(chosen) => {
        const reservation = reservations.find(({ value }) => value === chosen)
        if (reservation) navigate(addresses.reservedCompany(reservation), { state: { list: search } })
      }}
    />
  )
}

/** As it is searched (D47). */
const wordsOf = ({ companyName, sapCompanyId, sapSalesRegion }: CompanyListItem): string =>
  folded(`${companyName} ${sapCompanyId} ${sapSalesRegion}`)
