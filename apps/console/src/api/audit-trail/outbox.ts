import type { SafeStorage } from '../../ui/safe-storage.ts'
import { serverNow } from '../../ui/server-clock.ts'

/**
 * Audit entries that wait for delivery (D18): in localStorage, so that they survive reload and restart, one
 * item each, so that tabs do not overwrite each other. No token is in them (R2).
 */
const PREFIX = 'support-console:activity:'
/** Entries beyond it: the oldest go first. A browser's storage holds some five million characters. */
const MOST = 500
/** An entry that no one could deliver for so long says nothing any more, in milliseconds: 30 days. */
const LONGEST = 30 * 24 * 60 * 60 * 1000

export interface WaitingEntry {
  /** Also the transaction id it travels under: sent twice, it is recorded once (D9). */
  transactionId: string
  /** Whose it is: it is never sent under another user's token. */
  subject: string
  sessionId: string
  email: string
  activity: string
  message: string
  /** Milliseconds since 1970. */
  at: number
}

export class Outbox {
  readonly #store: SafeStorage

  constructor(store: SafeStorage) {
    this.#store = store
  }

  /** Keeps an entry; the oldest ones make room when there are too many or the storage is full. */
  put(entry: WaitingEntry): void {
    const keys = this.#keys()
    for (const key of keys.splice(0, Math.max(0, keys.length - MOST + 1))) this.#store.remove(key)
    const key = PREFIX + String(entry.at).padStart(15, '0') + entry.transactionId
    while (!this.#store.set(key, JSON.stringify(entry))) {
      const oldest = keys.shift()
      if (oldest === undefined) return
      this.#store.remove(oldest)
    }
  }

  /** The user's entries, oldest first; what is unreadable or too old is dropped. */
  waiting(subject: string, now = serverNow()): WaitingEntry[] {
    const found: WaitingEntry[] = []
    for (const key of this.#keys()) {
      const entry = this.#read(key)
      if (!entry || now - entry.at > LONGEST) this.#store.remove(key)
      else if (entry.subject === subject) found.push(entry)
    }
    return found
  }

  remove(entry: Pick<WaitingEntry, 'transactionId'>): void {
    for (const key of this.#keys()) if (key.endsWith(entry.transactionId)) this.#store.remove(key)
  }

  #keys(): string[] {
    return this.#store
      .keys()
      .filter((key) => key.startsWith(PREFIX))
      .sort()
  }

  #read(key: string): WaitingEntry | null {
    try {
      const entry = JSON.parse(this.#store.get(key) ?? '') as Partial<WaitingEntry>
      const texts = [entry.transactionId, entry.subject, entry.activity, entry.message]
      return texts.every((text) => typeof text === 'string') && typeof entry.at === 'number'
        ? (entry as WaitingEntry)
        : null
    } catch {
      return null
    }
  }
}
