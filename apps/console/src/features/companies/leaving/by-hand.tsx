import type { Leaving } from '@support-console/contract'
import { type LineByHand, longestLeavingNote } from '@support-console/contract/leaving.words'
import { useState } from 'react'
import { useChange } from '../../../api/use-change.ts'
import { Button } from '../../../ui/button.tsx'
import { ChangeOutcome } from '../../../ui/call-banner/change-outcome.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { type Line, lineNames } from './lines.ts'
import { text } from './texts.ts'

interface ByHandProps {
  readonly of: LineByHand
  readonly line: Line
  readonly leaving: Leaving
  readonly onChanged: () => void
}

/** What was ended elsewhere: at whom, and what they answered; it can be taken back. */
export function ByHand({ of, line, leaving: { companyId, companyName: name }, onChanged }: ByHandProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const note = useChange(
    'POST /companymanager/v1/companies/{companyId}/leaving/lines',
    text('ScreenTitle'),
    () => {
      setTyped(null)
      onChanged()
    },
  )
  const send = (isDone: boolean, said: string) =>
    void note.start(
      { params: { companyId }, body: { line: of, isDone, note: said.trim() } },
      text('ActionNote', { name }),
    )
  return (
    <>
      {line.isDone && line.by ? (
        <Button
          look="quiet"
          isBusy={note.isPending}
          busyText={text('TakeBack')}
          onPress={() => send(false, '')}
        >
          {text('TakeBack')}
        </Button>
      ) : (
        <Button isBusy={note.isPending} busyText={text('Say')} onPress={() => setTyped('')}>
          {text('Say')}
        </Button>
      )}
      <ChangeOutcome of={note} />
      <ConfirmDialog
        isOpen={typed !== null}
        title={text('SayTitle', { line: lineNames[of] })}
        verb={text('SayVerb')}
        isBusy={note.isPending}
        onConfirm={() => send(true, typed ?? '')}
        onCancel={() => setTyped(null)}
      >
        <TextField
          label={text('SayLabel')}
          value={typed ?? ''}
          onChange={setTyped}
          checks={{ maxLength: longestLeavingNote }}
          autoComplete="off"
          dir="auto"
        />
      </ConfirmDialog>
    </>
  )
}
