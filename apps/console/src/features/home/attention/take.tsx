import type { Attention } from '@support-console/contract'
import { longestTakenWord } from '@support-console/contract/attention.words'
import { useState } from 'react'
import { useChange } from '../../../api/use-change.ts'
import { text as frame } from '../../../texts/text.ts'
import { Button } from '../../../ui/button.tsx'
import { CallBanner } from '../../../ui/call-banner/call-banner.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { sayShortly } from '../../../ui/say-when.ts'
import { Said } from '../../../ui/thing.tsx'
import { text } from './texts.ts'

interface TakeProps {
  readonly of: Attention
  /** The row in words. */
  readonly fact: string
}

/** Who has a row in hand, since when, and what they say. */
export function TakenBy({ of: { by, isMine, at, word } }: { readonly of: NonNullable<Attention['taken']> }) {
  const time = sayShortly(at)
  const who = isMine
    ? text('YouHaveIt', { time })
    : by
      ? text('HasIt', { who: by, time })
      : text('SomeoneHasIt', { time })
  return (
    <>
      {who} {word !== '' && <Said>{`“${word}”`}</Said>}
    </>
  )
}

/** 'I have it', with a word; or giving it back. Of two the later one has it. */
export function Take({ of: { key, taken }, fact }: TakeProps) {
  const take = useChange('POST /attention/v1/taken', frame('MenuHome'), () => setAsking(false))
  const giveBack = useChange('POST /attention/v1/taken/end', frame('MenuHome'))
  const [isAsking, setAsking] = useState(false)
  const [word, setWord] = useState('')
  if (taken?.isMine)
    return (
      <>
        <Button
          size="row"
          aria-label={text('GiveBackOf', { fact })}
          isBusy={giveBack.isPending}
          busyText={text('GiveBack')}
          onPress={() => void giveBack.start({ body: { key } }, text('ActionGiveBack', { fact }))}
        >
          {text('GiveBack')}
        </Button>
        <CallBanner call={giveBack} hidesSuccess />
      </>
    )
  return (
    <>
      <Button size="row" aria-label={text('TakeOf', { fact })} onPress={() => setAsking(true)}>
        {text('Take')}
      </Button>
      {isAsking && (
        <FormDialog
          title={text('TakeOf', { fact })}
          verb={text('Take')}
          change={take}
          onSubmit={() =>
            void take.startOnce({ body: { key, word: word.trim() } }, text('ActionTake', { fact }))
          }
          onClose={() => setAsking(false)}
        >
          <TextField
            label={text('TakeWord')}
            value={word}
            onChange={setWord}
            checks={{ maxLength: longestTakenWord }}
            help={text('TakeWordHelp')}
            autoComplete="off"
            dir="auto"
          />
        </FormDialog>
      )}
    </>
  )
}
