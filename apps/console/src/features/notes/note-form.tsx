import { longestNote, longestNoteDays } from '@support-console/contract/notes.words'
import { useChange } from '../../api/use-change.ts'
import { MomentField, plainMinute, readMoment } from '../../kit/moment/index.ts'
import { useKeptInput } from '../../session/index.ts'
import { text as everyText } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { serverNow } from '../../ui/server-clock.ts'
import styles from './notes.module.css'
import { text } from './texts.ts'

interface NoteFormProps {
  /** 'panel CBS0000001' */
  readonly thing: string
  readonly onWritten: () => void
  readonly onClose: () => void
}

const day = 86_400_000

/** Asks for the text of a note and its end: by itself this time tomorrow. */
export function NoteForm({ thing, onWritten, onClose }: NoteFormProps) {
  const [draft, setDraft, kept] = useKeptInput(`note on ${thing}`, {
    note: '',
    until: plainMinute(serverNow() + day),
  })
  const write = useChange('POST /notes/v1/things/{thing}', text('ScreenTitle'))
  const change = (part: Partial<typeof draft>) => {
    write.reset()
    setDraft({ ...draft, ...part })
  }
  const issue = (field: string) => write.error?.issues.find((each) => each.field === field)?.message
  const save = async () => {
    const until = readMoment(draft.until, serverNow(), true) ?? 0
    const body = { text: draft.note, until: new Date(until).toISOString() }
    const done = await write.startOnce({ params: { thing }, body }, text('ActionWrite', { thing }))
    if (!done) return
    kept.clear()
    onWritten()
  }
  const failedElsewhere = write.error && !issue('text') && !issue('until')
  return (
    <Form className={`stack at-most gap-12 ${styles.form}`} onSubmit={() => void save()}>
      <TextField
        isFirst
        label={text('Note')}
        help={text('NoteHelp')}
        value={draft.note}
        onChange={(note) => change({ note })}
        checks={{ isRequired: true, maxLength: longestNote }}
        hasAsterisk={false}
        error={issue('text')}
        autoComplete="off"
        dir="auto"
      />
      <MomentField
        label={text('Until')}
        value={draft.until}
        onChange={(until) => change({ until })}
        isAhead
        check={(at) =>
          at <= serverNow()
            ? text('Past')
            : at > serverNow() + longestNoteDays * day
              ? text('TooFar', { days: longestNoteDays })
              : undefined
        }
        error={issue('until')}
      />
      <div className="flex gap-8">
        <Button type="submit" look="primary" isBusy={write.isPending} busyText={text('Saving')}>
          {text('Save')}
        </Button>
        <Button isDisabled={write.isPending} onPress={onClose}>
          {everyText('Cancel')}
        </Button>
      </div>
      {failedElsewhere && <CallBanner call={write} hidesSuccess />}
    </Form>
  )
}
