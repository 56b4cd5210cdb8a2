import type { Csr } from '@support-console/contract'
import { describe, expect, it } from 'vitest'
import { orderFor, returnFor } from './orders.ts'

const options = ['5.0.0', '4.2.1', '4.2.0'].map((version) => ({ label: version, value: version }))
const deployment = {
  deploymentId: 'd1',
  kind: 'upgrade',
  fromRelease: '4.2.1',
  toRelease: '5.0.0',
  createdBy: 'support@example.com',
  createdAt: '2026-11-21T14:00:00.000Z',
  startedAt: '2026-11-21T14:00:01.000Z',
  finishedAt: '2026-11-21T14:00:09.000Z',
  outcome: 'Error',
  reason: 'No.',
  transactionId: 't1',
  panelsBefore: null,
  panelsAfter: [],
} satisfies Csr['deployment']
const csr: Csr = {
  server: 'csr-07',
  ipAddress: '127.0.40.7',
  description: '',
  name: '4.2.1',
  releaseVersion: '4.2.1',
  csrStatus: 'Succeeded',
  state: {
    state: 'never-heard',
    online: null,
    since: null,
    at: null,
    source: '',
    isFresh: false,
    facts: [],
    cause: null,
    counts: null,
  },
  agent: null,
  unanswered: null,
  returnTo: null,
  deployment: null,
}

describe('2.10 what a submit means', () => {
  it('is an upgrade to what stands before the present release in the options, a downgrade to what stands after', () => {
    expect(orderFor(csr, '5.0.0', options)).toMatchObject({ kind: 'upgrade', from: '4.2.1', to: '5.0.0' })
    expect(orderFor(csr, '4.2.0', options)).toMatchObject({ kind: 'downgrade', from: '4.2.1', to: '4.2.0' })
  })

  it('does not say which where the present release is offered no more', () => {
    const old = { ...csr, name: '3.9', releaseVersion: '3.9' }
    expect(orderFor(old, '5.0.0', options)).toMatchObject({ kind: 'change', from: '3.9', to: '5.0.0' })
  })

  it('D5, D61 returns to the release that the server names, after a failure and after success', () => {
    const failed: Csr = { ...csr, csrStatus: 'Error', returnTo: '4.2.1', deployment }
    expect(returnFor(failed)).toMatchObject({ kind: 'return', from: '5.0.0', to: '4.2.1', lastId: 'd1' })
    const again = { ...deployment, kind: 'return', fromRelease: '5.0.0', toRelease: '4.2.1' } as const
    expect(returnFor({ ...failed, deployment: again })).toMatchObject({ from: '5.0.0', to: '4.2.1' })
    expect(returnFor(csr)).toBeUndefined()
    expect(returnFor({ ...csr, csrStatus: 'Error' })).toBeUndefined()
  })
})
