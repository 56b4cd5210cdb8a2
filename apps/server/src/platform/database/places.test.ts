import { describe, expect, it } from 'vitest'
import { createTestClock } from '../../testing/test-clock.ts'
import { createPlaces, NoPlace } from './places.ts'

describe('H3 places at the database', () => {
  /** Notes who has entered, in order; each leaves by its own function. */
  function stage(count: number) {
    const clock = createTestClock()
    const places = createPlaces(count, clock)
    const entered: string[] = []
    const leave = new Map<string, () => void>()
    const come = async (name: string) => {
      const left = await places.take(name.replace(/\d+$/, ''))
      entered.push(name)
      leave.set(name, left)
    }
    return { clock, places, entered, leave: (name: string) => leave.get(name)?.(), come }
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve))

  it('one call never has all of them, and another enters at once', async () => {
    const { entered, come, places } = stage(4)
    for (let i = 1; i <= 9; i++) void come(`slow${i}`)
    await turn()
    expect(entered).toEqual(['slow1', 'slow2', 'slow3'])
    void come('quick1')
    await turn()
    expect(entered.at(-1)).toBe('quick1')
    expect(places.waiting()).toBe(6)
  })

  it('of those who wait, whose call has the fewest enters first; among equals who came first', async () => {
    const { entered, come, leave } = stage(3)
    for (const name of ['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'd1']) void come(name)
    await turn()
    expect(entered).toEqual(['a1', 'a2', 'b1'])
    leave('a1')
    await turn()
    leave('b1')
    await turn()
    expect(entered.slice(3)).toEqual(['c1', 'b2'])
    leave('c1')
    await turn()
    expect(entered.slice(5)).toEqual(['d1'])
  })

  it('a single place serves every call, and a place is given back once', async () => {
    const { entered, come, leave } = stage(1)
    for (const name of ['a1', 'b1', 'c1']) void come(name)
    await turn()
    leave('a1')
    leave('a1')
    await turn()
    expect(entered).toEqual(['a1', 'b1'])
  })

  it('who waits five seconds is told, and takes no place afterwards', async () => {
    const { clock, entered, come, leave, places } = stage(1)
    void come('a1')
    const late = come('b1')
    const told = expect(late).rejects.toThrow(NoPlace)
    await turn()
    await clock.advance(5_000)
    await told
    leave('a1')
    await come('c1')
    expect([entered, places.waiting()]).toEqual([['a1', 'c1'], 0])
  })
})
