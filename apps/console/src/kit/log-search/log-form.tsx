import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DatePicker } from '../../ui/date-picker/lazy-date-picker.tsx'
import { Form } from '../../ui/form/form.tsx'
import { IdentifierField } from '../../ui/form/identifier-field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import styles from './log-search.module.css'
import { areTurned, type Days } from './period.ts'
import { text } from './texts.ts'
import { isTransactionId } from './transaction.ts'
import type { LogDraft } from './use-log-search.ts'

interface LogFormProps<Draft extends LogDraft> {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  /** The log's own way of searching, beside the one by transaction. */
  readonly ownWay: { readonly value: Exclude<Draft['by'], 'transactionId'>; readonly label: string }
  readonly onSubmit: () => void
  readonly isBusy: boolean
  /** Fields that a link filled are checked at once. */
  readonly isFromAddress: boolean
  /** Below the fields: a warning about what was typed. */
  readonly note?: ReactNode
  /** The fields of the log's own way, its `SearchButton` included. */
  readonly children: ReactNode
}

/** The form of a log: by its own way, or by transaction (2.7, 2.12). */
export function LogForm<Draft extends LogDraft>(props: LogFormProps<Draft>) {
  const { draft, onChange, ownWay, onSubmit, isBusy, isFromAddress, note, children } = props
  return (
    <Form className={styles.form} onSubmit={onSubmit}>
      <RadioGroup
        label={text('SearchBy')}
        isLabelHidden
        value={draft.by}
        onChange={(by) => onChange({ ...draft, by })}
        options={[ownWay, { value: 'transactionId', label: text('ByTransactionId') }]}
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
          <SearchButton isBusy={isBusy} />
        </div>
      ) : (
        <div className={styles.fields} key="own">
          {children}
        </div>
      )}
      {draft.by !== 'transactionId' && note}
    </Form>
  )
}

/** Stands beside the fields, not beside their labels. */
export function SearchButton({ isBusy }: { readonly isBusy: boolean }) {
  return (
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
    <div className={styles.days}>
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

interface AllTimeProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** 'All Time', which comes after a search and holds for what was searched (2.7). */
export function AllTime({ checked, onChange }: AllTimeProps) {
  return (
    <Checkbox className={styles.allTime} checked={checked} onChange={onChange}>
      {text('AllTime')}
    </Checkbox>
  )
}

/** Selects and button that go to the next line together. */
export function Choices({ children }: { readonly children: ReactNode }) {
  return <div className={styles.choices}>{children}</div>
}

/** In place of the table, before anything was searched. */
export function LogStart({ children }: { readonly children: ReactNode }) {
  return <p className={styles.start}>{children}</p>
}
