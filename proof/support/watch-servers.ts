import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { calls } from '@support-console/contract'

const every = 100
const patienceMs = 15_000

/** One question and how it ended; times on `performance.now`. */
interface Probe {
  begun: number
  ended: number
  status: number
}

interface Seen {
  writes: Probe[]
  readiness: Probe[]
  /** Ended without having been asked to. */
  brokenStreams: number
}

/** Asks each server ten times a second whether it is ready, and to write; listens to its news. */
export class ServerWatch {
  readonly #seen: Seen[]
  readonly #over = new AbortController()
  readonly #token: string

  constructor(urls: readonly string[], token: string) {
    this.#token = token
    this.#seen = urls.map((url) => {
      const seen: Seen = { writes: [], readiness: [], brokenStreams: 0 }
      void this.#each(() => this.#write(url), seen.writes)
      void this.#each(() => this.#ask(`${url}/readyz`), seen.readiness)
      void this.#listen(url, seen)
      return seen
    })
  }

  /** After how many milliseconds each server said that it was not ready; undefined: it never did. */
  redAfter = (lost: number): (number | undefined)[] =>
    this.#seen.map(({ readiness }) => {
      const red = readiness.find(({ begun, status }) => begun >= lost && status === 503)
      return red && red.ended - lost
    })

  /** How often a server said that it was ready in a time in which no primary answered. */
  greens = (from: number, to: number): number =>
    this.#seen
      .flatMap(({ readiness }) => readiness)
      .filter(({ begun, ended, status }) => begun > from && ended < to && status === 200).length

  /** Until each server has acknowledged a write that was asked for after `lost`; milliseconds after `promoted`, without an end after a minute. */
  async writesAfter(lost: number, promoted: number): Promise<number[]> {
    const firstOf = ({ writes }: Seen) =>
      Math.min(
        ...writes.filter(({ begun, status }) => begun >= lost && status < 300).map(({ ended }) => ended),
      )
    for (;;) {
      const first = this.#seen.map(firstOf)
      const isLate = performance.now() - promoted > 60_000
      if (isLate || first.every(Number.isFinite)) return first.map((at) => at - promoted)
      await pause(20)
    }
  }

  brokenStreams = (): number => this.#seen.reduce((sum, { brokenStreams }) => sum + brokenStreams, 0)

  stop(): void {
    this.#over.abort()
  }

  async #each(ask: () => Promise<number>, into: Probe[]): Promise<void> {
    const { signal } = this.#over
    while (!signal.aborted) {
      const begun = performance.now()
      void ask()
        .catch(() => 599)
        .then((status) => into.push({ begun, ended: performance.now(), status }))
      await pause(every, undefined, { signal }).catch(() => {})
    }
  }

  async #ask(url: string, init: RequestInit = {}): Promise<number> {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(patienceMs) })
    await response.arrayBuffer()
    return response.status
  }

  #write(url: string): Promise<number> {
    const { method, path } = calls.postActivityLog
    const what = { SessionId: '', Email: '', Activity: 'SIM Information', Detailinfo: '' }
    return this.#ask(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
        'x-transaction-id': randomUUID(),
      },
      body: JSON.stringify({ ...what, ActionMessage: 'Compare SIM 8901170000000000013' }),
    })
  }

  async #listen(url: string, seen: Seen): Promise<void> {
    const { signal } = this.#over
    while (!signal.aborted) {
      try {
        const response = await fetch(`${url}/api/news/v1/stream`, {
          headers: { authorization: `Bearer ${this.#token}` },
          signal,
        })
        for await (const _ of response.body ?? []) if (signal.aborted) return
      } catch {
        // Counted below, unless it was we who ended it.
      }
      if (signal.aborted) return
      seen.brokenStreams++
      await pause(500)
    }
  }
}
