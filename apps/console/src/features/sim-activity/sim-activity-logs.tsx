import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useKeptInput } from '../../session/index.ts'
import { ActivityTable } from './activity-table.tsx'
import { filtersOf } from './filters.ts'
import { daysOf, defaultDays, keyOf, putSearch, type Search, searchOf } from './search.ts'
import { type Draft, SearchForm } from './search-form.tsx'
import styles from './sim-activity.module.css'
import { text } from './texts.ts'
import { useActivity } from './use-activity.ts'

/**
 * Sim Activity Logs (specification 2.7), also without the frame. All of it stands in the address (D25): `simId` with
 * `from`, `to` or `allTime=true`, or `txid`; `status`, `carrier`, `sort`, `direction` and `page`.
 */
export function SimActivityLogs() {
  const [address, setAddress] = useSearchParams()
  const [today] = useState(() => defaultDays())
  const search = searchOf(address, today)
  const filters = filtersOf(address)
  const activity = useActivity(search)

  const inAddress: Draft = {
    by: address.has('txid') ? 'transactionId' : 'simId',
    simId: address.get('simId') ?? '',
    transactionId: address.get('txid')?.trim() ?? '',
    days: daysOf(address, today),
    isAllTime: address.get('allTime') === 'true',
  }
  const [draft, setDraft, kept] = useKeptInput('sim-activity:search', inAddress)
  // A link, Back and Forward bring their search into the form; what was kept from before a sign-in stays.
  const asked = JSON.stringify(inAddress)
  const shown = useRef(asked)
  useEffect(() => {
    if (shown.current === asked) return
    shown.current = asked
    const next = JSON.parse(asked) as Draft
    // The other way of searching keeps what was typed there.
    setDraft(
      next.by === 'simId' ? { ...next, transactionId: draft.transactionId } : { ...draft, ...pick(next) },
    )
  })

  const submit = (wanted: Search) => {
    kept.clear()
    if (search && keyOf(wanted) === keyOf(search)) activity.searchAgain()
    else setAddress((old) => putSearch(old, wanted))
  }
  const filter = (name: 'status' | 'carrier', value: string) =>
    setAddress(
      (old) => {
        if (value === 'All') old.delete(name)
        else old.set(name, value)
        old.delete('page')
        return old
      },
      { replace: true },
    )
  const isShowing = search !== null && search.by === draft.by
  return (
    <>
      <SearchForm
        draft={draft}
        onChange={setDraft}
        onSearch={submit}
        isBusy={isShowing && activity.state === 'pending'}
        searched={search}
        isFromAddress={isFilled(draft) && draft.by === inAddress.by && idOf(draft) === idOf(inAddress)}
        status={filters.status ?? 'All'}
        carrier={filters.carrier ?? 'All'}
        onFilter={filter}
      />
      {isShowing ? (
        <ActivityTable
          search={search}
          activity={activity}
          filters={filters}
          onFilter={filter}
          onSearch={submit}
          onTryAgain={activity.searchAgain}
        />
      ) : (
        <p className={styles.start}>{text('Start')}</p>
      )}
    </>
  )
}

const pick = ({ by, transactionId }: Draft) => ({ by, transactionId })
const idOf = ({ by, simId, transactionId }: Draft): string => (by === 'simId' ? simId : transactionId)
const isFilled = (draft: Draft): boolean => idOf(draft) !== ''
