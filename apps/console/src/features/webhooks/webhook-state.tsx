import type { Webhook } from '@support-console/contract'
import { sayShortly } from '../../ui/say-when.ts'
import { Status } from '../../ui/status.tsx'
import { text } from './texts.ts'

const marks = { on: 'ok', failing: 'error', off: 'off', ended: 'off' } as const

/** How a webhook stands, with why; one that was never tried is not known to be in order. */
export function WebhookState({ of: webhook, isTag }: { readonly of: Webhook; readonly isTag?: boolean }) {
  const { state, failingSince, deliveredAt, offWhy, offAt } = webhook
  if (state === 'on' && deliveredAt === null)
    return (
      <Status kind="unknown" isTag={isTag}>
        {text('NotTried')}
      </Status>
    )
  return (
    <Status
      kind={state === 'off' && offWhy !== 'person' ? 'error' : marks[state]}
      isTag={isTag}
      {...(offWhy && { why: text(`Off-${offWhy}`, { time: sayShortly(offAt ?? '') }) })}
    >
      {text(`State-${state}`, { time: failingSince ? sayShortly(failingSince) : '' })}
    </Status>
  )
}
