import { api } from '../../api/index.ts'
import { sayDays, useLogSearch } from '../../kit/log-search/index.ts'
import { Start } from '../../kit/skeleton/index.ts'
import { ViewMenu } from '../../kit/views/index.ts'
import { ActivityTable } from './activity-table.tsx'
import { headersForMany } from './columns.tsx'
import { filtersOf } from './filters.ts'
import { type Draft, draftOf, queryOf, type Search, searchOf, valuesOf } from './search.ts'
import { SearchForm } from './search-form.tsx'
import { text } from './texts.ts'

/**
 * Sim Activity Logs (specification 2.7), also without the frame. All of it stands in the address (D25): `simId` with
 * `from`, `to` or `allTime=true`, or `txid`; `status`, `carrier`, `sort`, `direction` and `page`.
 */
export function SimActivityLogs() {
  const log = useLogSearch({
    name: 'sim-activity',
    searchOf,
    draftOf,
    typedOf: ({ simId }: Draft) => [simId],
    valuesOf,
    screenTitle: text('ScreenTitle'),
    actionOf,
    ask: async (wanted: Search, transactionId, signal) =>
      (await api('GET /simactivationdetail/v1/details', { query: queryOf(wanted), transactionId, signal }))
        .data,
  })
  const filters = filtersOf(log.address)
  const filter = (name: 'status' | 'carrier', value: string) =>
    log.filter(name, value === 'All' ? undefined : value)
  return (
    <>
      <SearchForm
        log={log}
        status={filters.status ?? 'All'}
        carrier={filters.carrier ?? 'All'}
        onFilter={filter}
      />
      {log.isShowing && log.search ? (
        <ActivityTable
          search={log.search}
          found={log.found}
          filters={filters}
          onFilter={filter}
          onSearch={log.submit}
          onTryAgain={log.searchAgain}
        />
      ) : (
        <Start
          actions={
            <ViewMenu list="simActivity" headers={headersForMany('')} screenTitle={text('ScreenTitle')} />
          }
        >
          {text('Start')}
        </Start>
      )}
    </>
  )
}

const actionOf = (search: Search): string =>
  search.by === 'simId'
    ? text('ActionSearchSim', { simId: search.simId, days: sayDays(search) })
    : text('ActionSearchTransaction', { transactionId: search.transactionId })
