import type { Webhook } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { useMemo, useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { Link } from '../../kit/link.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable, lazyRows, type RowPlan, type TableHeader } from '../../ui/data-table/index.ts'
import { plainTime } from '../../ui/local-time.ts'
import { sayDate, sayShortly } from '../../ui/say-when.ts'
import { Section } from '../../ui/section.tsx'
import { text } from './texts.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookState } from './webhook-state.tsx'

const noWebhooks: readonly Webhook[] = []

export function WebhookList() {
  const { data, error, isLoading, refetch } = useRead('GET /doors/v1/webhooks', { news: 'webhook' })
  const [isAdding, setAdding] = useState(false)
  const webhooks = data ?? noWebhooks
  const rows = useMemo(() => lazyRows(webhooks, plan), [webhooks])
  return (
    <Section title={text('Listed')} actions={<Button onPress={() => setAdding(true)}>{text('Add')}</Button>}>
      <p className="quiet">{text('About')}</p>
      <DataTable
        caption={text('ListTable')}
        headers={headers}
        rows={rows}
        state={error ? 'rejected' : isLoading ? 'pending' : 'fulfilled'}
        error={error ?? undefined}
        onTryAgain={() => void refetch()}
        emptyText={text('Empty')}
        emptyHint={text('EmptyHint')}
      />
      {isAdding && <WebhookForm onDone={refetch} onClose={() => setAdding(false)} />}
    </Section>
  )
}

const headers: TableHeader[] = [
  { key: 'name', value: text('ColumnName'), isIdentifier: true, wrap: true },
  { key: 'state', value: text('ColumnState'), wrap: true },
  { key: 'to', value: text('ColumnTo'), wrap: true },
  { key: 'delivered', value: text('ColumnDelivered'), width: 130 },
  { key: 'until', value: text('ColumnUntil'), width: 120 },
  { key: 'by', value: text('ColumnBy'), wrap: true },
]

const hostOf = ({ url }: Webhook): string => new URL(url).host

const plan: RowPlan<Webhook> = {
  key: ({ webhookId }) => webhookId,
  columns: {
    name: {
      columnContent: ({ webhookId, name }) => (
        <Link to={addresses.webhooks(webhookId)}>
          <bdi>{name}</bdi>
        </Link>
      ),
      sortingValue: ({ name }) => name,
    },
    state: {
      columnContent: (webhook) => <WebhookState of={webhook} />,
      sortingValue: ({ state }) => state,
    },
    // Without its path, which may be a secret of the receiver.
    to: { columnContent: hostOf, sortingValue: hostOf },
    delivered: {
      columnContent: ({ deliveredAt }) => deliveredAt && sayShortly(deliveredAt),
      sortingValue: ({ deliveredAt }) => deliveredAt ?? '',
    },
    until: { columnContent: ({ until }) => sayDate(until), sortingValue: ({ until }) => plainTime(until) },
    by: { columnContent: ({ by }) => by, sortingValue: ({ by }) => by },
  },
}
