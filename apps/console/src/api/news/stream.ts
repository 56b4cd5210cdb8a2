import type { Notice } from '@support-console/contract'
import { heartbeatSeconds } from '@support-console/contract/times'
import { backOff, onSession } from '../../session/index.ts'
import { readEvents } from '../event-stream.ts'

/** So long nothing may come, not even a sign of life, before the stream counts as lost, in milliseconds. */
const longestSilence = 2.5 * heartbeatSeconds * 1000
/** A first stream that stands this soon has missed nothing, in milliseconds: the screen was reading meanwhile. */
const soon = 1000

/** `again`: something may have been missed; whatever is shown is asked for again. */
type News = readonly Notice[] | 'again'

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

/**
 * Reads the one stream of this browser (D37), for as long as this tab lives: with each token again, after a loss again and
 * again with growing pauses. Without it nothing is wrong, only later.
 * @param hasMissed another tab read until now
 */
async function readNews(tell: (news: News) => void, hasMissed: boolean): Promise<never> {
  const began = performance.now()
  let isNew = !hasMissed
  for (let failures = 0; ; ) {
    try {
      await readOnce(tell, () => {
        if (!isNew || performance.now() - began > soon) tell('again')
        isNew = false
        failures = 0
      })
      failures = 1
    } catch {
      // Away, refused, or no one is signed in: the screens' own calls say so.
      failures += 1
    }
    await new Promise((resolve) => setTimeout(resolve, backOff(failures)))
  }
}

/** One stream, until the server ends it. Rejects where it breaks off, says nothing any more, or the user is signed out. */
async function readOnce(tell: (news: News) => void, onOpen: () => void): Promise<void> {
  const leaving = new AbortController()
  const forget = onSession('signedOut', () => leaving.abort())
  let silence: ReturnType<typeof setTimeout> | undefined
  const listen = () => {
    clearTimeout(silence)
    silence = setTimeout(() => leaving.abort(), longestSilence)
  }
  try {
    await readEvents<Notice[]>('/news/v1/stream', {
      signal: leaving.signal,
      onOpen,
      onSign: listen,
      onEvent: tell,
    })
  } finally {
    clearTimeout(silence)
    forget()
    leaving.abort()
  }
}
