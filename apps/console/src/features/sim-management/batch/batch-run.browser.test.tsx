import type { Batch, RuntimeConfig } from '@support-console/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { RuntimeConfigContext } from '../../../api/runtime-config.ts'
import { show } from '../../../testing/show.ts'
import { BatchRun } from './batch-run.tsx'

const open: Batch = {
  batchId: '79e8af3e-61ff-4c7e-9d53-0a1f2b3c61ff',
  transactionId: '79e8af3e-61ff-4c7e-9d53-0a1f2b3c61fe',
  createdBy: 'support@example.com',
  createdAt: '2026-11-22T14:00:00.000Z',
  finishedAt: null,
  stoppedAt: null,
  stoppedBy: null,
  retryOf: null,
  reason: '',
  ticket: '',
  fileName: '',
  counts: { all: 2, success: 0, error: 0, ready: 2 },
  otherColumns: [],
  isWorkedOn: true,
  rows: [],
}

const config = { reasons: { areRequired: false, ticketUrl: '' } } as RuntimeConfig

const showBatch = (more: Partial<Batch>) =>
  show(
    <MemoryRouter>
      <RuntimeConfigContext value={config}>
        <QueryClientProvider client={new QueryClient()}>
          <BatchRun
            batch={{
              seen: { ...open, ...more },
              error: null,
              isRefused: false,
              show: () => undefined,
              readAgain: () => undefined,
            }}
            changeReason={undefined}
            onShow={() => undefined}
            onNew={() => undefined}
          />
        </QueryClientProvider>
      </RuntimeConfigContext>
    </MemoryRouter>,
  )

it('18.3 a batch that waits because no server works says so; one that is worked on, or is over, does not', async () => {
  const waitsForServer = page.getByText('Waiting for a free server.')
  showBatch({ isWorkedOn: false })
  await expect.element(waitsForServer).toBeVisible()
  showBatch({})
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  expect(waitsForServer.elements()).toEqual([])
  showBatch({
    isWorkedOn: false,
    finishedAt: open.createdAt,
    counts: { all: 2, success: 2, error: 0, ready: 0 },
  })
  await expect.element(page.getByText('Done: 2 Success')).toBeVisible()
  expect(waitsForServer.elements()).toEqual([])
})
