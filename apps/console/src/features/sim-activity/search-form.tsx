import { normaliseIccid } from '@support-console/contract/iccid'
import { type Log, LogForm } from '../../kit/log-search/index.ts'
import { CheckDigitWarning, isDoubtful, SimIdField } from '../../kit/sim-id/index.ts'
import { Select } from '../../ui/select/select.tsx'
import { carrierOptions, statusOptions } from './filters.ts'
import type { Draft, Search } from './search.ts'
import styles from './sim-activity.module.css'
import { text } from './texts.ts'

interface SearchFormProps {
  readonly log: Log<Search, Draft>
  readonly status: string
  readonly carrier: string
  readonly onFilter: (name: 'status' | 'carrier', value: string) => void
}

/** The inputs of the screen (2.7). */
export function SearchForm({ log, status, carrier, onFilter }: SearchFormProps) {
  const { draft, search } = log
  const simId = normaliseIccid(draft.simId)
  return (
    <LogForm
      log={log}
      ownWay={{ value: 'simId', label: text('BySimId') }}
      searchIn={(period): Search => ({ by: 'simId', simId, ...period })}
      shown={search?.by === 'simId' && search.simId === simId ? search : null}
      note={isDoubtful(draft.simId) && <CheckDigitWarning />}
      fields={
        <SimIdField
          className={styles.simId}
          simId={draft.simId}
          onChange={(typed) => log.setDraft({ ...draft, simId: typed })}
          isFromAddress={log.isFromAddress}
          hasHelp={false}
        />
      }
      choices={
        <>
          <Select
            className={styles.status}
            label={text('Status')}
            options={statusOptions}
            value={status}
            onChange={(value) => onFilter('status', value)}
          />
          <Select
            className={styles.carrier}
            label={text('Carrier')}
            options={carrierOptions}
            value={carrier}
            onChange={(value) => onFilter('carrier', value)}
          />
        </>
      }
    />
  )
}
