import { useState } from 'react'
import {
  AllTime,
  areTurned,
  Choices,
  DayFields,
  LogForm,
  SearchButton,
  withDays,
} from '../../kit/log-search/index.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Select } from '../../ui/select/select.tsx'
import styles from './audit-trail.module.css'
import { choiceOf, pageOf, pageOptions } from './pages.ts'
import { type chosenIn, type Draft, emailSearch, longest, type Search, textProblem } from './search.ts'
import { text } from './texts.ts'

interface SearchFormProps {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  readonly onSearch: (search: Search) => void
  readonly isBusy: boolean
  /** What is shown now; its person can be searched in All Time. */
  readonly searched: Search | null
  /** Fields that a link filled are checked at once. */
  readonly isFromAddress: boolean
  /** The filters, as the address has them. */
  readonly chosen: ReturnType<typeof chosenIn>
  readonly onFilter: (name: 'actionPage' | 'changesOnly' | 'hideRobot', value: string | undefined) => void
}

/** The inputs of the screen (2.12): what is typed waits for Search, what is chosen works at once. */
export function SearchForm(props: SearchFormProps) {
  const { draft, onChange, onSearch, isBusy, searched, isFromAddress, chosen, onFilter } = props
  const { page, hidesRobot, changesOnly } = chosen
  // 'All Time' comes after a search for that person, or for everybody, and holds for it (2.7).
  const ofThisOne = searched?.by === 'email' && sameEmail(searched.email, draft.email) ? searched : null
  const isAllTime = ofThisOne !== null && draft.isAllTime

  const search = () => {
    const { by, transactionId, email, days } = draft
    if (by === 'transactionId') onSearch({ by, transactionId })
    else if (!areTurned(days) || isAllTime)
      onSearch(emailSearch({ email, text: draft.text, days, isAllTime, ...chosen }))
  }
  return (
    <LogForm
      draft={draft}
      onChange={onChange}
      ownWay={{ value: 'email', label: text('ByEmail') }}
      onSubmit={search}
      isBusy={isBusy}
      isFromAddress={isFromAddress}
    >
      <TextField
        className={styles.emailField}
        label={text('Email')}
        isStart={searched === null}
        name="email"
        inputMode="email"
        value={draft.email}
        onChange={(email) => onChange({ ...draft, email })}
        canClear
        help={text('EmailHelp')}
        shouldAlwaysShowErrors={isFromAddress}
        checks={{ maxLength: longest.email }}
      />
      <TextField
        className={styles.textField}
        label={text('Text')}
        name="text"
        dir="auto"
        value={draft.text}
        onChange={(typed) => onChange({ ...draft, text: typed })}
        canClear
        help={text('TextHelp')}
        shouldAlwaysShowErrors={isFromAddress}
        checks={{ maxLength: longest.text, check: textProblem }}
      />
      <DayFields
        days={draft.days}
        noDays={draft.noDays}
        onChange={(days, noDays) => onChange(withDays(draft, days, noDays))}
        isDisabled={isAllTime}
      />
      <Choices>
        <Select
          className={styles.pageField}
          label={text('Page')}
          options={pageOptions(page)}
          value={choiceOf(page)}
          onChange={(value) => onFilter('actionPage', pageOf(value))}
        />
        <SearchButton isBusy={isBusy} />
      </Choices>
      <div className={styles.boxes}>
        <Filter isOn={changesOnly} onChange={(isOn) => onFilter('changesOnly', isOn ? 'true' : undefined)}>
          {text('ChangesOnly')}
        </Filter>
        <Filter isOn={hidesRobot} onChange={(isOn) => onFilter('hideRobot', isOn ? undefined : 'false')}>
          {text('HideRobot')}
        </Filter>
        {ofThisOne && (
          <AllTime
            checked={isAllTime}
            onChange={(checked) => {
              onChange({ ...draft, isAllTime: checked })
              const days = areTurned(draft.days) ? ofThisOne.days : draft.days
              const typed = textProblem(draft.text) ? ofThisOne.text : draft.text
              const { email } = ofThisOne
              onSearch(emailSearch({ email, text: typed, days, isAllTime: checked, ...chosen }))
            }}
          />
        )}
      </div>
    </LogForm>
  )
}

interface FilterProps {
  /** As the address has it. */
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly children: string
}

/** Turns at once: the address, and with it the rows, may follow a moment later. */
function Filter({ isOn, onChange, children }: FilterProps) {
  const [shown, setShown] = useState(isOn)
  const [inAddress, setInAddress] = useState(isOn)
  if (inAddress !== isOn) {
    setInAddress(isOn)
    setShown(isOn)
  }
  return (
    <Checkbox
      checked={shown}
      onChange={(checked) => {
        setShown(checked)
        onChange(checked)
      }}
    >
      {children}
    </Checkbox>
  )
}

const sameEmail = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()
