import { describe, expect, it } from 'vitest'
import { safeStorage } from '../../ui/safe-storage.ts'
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

const outboxIn = (room: Room) => new Outbox(safeStorage(() => room))

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
    const outbox = outboxIn(room)
    for (const n of [3, 1, 2]) outbox.put(entry(n))
    expect(ids(outboxIn(room).waiting('u1', 1_000_010))).toEqual(['t1', 't2', 't3'])
  })

  it('never gives one user’s entries for another', () => {
    const outbox = outboxIn(new Room())
    outbox.put(entry(1, 'u1'))
    outbox.put(entry(2, 'u2'))
    expect(ids(outbox.waiting('u2', 1_000_010))).toEqual(['t2'])
    expect(ids(outbox.waiting('u1', 1_000_010))).toEqual(['t1'])
  })

  it('forgets what was delivered, and nothing else', () => {
    const outbox = outboxIn(new Room())
    outbox.put(entry(1))
    outbox.put(entry(11))
    outbox.remove(entry(1))
    expect(ids(outbox.waiting('u1', 1_000_010))).toEqual(['t11'])
  })

  it('is bounded: the oldest make room', () => {
    const outbox = outboxIn(new Room())
    for (let n = 0; n < 510; n++) outbox.put(entry(n))
    const waiting = ids(outbox.waiting('u1', 1_000_510))
    expect(waiting).toHaveLength(500)
    expect(waiting.at(0)).toBe('t10')
    expect(waiting.at(-1)).toBe('t509')
  })

  it('makes room when the browser’s storage is full', () => {
    const outbox = outboxIn(new Room(2))
    for (const n of [1, 2, 3]) outbox.put(entry(n))
    expect(ids(outbox.waiting('u1', 1_000_010))).toEqual(['t2', 't3'])
  })

  it('keeps entries until the page is left where storage is refused', () => {
    const refused = safeStorage(() => {
      throw new DOMException('', 'SecurityError')
    })
    const outbox = new Outbox(refused)
    for (const n of [1, 2]) outbox.put(entry(n))
    outbox.remove(entry(1))
    expect(ids(outbox.waiting('u1', 1_000_010))).toEqual(['t2'])
  })

  it('keeps an entry until the page is left where others have filled the storage', () => {
    const room = new Room(1)
    room.setItem('another:key', '1')
    const outbox = outboxIn(room)
    outbox.put(entry(1))
    expect(ids(outbox.waiting('u1', 1_000_010))).toEqual(['t1'])
    expect(room.getItem('another:key')).toBe('1')
  })

  it('drops what is unreadable or a month old, and leaves strangers’ items alone', () => {
    const room = new Room()
    const outbox = outboxIn(room)
    room.setItem('support-console:activity:x', '{')
    room.setItem('another:key', '1')
    outbox.put(entry(1))
    expect(ids(outbox.waiting('u1', 1_000_001 + 31 * 24 * 3600 * 1000))).toEqual([])
    expect(room.length).toBe(1)
  })
})
