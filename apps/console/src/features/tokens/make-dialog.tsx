import type { PersonalToken } from '@support-console/contract'
import { readingOf } from '@support-console/contract/permissions'
import {
  longestTokenDays,
  longestTokenName,
  toldTokenDays,
  usualTokenDays,
} from '@support-console/contract/tokens.words'
import { useState } from 'react'
import { useAccess } from '../../api/index.ts'
import { useChange } from '../../api/use-change.ts'
import { text as frame } from '../../texts/text.ts'
import { CheckboxGroup } from '../../ui/checkbox-group.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { isReading, type Scope, sayScope, scopesOf } from './scopes.ts'
import { text } from './texts.ts'

interface MakeDialogProps {
  readonly onMade: (made: { token: PersonalToken; secret: string }) => void
  readonly onClose: () => void
}

/** Asks for name, rights and end: reading is chosen already, changes never. */
export function MakeDialog({ onMade, onClose }: MakeDialogProps) {
  const { may } = useAccess()
  const make = useChange('POST /tokens/v1/mine', frame('TitleTokens'), ({ data }) => {
    onMade(data)
    onClose()
  })
  const choices = scopesOf(may)
  const [name, setName] = useState('')
  const [days, setDays] = useState(String(usualTokenDays))
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>()
  // One's rights may come after the dialog was opened.
  const scopes = chosen ?? new Set(choices.filter(isReading))
  const [isTried, setTried] = useState(false)
  const length = Number(days)
  const isLengthRight = Number.isInteger(length) && length >= 1 && length <= longestTokenDays
  const choose = (scope: Scope, isChosen: boolean) => {
    make.reset()
    const next = new Set(scopes)
    // A change takes its reading along; without the reading there is no change.
    if (isChosen) next.add(scope).add(readingOf(scope) as Scope)
    else for (const each of choices) if (each === scope || readingOf(each) === scope) next.delete(each)
    setChosen(next)
  }
  const save = () => {
    setTried(true)
    if (!isLengthRight || scopes.size === 0) return
    const body = { name: name.trim(), days: length, scopes: [...scopes] }
    void make.startOnce({ body }, text('ActionMake', { name: body.name }))
  }
  return (
    <FormDialog
      title={text('MakeTitle')}
      verb={text('Make')}
      busyText={text('Making')}
      change={make}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label={text('Name')}
        value={name}
        onChange={setName}
        checks={{ isRequired: true, maxLength: longestTokenName }}
        help={text('NameHelp')}
        autoComplete="off"
        dir="auto"
        isFirst
      />
      <TextField
        label={text('Days')}
        value={days}
        onChange={setDays}
        error={isTried && !isLengthRight ? text('WrongDays', { most: longestTokenDays }) : undefined}
        help={text('DaysHelp', { most: longestTokenDays, told: toldTokenDays })}
        inputMode="numeric"
        autoComplete="off"
      />
      <CheckboxGroup
        label={text('Scopes')}
        options={choices}
        nameOf={sayScope}
        isChosen={(scope) => scopes.has(scope)}
        onChange={choose}
        error={isTried && scopes.size === 0 ? text('WrongScopes') : undefined}
      />
    </FormDialog>
  )
}
