import type { Series } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { DataTable, type TableHeader, type TableRow } from '../../../ui/data-table/index.ts'
import { plainTime, zoneOffset } from '../../../ui/local-time.ts'
import { Section } from '../../../ui/section.tsx'
import { serverNow } from '../../../ui/server-clock.ts'
import { Status } from '../../../ui/status.tsx'
import { text } from './texts.ts'

const headers: TableHeader[] = [
  { key: 'number', value: text('Batch'), isIdentifier: true, width: 120 },
  { key: 'begun', value: text('Begun', { zone: zoneOffset(new Date(serverNow())) }), width: 200 },
  { key: 'state', value: text('State') },
]

/** Each leads to its own page with its SIMs. */
export function Batches({ series: { batches, batchCount } }: { readonly series: Series }) {
  const navigate = useNavigate()
  const rows = useMemo(
    () =>
      batches.map((batch, at): TableRow => {
        const { all, success, error } = batch.counts
        const href = addresses.simManagement({ batch: batch.batchId })
        const kind = batch.finishedAt === null ? 'running' : error > 0 ? 'warn' : 'ok'
        return {
          key: batch.batchId,
          href,
          onClick: () => navigate(href),
          columns: [
            {
              key: 'number',
              columnContent: text('Number', { number: at + 1, all: batchCount }),
              sortingValue: at,
            },
            { key: 'begun', columnContent: plainTime(batch.createdAt) },
            {
              key: 'state',
              columnContent: (
                <Status kind={kind} why={error > 0 ? text('Errors', { count: error }) : undefined}>
                  {text('Progress', { success, all })}
                </Status>
              ),
              sortingValue: success,
            },
          ],
        }
      }),
    [batches, batchCount, navigate],
  )
  return (
    <Section title={text('Batches')}>
      <DataTable
        caption={text('BatchesCaption')}
        headers={headers}
        rows={rows}
        state="fulfilled"
        emptyText={text('NoBatch')}
      />
    </Section>
  )
}
