import { describe, expect, it } from 'vitest'
import { Outbox, type WaitingEntry } from './outbox.ts'

/** A storage as browsers have it, with as little room as wanted. */
class Room {
  readonly #items = new Map<string, string>()
  readonly #most: number
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most
  }
  get length() {
    return this.#items.size
  }
  key(index: number) {
    return [...this.#items.keys()][index] ?? null
  }
  getItem(key: string) {
    return this.#items.get(key) ?? null
  }
  setItem(key: string, value: string) {
    if (!this.#items.has(key) && this.#items.size >= this.#most)
      throw new DOMException('', 'QuotaExceededError')
    this.#items.set(key, value)
  }
  removeItem(key: string) {
    this.#items.delete(key)
  }
}

const entry = (n: number, subject = 'u1'): WaitingEntry => ({
  transactionId: `t${n}`,
  subject,
  sessionId: 's',
  email: 'e@example.com',
  activity: 'SIM Information',
  message: `Compare ${n}`,
  at: 1_000_000 + n,
})
const ids = (entries: WaitingEntry[]) => entries.map(({ transactionId }) => transactionId)

describe('D18 the outbox', () => {
  it('gives the user’s entries, oldest first, also to the next page load', () => {
    const room = new Room()
    const outbox = new Outbox(room)
    for (const n of [3, 1, 2]) outbox.put(entry(n))
    expect(ids(new Outbox(room).waiting('u1', 1_000_010))).toEqual(['t1', 't2', 't3'])
  })

  it('never gives one user’s entries for another', () => {
    const outbox = new Outbox(new Room())
    outbox.put(entry(1, 'u1'))
    outbox.put(entry(2, 'u2'))
    expect(ids(outbox.waiting('u2', 1_000_010))).toEqual(['t2'])
    expect(ids(outbox.waiting('u1', 1_000_010))).toEqual(['t1'])
  })

  it('forgets what was delivered, and nothing else', () => {
    const outbox = new Outbox(new Room())
    outbox.put(entry(1))
    outbox.put(entry(11))
    outbox.remove(entry(1))
    expect(ids(outbox.waiting('u1', 1_000_010))).toEqual(['t11'])
  })

  it('is bounded: the oldest make room', () => {
    const outbox = new Outbox(new Room())
    for (let n = 0; n < 510; n++) outbox.put(entry(n))
    const waiting = ids(outbox.waiting('u1', 1_000_510))
    expect(waiting).toHaveLength(500)
    expect(waiting.at(0)).toBe('t10')
    expect(waiting.at(-1)).toBe('t509')
  })

  it('makes room when the browser’s storage is full', () => {
    const outbox = new Outbox(new Room(2))
    for (const n of [1, 2, 3]) outbox.put(entry(n))
    expect(ids(outbox.waiting('u1', 1_000_010))).toEqual(['t2', 't3'])
  })

  it('drops what is unreadable or a month old, and leaves strangers’ items alone', () => {
    const room = new Room()
    const outbox = new Outbox(room)
    room.setItem('support-console:activity:x', '{')
    room.setItem('somebody:else', '1')
    outbox.put(entry(1))
    expect(ids(outbox.waiting('u1', 1_000_001 + 31 * 24 * 3600 * 1000))).toEqual([])
    expect(room.length).toBe(1)
  })
})
