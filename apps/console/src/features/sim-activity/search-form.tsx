import { normaliseIccid } from '@support-console/contract/iccid'
import {
  AllTime,
  areTurned,
  Choices,
  DayFields,
  LogForm,
  SearchButton,
  withDays,
} from '../../kit/log-search/index.ts'
import { CheckDigitWarning, isDoubtful, SimIdField } from '../../kit/sim-id/index.ts'
import { Select } from '../../ui/select/select.tsx'
import { carrierOptions, statusOptions } from './filters.ts'
import type { Draft, Search } from './search.ts'
import styles from './sim-activity.module.css'
import { text } from './texts.ts'

interface SearchFormProps {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  readonly onSearch: (search: Search) => void
  readonly isBusy: boolean
  /** What is shown now; its SIM can be searched in All Time. */
  readonly searched: Search | null
  /** Fields that a link filled are checked at once. */
  readonly isFromAddress: boolean
  readonly status: string
  readonly carrier: string
  readonly onFilter: (name: 'status' | 'carrier', value: string) => void
}

/** The inputs of the screen (2.7). */
export function SearchForm(props: SearchFormProps) {
  const { draft, onChange, onSearch, isBusy, searched, isFromAddress } = props
  const simId = normaliseIccid(draft.simId)
  // 'All Time' comes after a search for that SIM, and holds for that SIM (2.7).
  const ofThisSim = searched?.by === 'simId' && searched.simId === simId ? searched : null
  const isAllTime = ofThisSim !== null && draft.isAllTime

  const search = () => {
    const { by, transactionId, days } = draft
    if (by === 'transactionId') onSearch({ by, transactionId })
    else if (!areTurned(days) || isAllTime) onSearch({ by, simId, days, isAllTime })
  }
  return (
    <LogForm
      draft={draft}
      onChange={onChange}
      ownWay={{ value: 'simId', label: text('BySimId') }}
      onSubmit={search}
      isBusy={isBusy}
      isFromAddress={isFromAddress}
      note={isDoubtful(draft.simId) && <CheckDigitWarning />}
    >
      <SimIdField
        className={styles.simId}
        simId={draft.simId}
        onChange={(typed) => onChange({ ...draft, simId: typed })}
        isFromAddress={isFromAddress}
        hasHelp={false}
      />
      <DayFields
        days={draft.days}
        noDays={draft.noDays}
        onChange={(days, noDays) => onChange(withDays(draft, days, noDays))}
        isDisabled={isAllTime}
      />
      <Choices>
        <Select
          className={styles.status}
          label={text('Status')}
          options={statusOptions}
          value={props.status}
          onChange={(value) => props.onFilter('status', value)}
        />
        <Select
          className={styles.carrier}
          label={text('Carrier')}
          options={carrierOptions}
          value={props.carrier}
          onChange={(value) => props.onFilter('carrier', value)}
        />
        <SearchButton isBusy={isBusy} />
      </Choices>
      {ofThisSim && (
        <AllTime
          checked={isAllTime}
          onChange={(checked) => {
            onChange({ ...draft, isAllTime: checked })
            const days = areTurned(draft.days) ? ofThisSim.days : draft.days
            onSearch({ by: 'simId', simId, days, isAllTime: checked })
          }}
        />
      )}
    </LogForm>
  )
}
