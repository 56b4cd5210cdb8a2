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
import { CheckboxGroup } from '../../ui/checkbox-group.tsx'
import { DatePicker } from '../../ui/date-picker/lazy-date-picker.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { localTime } from '../../ui/local-time.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { showToast } from '../../ui/toast-store.ts'
import { SecretShown } from './secret-shown.tsx'
import { text } from './texts.ts'

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
  const end = (message = '') => {
    showToast(message)
    onClose()
    return onDone()
  }
  const add = useChange('POST /doors/v1/webhooks', frame('TitleWebhooks'))
  const save = useChange('PUT /doors/v1/webhooks/{webhookId}', frame('TitleWebhooks'), ({ message }) =>
    end(message),
  )
  const [draft, setDraft] = useState(() => ({
    name: webhook?.name ?? '',
    url: webhook?.url ?? '',
    kinds: webhook?.kinds ?? ([] as WebhookKind[]),
    until: localTime(webhook?.until ?? serverNow() + longestWebhookDays * dayMs).day,
  }))
  const [isTried, setTried] = useState(false)
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
  const submit = () => {
    setTried(true)
    if (!isUntilRight || draft.kinds.length === 0 || !URL.canParse(body.url)) return
    const { name } = body
    if (webhook)
      void save.startOnce({ params: { webhookId: webhook.webhookId }, body }, text('ActionSave', { name }))
    else void add.startOnce({ body }, text('ActionAdd', { name }))
  }
  if (add.answer)
    return (
      <SecretShown
        name={body.name}
        secret={add.answer.data.secret}
        onDone={() => void end(add.answer?.message)}
      />
    )
  return (
    <FormDialog
      title={webhook ? text('ChangeTitle', { name: webhook.name }) : text('AddTitle')}
      verb={text(webhook ? 'SaveVerb' : 'AddVerb')}
      busyText={text(webhook ? 'Saving' : 'Adding')}
      change={call}
      onSubmit={submit}
      onClose={onClose}
    >
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
      <CheckboxGroup
        label={text('Kinds')}
        options={webhookKinds}
        nameOf={(kind) => text(`Kind-${kind}`)}
        isChosen={(kind) => draft.kinds.includes(kind)}
        onChange={(kind, isChosen) =>
          change({ kinds: isChosen ? [...draft.kinds, kind] : draft.kinds.filter((each) => each !== kind) })
        }
        error={isTried && draft.kinds.length === 0 ? text('WrongKinds') : undefined}
      />
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
    </FormDialog>
  )
}
