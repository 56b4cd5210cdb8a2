/** The part of the browser's Storage that is used. */
type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export interface SafeStorage {
  get(key: string): string | null
  /** False when the browser has no room for it; what it does not take holds until the page is left. */
  set(key: string, value: string): boolean
  remove(key: string): void
  keys(): string[]
}

/**
 * A browser's storage that never throws: where the user's settings refuse storage (SecurityError) or it is full
 * (QuotaExceededError), values live in memory until the page is left.
 */
export function safeStorage(open: () => BrowserStorage): SafeStorage {
  const memory = new Map<string, string>()
  const withBrowser = <T>(work: (storage: BrowserStorage) => T, otherwise: T): T => {
    try {
      return work(open())
    } catch {
      return otherwise
    }
  }
  const keysOf = (storage: BrowserStorage) =>
    Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
  return {
    get: (key) => memory.get(key) ?? withBrowser((storage) => storage.getItem(key), null),
    set(key, value) {
      memory.delete(key)
      const isKept = withBrowser((storage) => {
        storage.setItem(key, value)
        return true
      }, false)
      if (!isKept) memory.set(key, value)
      // A browser that refuses storage altogether is not full: nothing that is removed would make room.
      return isKept || withBrowser((storage) => storage.length, 0) === 0
    },
    remove(key) {
      memory.delete(key)
      withBrowser((storage) => storage.removeItem(key), undefined)
    },
    keys: () => [...new Set([...withBrowser(keysOf, []), ...memory.keys()])],
  }
}

/** What this browser keeps for all tabs. */
export const localStore = safeStorage(() => localStorage)
/** What this tab keeps over reloads. */
export const tabStore = safeStorage(() => sessionStorage)
