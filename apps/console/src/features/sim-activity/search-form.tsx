import { normaliseIccid } from '@support-console/contract/iccid'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DatePicker } from '../../ui/date-picker/lazy-date-picker.tsx'
import { Form } from '../../ui/form/form.tsx'
import { IdentifierField } from '../../ui/form/identifier-field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Select } from '../../ui/select/select.tsx'
import { CheckDigitWarning, isDoubtful, SimIdField } from '../sim-id/index.ts'
import { carrierOptions, statusOptions } from './filters.ts'
import { type Days, isTransactionId, type Search } from './search.ts'
import styles from './sim-activity.module.css'
import { text } from './texts.ts'

/** What stands in the form, whether it was searched for or not. */
export interface Draft {
  by: Search['by']
  simId: string
  transactionId: string
  days: Days
  /** Counts for the SIM that was searched for only. */
  isAllTime: boolean
}

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
  const areDaysTurned = draft.days.to < draft.days.from

  const search = () => {
    if (draft.by === 'transactionId') onSearch({ by: 'transactionId', transactionId: draft.transactionId })
    else if (!areDaysTurned || isAllTime) onSearch({ by: 'simId', simId, days: draft.days, isAllTime })
  }
  const button = (
    <Button
      type="submit"
      look="primary"
      className={styles.button}
      isBusy={isBusy}
      busyText={text('Searching')}
    >
      {text('Search')}
    </Button>
  )
  return (
    <Form className={styles.form} onSubmit={search}>
      <RadioGroup
        label={text('SearchBy')}
        isLabelHidden
        value={draft.by}
        onChange={(by) => onChange({ ...draft, by })}
        options={[
          { value: 'simId', label: text('BySimId') },
          { value: 'transactionId', label: text('ByTransactionId') },
        ]}
      />
      {draft.by === 'transactionId' ? (
        <div className={styles.fields} key="transactionId">
          <IdentifierField
            className={styles.transactionId}
            label={text('TransactionIdField')}
            name="txid"
            kind="guid"
            value={draft.transactionId}
            onChange={(transactionId) => onChange({ ...draft, transactionId })}
            shouldAlwaysShowErrors={isFromAddress}
            checks={{
              isRequired: true,
              check: (value) =>
                value === '' || isTransactionId(value) ? undefined : text('TransactionIdForm'),
            }}
          />
          {button}
        </div>
      ) : (
        <div className={styles.fields} key="simId">
          <SimIdField
            className={styles.simId}
            simId={draft.simId}
            onChange={(typed) => onChange({ ...draft, simId: typed })}
            isFromAddress={isFromAddress}
            hasHelp={false}
          />
          <DatePicker
            className={styles.day}
            label={text('StartDate')}
            value={draft.days.from}
            isDisabled={isAllTime}
            onChange={(from) => onChange({ ...draft, days: { ...draft.days, from } })}
          />
          <DatePicker
            className={styles.day}
            label={text('EndDate')}
            value={draft.days.to}
            isDisabled={isAllTime}
            error={areDaysTurned && !isAllTime ? text('EndBeforeStart') : undefined}
            onChange={(to) => onChange({ ...draft, days: { ...draft.days, to } })}
          />
          <div className={styles.choices}>
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
            {button}
          </div>
          {ofThisSim && (
            <Checkbox
              className={styles.allTime}
              checked={isAllTime}
              onChange={(checked) => {
                onChange({ ...draft, isAllTime: checked })
                const days = areDaysTurned ? ofThisSim.days : draft.days
                onSearch({ by: 'simId', simId, days, isAllTime: checked })
              }}
            >
              {text('AllTime')}
            </Checkbox>
          )}
        </div>
      )}
      {draft.by === 'simId' && isDoubtful(draft.simId) && <CheckDigitWarning />}
    </Form>
  )
}
