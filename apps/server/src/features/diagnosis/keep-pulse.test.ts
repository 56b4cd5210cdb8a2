import { expect, it } from 'vitest'
import type { Observation } from '../../platform/observations/observed.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { keepPulses } from './keep-pulse.ts'

const minute = 60_000

function pulses() {
  const clock = createTestClock()
  const listeners: ((observation: Observation) => void)[] = []
  const noted = {
    note(observation: Observation) {
      for (const tell of listeners) tell(observation)
    },
    onNote: (listener: (observation: Observation) => void) => void listeners.push(listener),
    written: async () => {},
  }
  const kept = keepPulses(noted, clock)
  const note = (id: string, said: Observation['said'], source = 'AT&T') =>
    noted.note({ kind: 'sim', id, source, askedAt: clock.now().toISOString(), tookMs: 1, said })
  return {
    clock,
    of: (apartFrom = '') => kept.of('AT&T', apartFrom),
    answers: (id: string, source?: string) => note(id, { fields: {} }, source),
    fails: (id: string, status = 'Unavailable') =>
      note(id, { status, problem: 'No.' } as Observation['said']),
  }
}

it('connected console 5 counts the last word of each other SIM of the source', () => {
  const { of, answers, fails, clock } = pulses()
  expect(of()).toEqual({ answered: 0, failed: 0, failedSince: null })
  fails('1')
  answers('1')
  answers('2')
  fails('2')
  fails('own')
  answers('3', 'Verizon')
  expect(of('own')).toEqual({ answered: 1, failed: 1, failedSince: clock.now().toISOString() })
})

it('connected console 5 a SIM that its carrier does not know was answered', () => {
  const { of, fails } = pulses()
  for (const id of ['1', '2', '3']) fails(id, 'NotFound')
  expect(of()).toEqual({ answered: 3, failed: 0, failedSince: null })
})

it('connected console 5 counts ten minutes, and says since when it fails', async () => {
  const { of, fails, clock } = pulses()
  fails('1')
  await clock.advance(minute)
  const second = clock.now().toISOString()
  fails('2')
  await clock.advance(minute)
  fails('3')
  await clock.advance(8 * minute)
  expect(of().failed).toBe(3)
  await clock.advance(1)
  expect(of()).toEqual({ answered: 0, failed: 2, failedSince: second })
})

it('connected console 5 remembers the 500 that were asked for last', () => {
  const { of, answers, fails } = pulses()
  fails('0')
  fails('1')
  answers('0')
  for (let n = 2; n < 501; n++) answers(String(n))
  expect(of()).toEqual({ answered: 500, failed: 0, failedSince: null })
})
