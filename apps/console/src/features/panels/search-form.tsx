import type { PanelQueryType } from '@support-console/contract'
import { mostPanelIds } from '@support-console/contract/panels.words'
import type { ClipboardEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { typeOver } from '../../ui/form/type-over.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { asTyped, readIds, withPasted } from './id-list.ts'
import styles from './panels.module.css'
import { kindNames, kinds, listProblem, type Search } from './search.ts'
import { text } from './texts.ts'

/** What stands in the form, whether it was searched for or not. */
export interface Draft {
  by: PanelQueryType
  list: string
}

interface SearchFormProps {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  readonly onSearch: (search: Search) => void
  readonly isBusy: boolean
  /** A field that a link filled is checked at once. */
  readonly isFromAddress: boolean
}

const labels: Readonly<Record<PanelQueryType, string>> = {
  cloudId: text('CloudIds'),
  sapNumber: text('SapCompanyIds'),
  remoteId: text('RemotePortalIds'),
}

/** The radio, the list of ids, and 'Get Locate' (2.8). */
export function SearchForm({ draft, onChange, onSearch, isBusy, isFromAddress }: SearchFormProps) {
  const { by, list } = draft
  const count = readIds(list, by).length
  const read = (typed: string) => asTyped(typed, by)

  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    // Taken over here: the browser would join the lines of a list.
    event.preventDefault()
    const { currentTarget: input, clipboardData } = event
    const { value, selectionStart, selectionEnd } = input
    const ids = readIds(clipboardData.getData('text'), by)
    const start = selectionStart ?? value.length
    const end = selectionEnd ?? start
    const after = value.slice(end)
    const pasted = withPasted(value.slice(0, start), value.slice(start, end), after, ids)
    // As if typed, so that it can be undone.
    if (!typeOver(input, pasted, pasted.length - after.length)) onChange({ by, list: read(pasted) })
  }
  const submit = () => {
    const ids = readIds(list, by)
    onSearch({ by, ids })
  }
  const help = text(by === 'remoteId' ? 'RemoteHelp' : 'ListHelp', { most: mostPanelIds })
  return (
    <Form isGuarded={false} className="stack below-20 gap-12" onSubmit={submit}>
      <RadioGroup
        label={text('SearchBy')}
        isLabelHidden
        value={by}
        onChange={(kind) => onChange({ by: kind, list: asTyped(list, kind) })}
        options={kinds.map((kind) => ({ value: kind, label: kindNames[kind] }))}
      />
      <div className={`field-row ${styles.fields}`}>
        <TextField
          label={labels[by]}
          isStart
          name="ids"
          value={list}
          onChange={(typed) => onChange({ by, list: typed })}
          read={read}
          onPaste={paste}
          isMono
          canClear
          unit={count > 1 ? text('IdCount', { count }) : undefined}
          help={help}
          shouldAlwaysShowErrors={isFromAddress}
          checks={{
            isRequired: true,
            check: (value) => listProblem(value, by),
          }}
        />
        <Button
          type="submit"
          look="primary"
          className="beside-field"
          isBusy={isBusy}
          busyText={text('Searching')}
        >
          {text('GetLocate')}
        </Button>
      </div>
    </Form>
  )
}
