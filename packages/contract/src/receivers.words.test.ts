import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csrStatuses } from './csr.words.ts'
import { agentStates, type KeptReceiver, receiverStateOf } from './receivers.words.ts'

const now = 1_000_000_000
const countsMs = 900_000
const minutes = (count: number) => now - count * 60_000
const word = (state: 'idle' | 'deploying' | 'failed', release = '4.2.0', at = minutes(2)) => ({
  release,
  state,
  at,
  since: minutes(30),
})
const kept = (of: Partial<KeptReceiver>): KeptReceiver => ({
  status: 'Succeeded',
  release: '4.2.0',
  deployedAt: null,
  word: word('idle'),
  isUnanswered: false,
  ...of,
})
const stateOf = (of: Partial<KeptReceiver>) => receiverStateOf(kept(of), now, countsMs)

describe('D54 how a CSR server stands by its agent’s word', () => {
  it('is in order while its agent says that it runs what was ordered', () => {
    expect(stateOf({})).toEqual({
      state: 'in-order',
      since: minutes(30),
      at: minutes(2),
      by: 'agent',
      isFresh: true,
    })
  })

  it('runs another release than ordered, since its agent first said so', () => {
    expect(stateOf({ word: word('idle', '4.1.0') })).toMatchObject({
      state: 'other-release',
      since: minutes(30),
    })
  })

  it('its core is down, whatever the status says', () => {
    for (const status of ['Succeeded', 'Error'] as const)
      expect(stateOf({ status, word: word('failed') }).state).toBe('core-down')
  })

  it('failed where its agent says nothing worse, and deploys while one is under way', () => {
    expect(stateOf({ status: 'Error', deployedAt: minutes(10) })).toMatchObject({
      state: 'failed',
      since: minutes(10),
      by: 'console',
    })
    expect(stateOf({ status: 'Running', word: word('failed') }).state).toBe('deploying')
    expect(stateOf({ word: word('deploying') }).state).toBe('deploying')
  })

  it('does not answer since its agent last did, and was never heard if it never did', () => {
    const old = { word: word('failed', '4.2.0', minutes(16)) }
    expect(stateOf({ ...old, isUnanswered: true })).toMatchObject({
      state: 'does-not-answer',
      since: minutes(16),
      isFresh: false,
    })
    // D55: whom no one has asked since is not said to be silent.
    expect(stateOf(old)).toMatchObject({ state: 'core-down', isFresh: false })
    expect(stateOf({ word: null })).toMatchObject({ state: 'never-heard', since: null, at: null })
  })

  it('what its agent said before the last deployment says nothing of what runs since', () => {
    const said = { deployedAt: minutes(1), release: '5.0.0', word: word('idle', '4.2.0') }
    expect(stateOf(said)).toMatchObject({ state: 'in-order', at: minutes(1), by: 'console' })
    expect(stateOf({ ...said, word: word('failed') }).state).toBe('in-order')
  })

  const time = fc.option(fc.integer({ min: 0, max: 60 }).map(minutes))
  const anything = fc.record({
    isUnanswered: fc.boolean(),
    status: fc.constantFrom(...csrStatuses),
    release: fc.constantFrom('4.1.0', '4.2.0'),
    deployedAt: time,
    word: fc.option(
      fc.record({
        release: fc.constantFrom('4.1.0', '4.2.0'),
        state: fc.constantFrom(...agentStates),
        at: fc.integer({ min: 0, max: 60 }).map(minutes),
        since: fc.integer({ min: 60, max: 90 }).map(minutes),
      }),
    ),
  })

  it('D55 is in order by a word that counts, or that no one could renew; old ones are not fresh', () => {
    fc.assert(
      fc.property(anything, (of) => {
        const judged = receiverStateOf(of, now, countsMs)
        const isYoung = now - (judged.at ?? 0) <= countsMs
        if (judged.state === 'in-order') {
          expect(judged.isFresh).toBe(isYoung)
          expect(isYoung || !of.isUnanswered).toBe(true)
          if (judged.by === 'agent') expect(of.word?.release).toBe(of.release)
        }
        if (judged.isFresh && judged.by === 'agent') expect(isYoung).toBe(true)
        if (of.word?.state === 'failed' && judged.state === 'in-order') expect(judged.by).toBe('console')
      }),
    )
  })

  it('a word that says the same later changes nothing but its time', () => {
    fc.assert(
      fc.property(anything, fc.integer({ min: 0, max: 10 }), (of, earlier) => {
        if (!of.word || of.word.at < minutes(15) || of.word.at <= (of.deployedAt ?? 0)) return
        const later = { ...of, word: { ...of.word, at: Math.min(now, of.word.at + earlier * 60_000) } }
        expect(receiverStateOf(later, now, countsMs).state).toBe(receiverStateOf(of, now, countsMs).state)
      }),
    )
  })
})
