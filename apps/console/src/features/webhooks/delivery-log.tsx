import type { Delivery, Webhook } from '@support-console/contract'
import { deliveriesKeptDays } from '@support-console/contract/webhooks.words'
import { useMemo, useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { text as frame } from '../../texts/text.ts'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { DataTable, lazyRows } from '../../ui/data-table/index.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Section } from '../../ui/section.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { headers, planOf } from './delivery-columns.tsx'
import { text } from './texts.ts'

const noDeliveries: readonly Delivery[] = []

/** What was sent to one webhook, with every attempt. */
export function DeliveryLog({ of: { webhookId } }: { readonly of: Webhook }) {
  const { data, error, isLoading, refetch } = useRead('GET /doors/v1/webhooks/{webhookId}/deliveries', {
    params: { webhookId },
    news: 'webhook',
    isNews: (id) => id === webhookId,
  })
  const again = useChange(
    'POST /doors/v1/webhooks/{webhookId}/deliveries/{messageId}/again',
    frame('TitleWebhooks'),
  )
  const [asked, ask] = useState<Delivery>()
  const deliveries = data?.deliveries ?? noDeliveries
  const rows = useMemo(() => lazyRows(deliveries, planOf(ask)), [deliveries])
  const send = async ({ messageId }: Delivery) => {
    const params = { webhookId, messageId }
    const answer = await again.startOnce({ params }, text('ActionAgain', { id: messageId }))
    ask(undefined)
    if (answer) showToast(answer.message ?? '')
    await refetch()
  }
  return (
    <Section title={text('Log')}>
      <p className="quiet">{text('LogDays', { days: deliveriesKeptDays })}</p>
      <CallBanner call={again} hidesSuccess />
      <DataTable
        caption={text('LogTable')}
        headers={headers}
        rows={rows}
        state={error ? 'rejected' : isLoading ? 'pending' : 'fulfilled'}
        error={error ?? undefined}
        onTryAgain={() => void refetch()}
        emptyText={text('LogEmpty')}
        emptyHint={text('LogEmptyHint')}
      />
      {data?.hasMore && <p className="quiet">{text('LogMore', { count: deliveries.length })}</p>}
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={text('AskAgain')}
        caution={asked && text(asked.state === 'delivered' ? 'AskAgainDelivered' : 'AskAgainFailed')}
        verb={text('Again')}
        isBusy={again.isPending}
        busyText={text('UnderWay')}
        onConfirm={() => asked && void send(asked)}
        onCancel={() => ask(undefined)}
      />
    </Section>
  )
}
