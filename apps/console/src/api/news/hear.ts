import { type News, readNews } from './stream.ts'

/** One tab reads for all of a browser (D37); when it closes, another one has the lock, and reads. */
const LOCK = 'support-console-news'
/** How the others hear it. What travels names kinds and ids alone. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(LOCK) : null

const listeners = new Set<(news: News) => void>()
let hasBegun = false

/** Calls `listener` with all news until the returned function is called. */
export function hearNews(listener: (news: News) => void): () => void {
  listeners.add(listener)
  if (!hasBegun) begin()
  return () => listeners.delete(listener)
}

function begin(): void {
  hasBegun = true
  channel?.addEventListener('message', ({ data }) => tell(data))
  void elect()
}

async function elect(): Promise<void> {
  const tellAll = (news: News) => {
    tell(news)
    channel?.postMessage(news)
  }
  const isFirst = await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) =>
    lock ? readNews(tellAll, false) : false,
  )
  if (isFirst === false) await navigator.locks.request(LOCK, () => readNews(tellAll, true))
}

function tell(news: News): void {
  for (const listener of [...listeners]) listener(news)
}
