import type { Clock } from '../platform/clock.ts'

/**
 * A clock that only tests move. Anyone who waits by it holds nothing up when a test ends: no timer runs.
 *
 * Time goes on by `advance`; where it is `passing`, also by itself whenever someone waits: to the end of the wait that
 * ends first. Limits (`after`) do not make it go on, so that nothing which is under way is ever cut short by itself.
 */
export interface TestClock extends Clock {
  /** Ends the waits and rings the alarms of that time one after another, also those that come up meanwhile. */
  advance(ms: number): Promise<void>
  /** To the end of the wait that ends first, where someone waits. */
  passNext(): Promise<void>
  /** As when the process was held up for so long: what was due meanwhile comes late, and once. */
  jump(ms: number): void
  /** How many waits and alarms there are for later than this: what was left or is over keeps none. */
  pending(laterThanMs: number): number
  /** Resolves as soon as someone waits; who waits already counts. */
  someoneWaits(): Promise<void>
  passing: boolean
}

interface Due {
  at: number
  isWait: boolean
  ring: () => void
}

export function createTestClock({ passing = false } = {}): TestClock {
  const begun = Date.now()
  let passed = 0
  let isStepping = false
  const dues = new Set<Due>()
  let watchers: (() => void)[] = []

  const first = (among: (due: Due) => boolean): Due | undefined =>
    [...dues].filter(among).reduce<Due | undefined>((a, b) => (a && a.at <= b.at ? a : b), undefined)

  function add(ms: number, isWait: boolean, ring: () => void) {
    const due = { at: passed + Math.max(0, ms), isWait, ring }
    dues.add(due)
    return { stop: () => void dues.delete(due) }
  }

  function ringOne(due: Due): void {
    passed = Math.max(passed, due.at)
    dues.delete(due)
    due.ring()
  }

  /** What was woken comes to its next wait, where nothing but the clock keeps it from there. */
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

  async function advanceTo(end: number): Promise<void> {
    for (;;) {
      const due = first(({ at }) => at <= end)
      if (!due) break
      ringOne(due)
      await turn()
    }
    passed = Math.max(passed, end)
  }

  const nextWait = () => first(({ isWait }) => isWait)

  async function pass(): Promise<void> {
    if (isStepping) return
    isStepping = true
    await turn()
    for (let next = nextWait(); next && isPassing; next = nextWait()) await advanceTo(next.at)
    isStepping = false
  }

  let isPassing = passing
  const clock: TestClock = {
    now: () => new Date(begun + Math.round(passed)),
    elapsed: () => passed,
    wait(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const leave = () => {
          wait.stop()
          reject(signal?.reason)
        }
        const wait = add(ms, true, () => {
          signal?.removeEventListener('abort', leave)
          resolve()
        })
        signal?.addEventListener('abort', leave, { once: true })
        for (const tell of watchers.splice(0)) tell()
        if (isPassing) void pass()
      })
    },
    after: (ms, ring) => add(ms, false, ring),
    async advance(ms) {
      await advanceTo(passed + ms)
      // What was woken last has done what it does at once.
      await turn()
    },
    async passNext() {
      const next = nextWait()
      if (next) await advanceTo(next.at)
    },
    jump(ms) {
      passed += ms
      for (const due of [...dues].sort((a, b) => a.at - b.at))
        if (due.at <= passed && dues.has(due)) ringOne(due)
    },
    pending: (ms) => [...dues].filter(({ at }) => at > passed + ms).length,
    someoneWaits() {
      if (nextWait()) return Promise.resolve()
      return new Promise((resolve) => {
        watchers = [...watchers, resolve]
      })
    },
    get passing() {
      return isPassing
    },
    set passing(value) {
      isPassing = value
      if (value) void pass()
    },
  }
  return clock
}
