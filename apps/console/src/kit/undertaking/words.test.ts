import type { Undertaking } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import {
  type UndertakingKind,
  undertakingKinds,
  undertakingStates,
} from '@support-console/contract/undertakings.words'
import { describe, expect, it } from 'vitest'
import { wordsOf } from './words.ts'

const work = (facts: Partial<Undertaking>): Undertaking => ({
  kind: 'batch',
  id: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  thing: 'csr 10.1.0.7',
  name: 'csr-07',
  what: '',
  before: '4.1.0',
  after: '5.0.0',
  state: 'running',
  counts: { total: 3, done: 1, failed: 0 },
  reason: '',
  by: 'ann@example.com',
  transactionId: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  beganAt: '2026-11-22T14:20:14.000Z',
  endedAt: null,
  stoppedBy: null,
  ...facts,
})
const ended = new Date(Date.now() - 5 * 60_000).toISOString()
const kinds = Object.keys(undertakingKinds) as UndertakingKind[]

describe('D5 what is said of lasting work', () => {
  it.each(kinds)('%s has words for each of its states, and an address', (kind) => {
    for (const state of undertakingStates)
      for (const endedAt of [null, ended]) {
        const said = wordsOf(work({ kind, state, endedAt }))
        expect(JSON.stringify(said)).not.toMatch(/@@|undefined/)
        expect([said.name, said.title, said.change ?? said.parts?.open]).not.toContain('')
      }
    expect(undertakingKinds[kind].page(work({ kind }))).toMatch(/^\/[a-z-]+/)
  })

  it('a batch tells its file, how many of its SIMs are done, and when it finished', () => {
    expect(wordsOf(work({ name: 'ended.csv' }))).toMatchObject({
      title: 'Deactivate 3 SIMs',
      beside: 'ended.csv',
    })
    const counts = { total: 1, done: 0, failed: 1 }
    expect(wordsOf(work({ name: '', state: 'incomplete', counts, endedAt: ended }))).toMatchObject({
      title: 'Deactivate 1 SIM',
      beside: '0 of 1 done · 1 not deactivated · finished 5 min ago',
      parts: { outcome: '0 of 1 SIM deactivated, 1 not.' },
    })
    const { id } = work({})
    expect(undertakingKinds.batch.page(work({}))).toBe(addresses.simManagement({ batch: id }))
  })

  it('D50 a bulk check tells what is checked, how much of it was, and leads to where it is shown', () => {
    const look = { kind: 'look', name: 'Harbor Security', thing: 'company 1', what: 'panel' } as const
    expect(wordsOf(work(look))).toMatchObject({ title: 'Check 3 panels', beside: 'Harbor Security' })
    expect(wordsOf(work({ ...look, what: '' })).title).toBe('Check 3 SIMs and panels')
    expect(wordsOf(work({ ...look, state: 'incomplete', endedAt: ended })).beside).toBe(
      'Harbor Security · 1 of 3 checked · finished 5 min ago',
    )
    expect(undertakingKinds.look.page(work(look))).toBe(addresses.companyPart(1, 'panels'))
    const { id } = work({})
    expect(undertakingKinds.look.page(work({ ...look, thing: 'transaction 1' }))).toBe(
      addresses.searchMany(id),
    )
  })

  it('a deployment tells its server, from what to what, and whether it failed', () => {
    const deployment = {
      kind: 'deployment',
      counts: { total: 1, done: 0, failed: 1 },
      endedAt: ended,
    } as const
    expect(wordsOf(work({ ...deployment, state: 'error' }))).toMatchObject({
      title: 'csr-07: 4.1.0 → 5.0.0',
      beside: 'failed 5 min ago',
      change: 'Release 4.1.0 → 5.0.0 on',
    })
    expect(wordsOf(work({ ...deployment, state: 'succeeded' })).beside).toBe('finished 5 min ago')
  })
})
