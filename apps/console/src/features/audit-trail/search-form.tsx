import { longestSearched } from '@support-console/contract/audit-trail.words'
import { useState } from 'react'
import { type Log, LogForm } from '../../kit/log-search/index.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Select } from '../../ui/select/select.tsx'
import styles from './audit-trail.module.css'
import { choiceOf, pageOf, pageOptions } from './pages.ts'
import { type chosenIn, type Draft, emailSearch, type Search, textProblem } from './search.ts'
import { text } from './texts.ts'

interface SearchFormProps {
  readonly log: Log<Search, Draft>
  /** The filters, as the address has them. */
  readonly chosen: ReturnType<typeof chosenIn>
  readonly onFilter: (name: 'actionPage' | 'changesOnly' | 'hideRobot', value: string | undefined) => void
}

/** The inputs of the screen (2.12): what is typed waits for Search, what is chosen works at once. */
export function SearchForm({ log, chosen, onFilter }: SearchFormProps) {
  const { draft, setDraft, search, isFromAddress } = log
  const { page, hidesRobot, changesOnly } = chosen
  const shown = search?.by === 'email' && sameEmail(search.email, draft.email) ? search : null
  return (
    <LogForm
      log={log}
      ownWay={{ value: 'email', label: text('ByEmail') }}
      searchIn={(period) => {
        const typed = textProblem(draft.text) ? (shown?.text ?? '') : draft.text
        return emailSearch({ email: shown?.email ?? draft.email, text: typed, ...period, ...chosen })
      }}
      shown={shown}
      fields={
        <>
          <TextField
            className={styles.emailField}
            label={text('Email')}
            isStart={search === null}
            name="email"
            inputMode="email"
            value={draft.email}
            onChange={(email) => setDraft({ ...draft, email })}
            canClear
            help={text('EmailHelp')}
            shouldAlwaysShowErrors={isFromAddress}
            checks={{ maxLength: longestSearched.email }}
          />
          <TextField
            className={styles.textField}
            label={text('Text')}
            name="text"
            dir="auto"
            value={draft.text}
            onChange={(typed) => setDraft({ ...draft, text: typed })}
            canClear
            help={text('TextHelp')}
            shouldAlwaysShowErrors={isFromAddress}
            checks={{ maxLength: longestSearched.text, check: textProblem }}
          />
        </>
      }
      choices={
        <Select
          className={styles.pageField}
          label={text('Page')}
          options={pageOptions(page)}
          value={choiceOf(page)}
          onChange={(value) => onFilter('actionPage', pageOf(value))}
        />
      }
      boxes={
        <>
          <Filter isOn={changesOnly} onChange={(isOn) => onFilter('changesOnly', isOn ? 'true' : undefined)}>
            {text('ChangesOnly')}
          </Filter>
          <Filter isOn={hidesRobot} onChange={(isOn) => onFilter('hideRobot', isOn ? undefined : 'false')}>
            {text('HideRobot')}
          </Filter>
        </>
      }
    />
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
