import type { Diagnosis } from '@support-console/contract'
import { heartbeatSeconds } from '@support-console/contract'
import { expect, it } from 'vitest'
import { createTestClock } from '../../testing/test-clock.ts'
import type { Run } from './run.ts'
import { streamOf } from './stream.ts'

const finding = (code: string, state: string) => ({ code, state }) as Diagnosis['findings'][number]
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A diagnosis that is being made, whose findings the test changes. */
function open(...findings: Diagnosis['findings']) {
  const clock = createTestClock()
  let alarms = 0
  const counted = {
    ...clock,
    after(ms: number, ring: () => void) {
      alarms++
      const alarm = clock.after(ms, () => {
        alarms--
        ring()
      })
      return {
        stop() {
          alarms--
          alarm.stop()
        },
      }
    },
  }
  const listeners = new Set<() => void>()
  const ended = Promise.withResolvers<void>()
  const diagnosis = { cloudId: null, iccid: '1', askedAt: '', verdict: {}, findings } as unknown as Diagnosis
  const run: Run = {
    latest: () => diagnosis,
    begun: Promise.resolve(),
    ended: ended.promise,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop() {},
  }
  const ends: boolean[] = []
  const stream = streamOf(run, { clock: counted, withinMs: 60_000, onEnd: (isDone) => ends.push(isDone) })
  const texts: string[] = []
  const take = () => {
    const text: Buffer | null = stream.read()
    if (text) texts.push(String(text))
    return text ? String(text) : undefined
  }
  return {
    clock,
    stream,
    ends,
    take,
    over: ended.resolve,
    left: () => ({ alarms, listeners: listeners.size }),
    put(...changed: Diagnosis['findings']) {
      diagnosis.findings = changed
      for (const tell of listeners) tell()
    },
  }
}
const eventOf = (text: string | undefined) =>
  (JSON.parse(text?.replace(/^data: /, '') ?? '{}') as Diagnosis).findings.map(({ code, state }) => [
    code,
    state,
  ])

it('connected console 5 a stream has all findings first, then those that have changed, and ends with the last', async () => {
  const { take, put, over, stream, ends, left } = open(finding('a', 'waiting'), finding('b', 'waiting'))
  const gone = new Promise((resolve) => stream.once('close', resolve))
  expect(eventOf(take())).toEqual([
    ['a', 'waiting'],
    ['b', 'waiting'],
  ])
  // What changes before it is taken goes as it is then.
  put(finding('a', 'fine'), finding('b', 'waiting'))
  put(finding('a', 'fault'), finding('b', 'waiting'))
  expect(eventOf(take() ?? take())).toEqual([['a', 'fault']])
  expect(take()).toBeUndefined()
  put(finding('a', 'fault'), finding('b', 'fine'))
  expect(eventOf(take())).toEqual([['b', 'fine']])
  over()
  await turn()
  expect(take()).toBeUndefined()
  await gone
  expect([ends, left()]).toEqual([[true], { alarms: 0, listeners: 0 }])
})

it('connected console 5 a reader who leaves leaves neither alarm nor listener behind', async () => {
  const { take, stream, ends, left, clock } = open(finding('a', 'waiting'))
  take()
  expect(take()).toBeUndefined()
  await clock.advance(heartbeatSeconds * 1000)
  expect(take()).toBe(':\n\n')
  expect(left()).toEqual({ alarms: 2, listeners: 1 })
  const gone = new Promise((resolve) => stream.once('close', resolve))
  stream.destroy()
  await gone
  expect([ends, left()]).toEqual([[false], { alarms: 0, listeners: 0 }])
})

it('connected console 5 a stream ends when its time is over, with what is known by then', async () => {
  const { take, stream, ends, clock } = open(finding('a', 'waiting'))
  take()
  const gone = new Promise((resolve) => stream.once('close', resolve))
  await clock.advance(60_000)
  while (take());
  await gone
  expect(ends).toEqual([true])
})
