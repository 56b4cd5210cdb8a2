import { describe, expect, it } from 'vitest'
import { curveOf } from './curve.ts'

const size = { width: 106, height: 26 }
const minute = (at: number, value: number) => ({ at: at * 60_000, value })
const range = { from: 0, to: 600_000 }

describe('2.13 the small charts', () => {
  it('run from the first to the last instant, the highest value on top', () => {
    const { points, low, high, path } = curveOf([minute(0, 10), minute(5, 30), minute(10, 20)], range, size)
    expect(points.map(({ x, y }) => [x, y])).toEqual([
      [3, 23],
      [53, 3],
      [103, 13],
    ])
    expect([low, high]).toEqual([10, 30])
    expect(path).toBe('M3.0 23.0L53.0 3.0L103.0 13.0')
  })

  it('break where samples are missing', () => {
    const samples = [0, 1, 2, 3, 9, 10].map((at) => minute(at, at))
    expect(curveOf(samples, range, size).path.match(/M/g)).toHaveLength(2)
  })

  it('run level through the middle where nothing changes, and are empty without samples', () => {
    expect(curveOf([minute(0, 5), minute(1, 5)], range, size).points.map(({ y }) => y)).toEqual([13, 13])
    expect(curveOf([], range, size).path).toBe('')
  })
})
