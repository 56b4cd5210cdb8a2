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
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { OpenOutcome } from '../../ui/call-banner/open-outcome.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { isReading, type Scope, sayScope, scopesOf } from './scopes.ts'
import { text } from './texts.ts'
import styles from './tokens.module.css'

interface MakeDialogProps {
  readonly onMade: (made: { token: PersonalToken; secret: string }) => void
  readonly onClose: () => void
}

/** Asks for name, rights and end: reading is chosen already, changes never. */
export function MakeDialog({ onMade, onClose }: MakeDialogProps) {
  const { may } = useAccess()
  const make = useChange('POST /tokens/v1/mine', frame('TitleTokens'))
  const choices = scopesOf(may)
  const [name, setName] = useState('')
  const [days, setDays] = useState(String(usualTokenDays))
  const [scopes, setScopes] = useState<ReadonlySet<Scope>>(() => new Set(choices.filter(isReading)))
  const [isTried, setTried] = useState(false)
  const length = Number(days)
  const isLengthRight = Number.isInteger(length) && length >= 1 && length <= longestTokenDays
  const choose = (scope: Scope, isChosen: boolean) => {
    make.reset()
    const next = new Set(scopes)
    // A change takes its reading along; without the reading there is no change.
    if (isChosen) next.add(scope).add(readingOf(scope) as Scope)
    else for (const each of choices) if (each === scope || readingOf(each) === scope) next.delete(each)
    setScopes(next)
  }
  const take = async (answering: ReturnType<typeof make.askAgain>) => {
    const answer = await answering
    if (!answer) return
    onMade(answer.data)
    onClose()
  }
  const save = () => {
    setTried(true)
    if (!isLengthRight || scopes.size === 0) return
    const body = { name: name.trim(), days: length, scopes: [...scopes] }
    void take(make.start({ body }, text('ActionMake', { name: body.name })))
  }
  const form = 'make-token'
  return (
    <Dialog
      isOpen
      onClose={make.isPending ? undefined : onClose}
      title={text('MakeTitle')}
      actions={
        <>
          <Button isDisabled={make.isPending} onPress={onClose}>
            {frame('Cancel')}
          </Button>
          <Button type="submit" form={form} look="primary" isBusy={make.isPending} busyText={text('Making')}>
            {text('Make')}
          </Button>
        </>
      }
    >
      <Form id={form} className={styles.form} onSubmit={save}>
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
        <fieldset className={styles.scopes}>
          <legend>{text('Scopes')}</legend>
          {choices.map((scope) => (
            <Checkbox key={scope} checked={scopes.has(scope)} onChange={(is) => choose(scope, is)}>
              {sayScope(scope)}
            </Checkbox>
          ))}
          {isTried && scopes.size === 0 && <p role="alert">{text('WrongScopes')}</p>}
        </fieldset>
      </Form>
      <CallBanner call={make} hidesSuccess />
      <OpenOutcome why={make.open} onAskAgain={() => void take(make.askAgain())} />
    </Dialog>
  )
}
