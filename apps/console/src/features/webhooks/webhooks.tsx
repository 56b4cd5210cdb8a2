import { useParams } from 'react-router'
import { WebhookList } from './webhook-list.tsx'
import { WebhookPage } from './webhook-page.tsx'

/** One webhook, by its address; without an ID all of them. */
export function Webhooks() {
  const { webhookId } = useParams()
  return webhookId === undefined ? <WebhookList /> : <WebhookPage key={webhookId} webhookId={webhookId} />
}
