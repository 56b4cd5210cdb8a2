import type { NewsKind, Notice } from '@support-console/contract'

/** Of so many things of one kind each is named; of more only the kind. */
const mostNamed = 200

/** Notices that wait to be passed on: each thing once, and never more than can be borne. */
interface Gathered {
  add(notice: Notice): void
  isEmpty(): boolean
  /** All of them; then there are none. */
  take(): Notice[]
}

export function createGathered(): Gathered {
  const kinds = new Map<NewsKind, Set<string> | 'any'>()
  return {
    add({ kind, id }) {
      const ids = kinds.get(kind) ?? new Set<string>()
      if (ids === 'any') return
      if (id === null || (ids.size >= mostNamed && !ids.has(id))) kinds.set(kind, 'any')
      else kinds.set(kind, ids.add(id))
    },
    isEmpty: () => kinds.size === 0,
    take() {
      const notices = [...kinds].flatMap(([kind, ids]): Notice[] =>
        ids === 'any' ? [{ kind, id: null }] : Array.from(ids, (id) => ({ kind, id })),
      )
      kinds.clear()
      return notices
    },
  }
}
