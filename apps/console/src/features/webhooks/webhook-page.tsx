import type { Webhook } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { useRead } from '../../api/use-read.ts'
import { Link } from '../../kit/link.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Facts } from '../../ui/facts.tsx'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { sayDate, sayMoment, sayShortly } from '../../ui/say-when.ts'
import { Section } from '../../ui/section.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { text } from './texts.ts'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookState } from './webhook-state.tsx'

/** A webhook: how it stands, what can be done with it, and what was sent. */
export function WebhookPage({ webhookId }: { readonly webhookId: string }) {
  const { data, error, refetch } = useRead('GET /doors/v1/webhooks', { news: 'webhook' })
  const webhook = data?.find((each) => each.webhookId === webhookId)
  if (webhook) return <Shown of={webhook} onChanged={refetch} />
  if (!data && !error) return <LoadingMark>{text('Loading')}</LoadingMark>
  return (
    <>
      <Callout kind="error" {...(error && { title: error.heading })}>
        {error ? error.message : text('Gone')}
      </Callout>
      <p>
        <Link to={addresses.webhooks()}>{text('All')}</Link>
      </p>
    </>
  )
}

interface ShownProps {
  readonly of: Webhook
  readonly onChanged: () => unknown
}

function Shown({ of: webhook, onChanged }: ShownProps) {
  const { name, url, kinds, waiting, pausedUntil, deliveredAt, by, savedAt, until } = webhook
  const former = webhook.formerSecretUntil
  return (
    <>
      <Section
        title={name}
        state={<WebhookState of={webhook} isTag />}
        actions={<WebhookActions of={webhook} onChanged={onChanged} />}
      >
        <Facts
          facts={[
            { label: text('Address'), value: <span className="anywhere">{url}</span> },
            { label: text('Kinds'), value: kinds.map((kind) => text(`Kind-${kind}`)).join(' · ') },
            {
              label: text('Waiting'),
              value: pausedUntil
                ? text('Paused', { count: waiting, time: sayShortly(pausedUntil) })
                : String(waiting),
            },
            { label: text('ColumnDelivered'), value: deliveredAt ? sayMoment(deliveredAt) : '–' },
            {
              label: text('SecretsInUse'),
              value: former ? text('TwoSecrets', { time: sayShortly(former) }) : text('OneSecret'),
            },
            { label: text('ColumnUntil'), value: sayDate(until) },
            { label: text('ColumnBy'), value: [by, sayShortly(savedAt)].filter(Boolean).join(', ') },
          ]}
        />
        <p>
          <Link to={addresses.webhooks()}>{text('All')}</Link>
        </p>
      </Section>
      <DeliveryLog of={webhook} />
    </>
  )
}
