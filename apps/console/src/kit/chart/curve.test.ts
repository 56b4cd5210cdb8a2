import { describe, expect, it } from 'vitest'
import { curveOf, ticksOf, together } from './curve.ts'

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

describe('2.13, use 2 the charts of all containers', () => {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

  it('add up what each said nearest to an instant, though they are asked at different seconds', () => {
    const one = Array.from({ length: 11 }, (_, i) => ({ at: i * 60_000, value: 10 + i }))
    const other = one.map(({ at }) => ({ at: at + 5_000, value: 100 }))
    const total = together([one, other], { from: 0, to: 605_000 }, sum)
    expect(total).toHaveLength(121)
    expect([total[0]?.value, total.at(-1)?.value]).toEqual([110, 120])
  })

  it('leave a container out while nothing is known of it, and never count it as nothing', () => {
    const samples = (minutes: readonly number[], value: number) => minutes.map((at) => minute(at, value))
    const always = samples([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 50)
    const gone = samples([0, 1, 2], 30)
    const highest = together([always, gone], { from: 0, to: 720_000 }, (values) => Math.min(...values))
    expect(highest.find(({ at }) => at === 120_000)?.value).toBe(30)
    expect(highest.at(-1)?.value).toBe(50)
    expect(together([], range, sum)).toEqual([])
  })

  it('stand between round values', () => {
    expect(ticksOf(2_431, 2_552)).toEqual([2400, 2450, 2500, 2550, 2600])
    expect(ticksOf(0, 0)).toEqual([0, 0.5])
    expect(ticksOf(8_640, 8_640)).toEqual([8600, 8650])
  })
})
