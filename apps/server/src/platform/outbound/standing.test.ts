import { beforeEach, describe, expect, it } from 'vitest'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import type { SettledCall } from './neighbour.ts'
import { createStanding, quietMs, type Standing } from './standing.ts'

describe('how a neighbour has answered of late', () => {
  let clock: TestClock
  let standing: Standing
  beforeEach(() => {
    clock = createTestClock()
    standing = createStanding(clock)
  })
  const note = (outcome: SettledCall['outcome'], times = 1, system = 'Northcell') => {
    for (let i = 0; i < times; i++)
      standing.note({
        ...{ neighbour: 'north', system, operation: 'read', outcome },
        ...{ durationMs: 1, attempts: 1, waitedMs: 0 },
      })
  }
  const failures = () => standing.troubles().map(({ system, failed, calls }) => [system, failed, calls])

  it('is trouble when five of the last ten calls failed', () => {
    note('success', 10)
    note('timeout', 4)
    expect(failures()).toEqual([])
    note('success', 2)
    note('timeout')
    expect(failures()).toEqual([['Northcell', 5, 10]])
  })

  it('is none when five of more than ten failed', () => {
    for (let i = 0; i < 4; i++) {
      note('timeout')
      note('success', 2)
    }
    note('timeout')
    expect(failures()).toEqual([])
  })

  it('is trouble of that neighbour alone, since the first failure', async () => {
    const at = () => clock.now().toISOString()
    note('success', 1, 'Southcell')
    note('success')
    await clock.advance(1000)
    const since = at()
    note('unreachable', 4)
    await clock.advance(1000)
    note('unreachable')
    const askedAt = at()
    await clock.advance(1000)
    expect(standing.troubles()).toEqual([{ system: 'Northcell', failed: 5, calls: 6, since, askedAt }])
  })

  it('takes a no, and that there is no such thing, as an answer, and a caller who left as none', () => {
    note('refused', 5)
    note('not-found', 5)
    expect(failures()).toEqual([])
    note('timeout', 4)
    note('cancelled', 5)
    expect(failures()).toEqual([])
  })

  it('is no trouble after three answers in a row, and what was is not held against it', () => {
    note('timeout', 9)
    note('success', 2)
    expect(failures()).toEqual([['Northcell', 9, 11]])
    note('success')
    expect(failures()).toEqual([])
    note('timeout', 4)
    expect(failures()).toEqual([])
    note('timeout')
    expect(failures()).toEqual([['Northcell', 5, 8]])
  })

  it('says nothing of a neighbour that was not asked for half an hour', async () => {
    note('timeout', 4)
    await clock.advance(quietMs)
    note('timeout', 4)
    expect(failures()).toEqual([])
    note('timeout')
    expect(failures()).toEqual([['Northcell', 5, 5]])
    await clock.advance(quietMs)
    expect(failures()).toEqual([])
  })

  it('looks at the last forty calls', () => {
    note('timeout', 50)
    expect(failures()).toEqual([['Northcell', 40, 40]])
  })
})
