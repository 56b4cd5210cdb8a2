import type { Webhook } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { formerSecretHours } from '@support-console/contract/webhooks.words'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../api/use-change.ts'
import { text as frame } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Fold } from '../../ui/fold.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { SecretShown } from './secret-shown.tsx'
import { text } from './texts.ts'
import { WebhookForm } from './webhook-form.tsx'

interface Props {
  readonly of: Webhook
  readonly onChanged: () => unknown
}

/** What can be done with a webhook. */
export function WebhookActions({ of: webhook, onChanged }: Props) {
  const { webhookId, name, offWhy } = webhook
  const params = { webhookId }
  const go = useNavigate()
  const title = frame('TitleWebhooks')
  const test = useChange('POST /doors/v1/webhooks/{webhookId}/test', title)
  const turn = useChange('PUT /doors/v1/webhooks/{webhookId}/state', title)
  const renew = useChange('POST /doors/v1/webhooks/{webhookId}/secret', title)
  const remove = useChange('DELETE /doors/v1/webhooks/{webhookId}', title)
  const [asks, setAsks] = useState<'change' | 'off' | 'secret' | 'delete' | undefined>()
  const [endsFormer, setEndsFormer] = useState(false)
  const [secret, setSecret] = useState('')
  const close = () => setAsks(undefined)
  const ask = (what: typeof asks) => {
    for (const call of [test, turn, renew, remove]) call.reset()
    setEndsFormer(false)
    setAsks(what)
  }

  const send = async () => {
    const answer = await test.start({ params }, text('ActionTest', { name }))
    if (answer) showToast(answer.message ?? '')
  }
  const switchTo = async (isOn: boolean) => {
    const action = text(isOn ? 'ActionOn' : 'ActionOff', { name })
    await turn.startOnce({ params, body: { isOn } }, action)
    close()
    await onChanged()
  }
  const newSecret = async () => {
    const answer = await renew.startOnce({ params, body: { endsFormer } }, text('ActionSecret', { name }))
    if (answer) setSecret(answer.data.secret)
    close()
  }
  const drop = async () => {
    const answer = await remove.startOnce({ params }, text('ActionDelete', { name }))
    close()
    if (!answer) return
    showToast(answer.message ?? '')
    go(addresses.webhooks())
  }
  const failed = [test, turn, renew, remove].find(({ error }) => error)
  return (
    <>
      <Button isBusy={test.isPending} busyText={text('Testing')} onPress={() => void send()}>
        {text('Test')}
      </Button>
      <Button onPress={() => ask('change')}>{text('Change')}</Button>
      <Fold label={frame('More')} words={frame('More')}>
        {offWhy === null ? (
          <Button onPress={() => ask('off')}>{text('SwitchOff')}</Button>
        ) : (
          <Button isBusy={turn.isPending} busyText={text('SwitchingOn')} onPress={() => void switchTo(true)}>
            {text('SwitchOn')}
          </Button>
        )}
        <Button onPress={() => ask('secret')}>{text('NewSecret')}</Button>
        <Button look="danger" onPress={() => ask('delete')}>
          {text('Delete')}
        </Button>
      </Fold>
      {failed && <CallBanner call={failed} hidesSuccess />}
      {asks === 'change' && <WebhookForm of={webhook} onDone={onChanged} onClose={close} />}
      <ConfirmDialog
        isOpen={asks === 'off'}
        title={text('AskOff', { name })}
        consequences={[text('AskOffDrops'), text('AskOffMeanwhile')]}
        verb={text('OffVerb')}
        isBusy={turn.isPending}
        busyText={text('SwitchingOff')}
        onConfirm={() => void switchTo(false)}
        onCancel={close}
      />
      <ConfirmDialog
        isOpen={asks === 'secret'}
        title={text('AskSecret', { name })}
        consequences={[
          text('AskSecretNew'),
          ...(endsFormer ? [] : [text('AskSecretBoth', { hours: formerSecretHours })]),
          ...(webhook.formerSecretUntil ? [text('AskSecretThird')] : []),
        ]}
        verb={text('SecretVerb')}
        isBusy={renew.isPending}
        busyText={text('ChangingSecret')}
        onConfirm={() => void newSecret()}
        onCancel={close}
      >
        <Checkbox checked={endsFormer} onChange={setEndsFormer}>
          {text('EndFormer')}
        </Checkbox>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asks === 'delete'}
        title={text('AskDelete', { name })}
        consequences={[text('AskDeleteLog'), text('AskDeleteSecret')]}
        verb={text('DeleteVerb')}
        isDanger
        isBusy={remove.isPending}
        busyText={text('Deleting')}
        onConfirm={() => void drop()}
        onCancel={close}
      />
      {secret !== '' && (
        <SecretShown
          name={name}
          secret={secret}
          onDone={() => {
            setSecret('')
            void onChanged()
          }}
        />
      )}
    </>
  )
}
