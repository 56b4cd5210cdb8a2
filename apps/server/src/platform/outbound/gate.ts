import { type Alarm, type Clock, goOnAfter } from '../clock.ts'

/**
 * Who may call a neighbour now: so many in flight, so many a second, a bounded queue behind them that forgets who
 * went away or waited too long. cockatiel's bulkhead keeps a caller who left in its queue and knows no rate, so this
 * is our own; another kind of gate (one shared by all replicas) can stand in its place.
 */
export interface Gate {
  /**
   * Runs `work` when there is room. Rejects with `GateClosed` when the queue is full or the wait too long, and with
   * the signal's reason when the caller goes away while waiting. Who is `isPatient` lets
   * everybody else go first (D30) and leaves one place free for them, but for a turn every `PATIENT_EVERY_MS`.
   */
  pass<T>(work: () => Promise<T>, signal?: AbortSignal, isPatient?: boolean): Promise<T>
  /** How many of this process call the neighbour now, and how many wait for that. */
  counts(): { inFlight: number; waiting: number }
}

/** `unavailable`: what the replicas share cannot be reached. */
type GateClosedReason = 'queue-full' | 'waited-too-long' | 'unavailable'

export class GateClosed extends Error {
  override name = 'GateClosed'
  readonly reason: GateClosedReason
  constructor(reason: GateClosedReason) {
    super(reason)
    this.reason = reason
  }
}

export interface GateOptions {
  /** Calls in flight at most. */
  inFlight: number
  /** Callers that may wait for a place, and as many patient ones; one more is refused. */
  queue: number
  /** How long one may wait, in milliseconds. */
  waitAtMostMs: number
  /** At most `calls` in any `perMs` milliseconds, however one counts: see `earliestStart`. */
  rate?: { calls: number; perMs: number }
  /** Whether the limits hold over all replicas of the server, where they share a database. */
  isShared?: boolean
}

/** However many people ask, one of the patient has a turn this often: a batch is slow then, and does not starve. */
export const PATIENT_EVERY_MS = 60_000

/** How many may be in flight so that one more who is patient may, too: a person must not wait for the end of a slow call. */
export const roomForPatient = (inFlight: number): number => Math.max(1, inFlight - 1)
const roomFor = (isPatient: boolean, inFlight: number): number =>
  isPatient ? roomForPatient(inFlight) : inFlight

interface Waiting {
  start: () => void
}

export function createGate(
  clock: Clock,
  { inFlight, queue: queueLimit, waitAtMostMs, rate }: GateOptions,
): Gate {
  const people = new Set<Waiting>()
  const patient = new Set<Waiting>()
  let active = 0
  let patientTurnAt = 0
  let wakeUp: Alarm | undefined
  /** When the most recent calls ended, oldest first; infinity while they run. */
  const marks: { endedAt: number }[] = []

  /**
   * A call may be seen by the other side at any moment between its start and its end. So the oldest call of a full
   * window counts from its end: then not even a slow line makes two windows overlap.
   */
  function earliestStart(): number {
    const oldest = rate && marks[marks.length - rate.calls]
    return oldest ? oldest.endedAt + rate.perMs : 0
  }

  function openUp(): void {
    wakeUp?.stop()
    wakeUp = undefined
    const [longest] = patient
    const first = longest && clock.elapsed() >= patientTurnAt ? [longest] : []
    for (const waiting of new Set([...first, ...people, ...patient])) {
      const isLast = patient.has(waiting) && !first.includes(waiting)
      if (active >= roomFor(isLast, inFlight)) return
      const waitMs = earliestStart() - clock.elapsed()
      if (waitMs > 0) {
        // Where the wait has no end yet, the call that it waits for opens up when it ends.
        if (Number.isFinite(waitMs)) wakeUp = goOnAfter(clock, Math.ceil(waitMs), openUp)
        return
      }
      people.delete(waiting)
      if (patient.delete(waiting)) patientTurnAt = clock.elapsed() + PATIENT_EVERY_MS
      waiting.start()
    }
  }

  async function run<T>(work: () => Promise<T>): Promise<T> {
    active++
    const mark = { endedAt: Number.POSITIVE_INFINITY }
    if (rate) {
      marks.push(mark)
      if (marks.length > rate.calls) marks.shift()
    }
    try {
      return await work()
    } finally {
      mark.endedAt = clock.elapsed()
      active--
      openUp()
    }
  }

  return {
    counts: () => ({ inFlight: active, waiting: people.size + patient.size }),
    pass<T>(work: () => Promise<T>, signal?: AbortSignal, isPatient = false): Promise<T> {
      if (signal?.aborted) return Promise.reject(signal.reason)
      const queue = isPatient ? patient : people
      if (queue.size >= queueLimit) return Promise.reject(new GateClosed('queue-full'))
      return new Promise<T>((resolve, reject) => {
        const leave = (reason: unknown) => {
          queue.delete(waiting)
          settle()
          reject(reason)
        }
        const onAbort = () => leave(signal?.reason)
        const timer = clock.after(waitAtMostMs, () => leave(new GateClosed('waited-too-long')))
        const settle = () => {
          timer.stop()
          signal?.removeEventListener('abort', onAbort)
        }
        const waiting: Waiting = {
          start: () => {
            settle()
            run(work).then(resolve, reject)
          },
        }
        signal?.addEventListener('abort', onAbort, { once: true })
        if (isPatient && patient.size === 0) patientTurnAt = clock.elapsed() + PATIENT_EVERY_MS
        queue.add(waiting)
        openUp()
      })
    },
  }
}
