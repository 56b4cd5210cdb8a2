import { LogStart, useLogSearch } from '../../kit/log-search/index.ts'
import { ActivityTable } from './activity-table.tsx'
import { filtersOf } from './filters.ts'
import { type Draft, draftOf, type Search, searchOf, valuesOf } from './search.ts'
import { SearchForm } from './search-form.tsx'
import { text } from './texts.ts'
import { useActivity } from './use-activity.ts'

/**
 * Sim Activity Logs (specification 2.7), also without the frame. All of it stands in the address (D25): `simId` with
 * `from`, `to` or `allTime=true`, or `txid`; `status`, `carrier`, `sort`, `direction` and `page`.
 */
export function SimActivityLogs() {
  const log = useLogSearch<Search, Draft>({ name: 'sim-activity:search', searchOf, draftOf, valuesOf })
  const { search, draft, inAddress, isShowing } = log
  const filters = filtersOf(log.address)
  const activity = useActivity(search)
  const submit = (wanted: Search) => log.submit(wanted, activity.searchAgain)
  const filter = (name: 'status' | 'carrier', value: string) =>
    log.filter(name, value === 'All' ? undefined : value)
  return (
    <>
      <SearchForm
        draft={draft}
        onChange={log.setDraft}
        onSearch={submit}
        isBusy={isShowing && activity.state === 'pending'}
        searched={search}
        isFromAddress={isFilled(draft) && draft.by === inAddress.by && idOf(draft) === idOf(inAddress)}
        status={filters.status ?? 'All'}
        carrier={filters.carrier ?? 'All'}
        onFilter={filter}
      />
      {isShowing && search ? (
        <ActivityTable
          search={search}
          found={activity}
          filters={filters}
          onFilter={filter}
          onSearch={submit}
          onTryAgain={activity.searchAgain}
        />
      ) : (
        <LogStart>{text('Start')}</LogStart>
      )}
    </>
  )
}

const idOf = ({ by, simId, transactionId }: Draft): string => (by === 'simId' ? simId : transactionId)
const isFilled = (draft: Draft): boolean => idOf(draft) !== ''
