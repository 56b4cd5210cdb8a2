/** A single key of the page that is shown; the frame listens, and lists them by `?`. */
export interface PageKey {
  readonly key: string
  readonly what: string
  readonly run: () => void
}

/** Those of the parts that are shown. */
export const keysShown = new Set<{ readonly current: readonly PageKey[] }>()

export const pageKeys = (): PageKey[] => [...keysShown].flatMap(({ current }) => current)
