import type { Webhook } from '@support-console/contract'
import {
  longestWebhookDays,
  longestWebhookName,
  longestWebhookUrl,
  type WebhookKind,
  webhookKinds,
} from '@support-console/contract/webhooks.words'
import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { text as frame } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { OpenOutcome } from '../../ui/call-banner/open-outcome.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DatePicker } from '../../ui/date-picker/lazy-date-picker.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ErrorNote } from '../../ui/form/error-note.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { localTime } from '../../ui/local-time.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { showToast } from '../../ui/toast-store.ts'
import { SecretShown } from './secret-shown.tsx'
import { text } from './texts.ts'
import styles from './webhooks.module.css'

const dayMs = 86_400_000
/** The end of a local day; undefined: it is none. */
const endOf = (day: string): string | undefined => {
  const end = new Date(`${day}T23:59:59`)
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString()
}

interface WebhookFormProps {
  /** One to change; otherwise one is added. */
  readonly of?: Webhook
  readonly onDone: () => unknown
  readonly onClose: () => void
}

/** What another system is told, where, and until when. */
export function WebhookForm({ of: webhook, onDone, onClose }: WebhookFormProps) {
  const add = useChange('POST /doors/v1/webhooks', frame('TitleWebhooks'))
  const save = useChange('PUT /doors/v1/webhooks/{webhookId}', frame('TitleWebhooks'))
  const [draft, setDraft] = useState(() => ({
    name: webhook?.name ?? '',
    url: webhook?.url ?? '',
    kinds: webhook?.kinds ?? ([] as WebhookKind[]),
    until: localTime(webhook?.until ?? serverNow() + longestWebhookDays * dayMs).day,
  }))
  const [isTried, setTried] = useState(false)
  const [secret, setSecret] = useState('')
  const change = (part: Partial<typeof draft>) => {
    add.reset()
    save.reset()
    setDraft({ ...draft, ...part })
  }
  const call = webhook ? save : add
  const until = endOf(draft.until)
  const lastMs = serverNow() + (longestWebhookDays + 1) * dayMs
  const isUntilRight = until !== undefined && Date.parse(until) > serverNow() && Date.parse(until) < lastMs
  const saidOf = (field: string) => {
    const issue = call.error?.issues.find((each) => each.field === field)
    return issue && `${issue.message.charAt(0).toUpperCase()}${issue.message.slice(1)}.`
  }
  const body = { name: draft.name.trim(), url: draft.url.trim(), kinds: draft.kinds, until: until ?? '' }
  const end = async (message: string | undefined) => {
    showToast(message ?? '')
    onClose()
    await onDone()
  }
  const takeSecret = async (answering: ReturnType<typeof add.askAgain>) => {
    const answer = await answering
    if (answer) setSecret(answer.data.secret)
  }
  const take = async (answering: ReturnType<typeof save.askAgain>) => {
    const answer = await answering
    if (answer) await end(answer.message)
  }
  const submit = () => {
    setTried(true)
    if (!isUntilRight || draft.kinds.length === 0 || !URL.canParse(body.url)) return
    const { name } = body
    if (webhook)
      void take(save.start({ params: { webhookId: webhook.webhookId }, body }, text('ActionSave', { name })))
    else void takeSecret(add.start({ body }, text('ActionAdd', { name })))
  }
  if (secret !== '')
    return <SecretShown name={body.name} secret={secret} onDone={() => void end(add.answer?.message)} />
  const form = 'webhook'
  return (
    <Dialog
      isOpen
      onClose={call.isPending ? undefined : onClose}
      title={webhook ? text('ChangeTitle', { name: webhook.name }) : text('AddTitle')}
      actions={
        <>
          <Button isDisabled={call.isPending} onPress={onClose}>
            {frame('Cancel')}
          </Button>
          <Button
            type="submit"
            form={form}
            look="primary"
            isBusy={call.isPending}
            busyText={text(webhook ? 'Saving' : 'Adding')}
          >
            {text(webhook ? 'SaveVerb' : 'AddVerb')}
          </Button>
        </>
      }
    >
      <Form id={form} className={styles.form} onSubmit={submit}>
        <TextField
          label={text('Name')}
          value={draft.name}
          onChange={(name) => change({ name })}
          checks={{ isRequired: true, maxLength: longestWebhookName }}
          error={saidOf('name')}
          help={text('NameHelp')}
          autoComplete="off"
          dir="auto"
        />
        <TextField
          label={text('Url')}
          value={draft.url}
          onChange={(url) => change({ url })}
          checks={{ isRequired: true, maxLength: longestWebhookUrl }}
          error={saidOf('url') ?? (isTried && !URL.canParse(body.url) ? text('WrongUrl') : undefined)}
          help={webhook?.waiting ? text('UrlMoves') : text('UrlHelp')}
          autoComplete="off"
          isMono
        />
        <fieldset className={`stack gap-8 ${styles.kinds}`}>
          <legend className="label">{text('Kinds')}</legend>
          {webhookKinds.map((kind) => (
            <Checkbox
              key={kind}
              checked={draft.kinds.includes(kind)}
              onChange={(isChosen) =>
                change({
                  kinds: isChosen ? [...draft.kinds, kind] : draft.kinds.filter((each) => each !== kind),
                })
              }
            >
              {text(`Kind-${kind}`)}
            </Checkbox>
          ))}
          {isTried && draft.kinds.length === 0 && <ErrorNote>{text('WrongKinds')}</ErrorNote>}
        </fieldset>
        <DatePicker
          label={text('Until')}
          value={draft.until}
          onChange={(day) => change({ until: day })}
          help={text('UntilHelp', { days: longestWebhookDays })}
          error={
            saidOf('until') ??
            (isTried && !isUntilRight ? text('WrongUntil', { days: longestWebhookDays }) : undefined)
          }
        />
        {webhook && <p className="quiet">{text('BecomesYours')}</p>}
      </Form>
      <CallBanner call={call} hidesSuccess />
      <OpenOutcome
        why={call.open}
        onAskAgain={() => void (webhook ? take(save.askAgain()) : takeSecret(add.askAgain()))}
      />
    </Dialog>
  )
}
