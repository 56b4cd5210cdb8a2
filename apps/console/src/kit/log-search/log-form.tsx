import { readGuid } from '@support-console/contract/guid'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DatePicker } from '../../ui/date-picker/lazy-date-picker.tsx'
import { Form } from '../../ui/form/form.tsx'
import { IdentifierField } from '../../ui/form/identifier-field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import styles from './log-search.module.css'
import { areTurned, type Days, type Period } from './period.ts'
import { text } from './texts.ts'
import { isTransactionId } from './transaction.ts'
import { type Log, type LogDraft, withDays } from './use-log-search.ts'

interface LogFormProps<Search, Draft extends LogDraft> {
  readonly log: Log<Search, Draft>
  /** The log's own way of searching, beside the one by transaction. */
  readonly ownWay: { readonly value: Exclude<Draft['by'], 'transactionId'>; readonly label: string }
  /** What the form asks for by the log's own way. */
  readonly searchIn: (period: Period) => Search
  /** The search that is shown, where it is of what stands in the form: 'All Time' comes after it, and holds for it (2.7). */
  readonly shown: Period | null
  /** Below the fields: a warning about what was typed. */
  readonly note?: ReactNode
  /** What the log is searched by, beside the days. */
  readonly fields: ReactNode
  readonly choices: ReactNode
  /** Stand before 'All Time'. */
  readonly boxes?: ReactNode
}

/** The form of a log: by its own way, or by transaction (2.7, 2.12). */
export function LogForm<Search, Draft extends LogDraft>(props: LogFormProps<Search, Draft>) {
  const { log, ownWay, searchIn, shown, note } = props
  const { draft, setDraft, isBusy } = log
  const { by, days, transactionId } = draft
  const isAllTime = shown !== null && draft.isAllTime
  const submit = () => {
    if (by === 'transactionId') log.submit({ by, transactionId: readGuid(transactionId) ?? transactionId })
    else if (!areTurned(days) || isAllTime) log.submit(searchIn({ days, isAllTime }))
  }
  const allTime = shown && (
    <Checkbox
      className={styles.allTime}
      checked={isAllTime}
      onChange={(checked) => {
        setDraft({ ...draft, isAllTime: checked })
        log.submit(searchIn({ days: areTurned(days) ? shown.days : days, isAllTime: checked }))
      }}
    >
      {text('AllTime')}
    </Checkbox>
  )
  return (
    <Form isGuarded={false} className="stack below-20 gap-12" onSubmit={submit}>
      <RadioGroup
        label={text('SearchBy')}
        isLabelHidden
        value={by}
        onChange={(way) => setDraft({ ...draft, by: way })}
        options={[ownWay, { value: 'transactionId', label: text('ByTransactionId') }]}
      />
      {by === 'transactionId' ? (
        <div className={`flex start wrap gap-12 ${styles.fields}`} key="transactionId">
          <IdentifierField
            className={styles.transactionId}
            label={text('TransactionIdField')}
            name="txid"
            kind="guid"
            value={transactionId}
            onChange={(typed) => setDraft({ ...draft, transactionId: typed })}
            shouldAlwaysShowErrors={log.isFromAddress}
            checks={{
              isRequired: true,
              check: (value) =>
                value === '' || isTransactionId(value) ? undefined : text('TransactionIdForm'),
            }}
          />
          <SearchButton isBusy={isBusy} />
        </div>
      ) : (
        <div className={`flex start wrap gap-12 ${styles.fields}`} key="own">
          {props.fields}
          <DayFields
            days={days}
            noDays={draft.noDays}
            onChange={(chosen, noDays) => setDraft(withDays(draft, chosen, noDays))}
            isDisabled={isAllTime}
          />
          <div className={`flex gap-12 ${styles.choices}`}>
            {props.choices}
            <SearchButton isBusy={isBusy} />
          </div>
          {props.boxes ? (
            <div className={`flex wrap gap-4-20 ${styles.boxes}`}>
              {props.boxes}
              {allTime}
            </div>
          ) : (
            allTime
          )}
        </div>
      )}
      {by !== 'transactionId' && note}
    </Form>
  )
}

/** Stands beside the fields, not beside their labels. */
function SearchButton({ isBusy }: { readonly isBusy: boolean }) {
  return (
    <Button
      type="submit"
      look="primary"
      className="beside-field"
      isBusy={isBusy}
      busyText={text('Searching')}
    >
      {text('Search')}
    </Button>
  )
}

interface DayFieldsProps {
  readonly days: Days
  /** What an address named in place of one; said until another day is chosen. */
  readonly noDays?: Partial<Days> | undefined
  readonly onChange: (days: Days, noDays?: Partial<Days>) => void
  /** All Time is on, or an operation runs: the days stay to be seen. */
  readonly isDisabled: boolean
}

/** First and last day. */
export function DayFields({ days, noDays = {}, onChange, isDisabled }: DayFieldsProps) {
  const noDay = (typed: string | undefined) =>
    typed === undefined || isDisabled ? undefined : text('NoDay', { typed: typed.slice(0, 20) })
  const change = (name: keyof Days) => (day: string) => {
    const { [name]: _, ...others } = noDays
    onChange({ ...days, [name]: day }, Object.keys(others).length > 0 ? others : undefined)
  }
  const turned = areTurned(days) && !isDisabled ? text('EndBeforeStart') : undefined
  return (
    <div className={`flex gap-12 ${styles.days}`}>
      <DatePicker
        className={styles.day}
        label={text('StartDate')}
        value={days.from}
        isDisabled={isDisabled}
        error={noDay(noDays.from)}
        onChange={change('from')}
      />
      <DatePicker
        className={styles.day}
        label={text('EndDate')}
        value={days.to}
        isDisabled={isDisabled}
        error={noDay(noDays.to) ?? turned}
        onChange={change('to')}
      />
    </div>
  )
}
