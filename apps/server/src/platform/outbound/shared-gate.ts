import type { Client } from 'pg'
import { type Alarm, type Clock, timeLimit, within } from '../clock.ts'
import {
  createGate,
  type Gate,
  GateClosed,
  type GateOptions,
  PATIENT_EVERY_MS,
  roomForPatient,
} from './gate.ts'
import { untilAborted } from './until-aborted.ts'

/** Our advisory locks for gates; the second number is made from the gate's name and the place's. */
const LOCK_CLASS = 7404
/** A session that no one used for this long is closed. */
const IDLE_MS = 10_000
/** A session that takes longer to give its place back is closed: anyone who comes next must not wait for a dead line. */
const LEAVE_WITHIN_MS = 5000
/** How soon one looks again for what ends without a word: a free slot, a call in another slot. */
const LOOK_AGAIN_MS = 25

export interface SharedGate extends Gate {
  close: () => Promise<void>
}

interface SharedGateParts {
  clock: Clock
  /** Opens a connection to the database that all replicas share; see `Database.openSession`. */
  openSession: () => Promise<Client>
  log: { warn: (facts: object, message: string) => void }
}

/**
 * A gate whose limits hold over all replicas (D5): first the place in this process, then one of the `inFlight` slots,
 * which are session locks in the database, and the rate by the database's clock. A slot is lost with its connection, so
 * a killed replica frees it at once. Anyone who looks for a slot holds the gate's turnstile, so one looks at a time, in
 * the order in which they came. Patient callers (D30) stand in no line: they take the turnstile only for a look, and
 * only while no one else waits on any replica; who had to wait too long for that stands in line as well.
 */
export function createSharedGate(parts: SharedGateParts, key: string, options: GateOptions): SharedGate {
  const { clock } = parts
  // One for each kind: a person must not wait in this process behind a batch that lets others go first.
  const people = createGate(clock, options)
  const patient = createGate(clock, options)
  const idle = new Map<Client, Alarm>()
  /** Those that give their slot back; anyone who comes next waits for one of them rather than open another session. */
  const leaving = new Set<Promise<void>>()
  let inFlight = 0

  async function takeSession(): Promise<Client> {
    await Promise.race(leaving.size > 0 ? leaving : [undefined])
    for (const [session, alarm] of idle) {
      alarm.stop()
      idle.delete(session)
      return session
    }
    const session = await parts.openSession()
    session.once('end', () => {
      idle.get(session)?.stop()
      idle.delete(session)
    })
    return session
  }

  function giveBack(session: Client): void {
    const alarm = clock.after(IDLE_MS, () => {
      idle.delete(session)
      void session.end().catch(() => {})
    })
    idle.set(session, alarm)
  }

  async function leave({ session, slot, callId }: Place): Promise<void> {
    try {
      await within(clock, LEAVE_WITHIN_MS, giveBackPlace(session, slot, callId))
      giveBack(session)
    } catch (error) {
      // The lock went with the connection; the next one in this slot writes down that the call ended.
      parts.log.warn({ gate: key, why: reasonOf(error) }, 'lost the connection that held a shared gate')
      void session.end().catch(() => {})
    }
  }

  async function giveBackPlace(session: Client, slot: number, callId: number): Promise<void> {
    await session.query('update shared_gate_call set ended_at = clock_timestamp() where call_id = $1', [
      callId,
    ])
    await unlock(session, key, slot)
  }

  async function enter(waiting: AbortSignal, isPatient: boolean): Promise<Place> {
    const taking = takeSession()
    const session = await untilAborted(taking, waiting).catch((error: unknown) => {
      taking.then(giveBack, () => {})
      throw error
    })
    // Ends the connection, also while a query on it waits for a lock.
    const giveUp = () => void session.end().catch(() => {})
    waiting.addEventListener('abort', giveUp, { once: true })
    try {
      waiting.throwIfAborted()
      return await takePlace({ clock, session, key, options, signal: waiting }, isPatient)
    } catch (error) {
      giveUp()
      throw error
    } finally {
      waiting.removeEventListener('abort', giveUp)
    }
  }

  async function hold<T>(
    work: () => Promise<T>,
    until: number,
    isPatient: boolean,
    signal?: AbortSignal,
  ): Promise<T> {
    const timeUp = timeLimit(clock, Math.max(1, Math.ceil(until - clock.elapsed())))
    const waiting = signal ? AbortSignal.any([signal, timeUp.signal]) : timeUp.signal
    let place: Place
    try {
      place = await enter(waiting, isPatient)
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (timeUp.signal.aborted) throw new GateClosed('waited-too-long')
      parts.log.warn({ gate: key, why: reasonOf(error) }, 'a shared gate cannot be used')
      throw new GateClosed('unavailable')
    } finally {
      timeUp.stop()
    }
    inFlight++
    try {
      return await work()
    } finally {
      inFlight--
      // The answer does not wait for the database; anyone who comes next does.
      const gone = leave(place).finally(() => leaving.delete(gone))
      leaving.add(gone)
    }
  }

  return {
    pass(work, signal, isPatient = false) {
      const until = clock.elapsed() + options.waitAtMostMs
      return (isPatient ? patient : people).pass(() => hold(work, until, isPatient, signal), signal)
    },
    counts() {
      const inside = [people.counts(), patient.counts()]
      // Anyone who has passed the gate of this process and not the database's still waits.
      return {
        inFlight,
        waiting: inside.reduce((sum, each) => sum + each.inFlight + each.waiting, 0) - inFlight,
      }
    },
    async close() {
      const end = async () => {
        await Promise.all(leaving)
        await Promise.all([...idle.keys()].map((session) => session.end().catch(() => {})))
      }
      await within(clock, 1000, end()).catch(() => {})
    },
  }
}

interface Place {
  session: Client
  slot: number
  callId: number
}

interface Entry {
  clock: Clock
  session: Client
  key: string
  options: GateOptions
  signal: AbortSignal
}

async function takePlace(entry: Entry, isPatient: boolean): Promise<Place> {
  const { clock, session, key, options, signal } = entry
  const { rate } = options
  const slotAtRest = isPatient ? await takeSlotLast(entry) : undefined
  const slot = slotAtRest ?? (await takeSlotInLine(entry))
  // No one else is in this slot, so a call in it that has no end was cut off with its replica.
  await endCallsOf(session, key, slot)
  if (rate) await untilRateAllows(clock, session, key, slot, rate, signal)
  const { rows } = await session.query<{ call_id: number }>(
    `with old as (delete from shared_gate_call where gate = $1 and ended_at < clock_timestamp() - interval '1 minute')
     insert into shared_gate_call (gate, slot) values ($1, $2) returning call_id`,
    [key, slot],
  )
  await unlock(session, key, TURNSTILE)
  if (slotAtRest === undefined)
    await session.query('select pg_advisory_unlock_shared($1, hashtext($2))', [
      LOCK_CLASS,
      nameOf(key, PEOPLE),
    ])
  return { session, slot, callId: rows[0]?.call_id ?? 0 }
}

const TURNSTILE = 0
/** Held, together, by all who are not patient and wait. */
const PEOPLE = -1

/** With the turnstile, which is kept. */
async function takeSlotInLine({ clock, session, key, options, signal }: Entry): Promise<number> {
  await session.query('select pg_advisory_lock_shared($1, hashtext($2))', [LOCK_CLASS, nameOf(key, PEOPLE)])
  await lock(session, key, TURNSTILE)
  if (options.inFlight === 1) {
    await lock(session, key, 1)
    return 1
  }
  for (;;) {
    const slot = await freeSlot(session, key, options.inFlight)
    if (slot) return slot
    await clock.wait(LOOK_AGAIN_MS, signal)
  }
}

/** The same for who lets everybody else go first; none where they leave no room for long: then they stand in line. */
async function takeSlotLast({ clock, session, key, options, signal }: Entry): Promise<number | undefined> {
  const until = clock.elapsed() + PATIENT_EVERY_MS
  while (clock.elapsed() < until) {
    if (await tryLock(session, key, TURNSTILE)) {
      const slot =
        (await nobodyWaits(session, key)) && (await freeSlot(session, key, roomForPatient(options.inFlight)))
      if (slot) return slot
      await unlock(session, key, TURNSTILE)
    }
    await clock.wait(LOOK_AGAIN_MS, signal)
  }
  return undefined
}

async function nobodyWaits(session: Client, key: string): Promise<boolean> {
  if (!(await tryLock(session, key, PEOPLE))) return false
  await unlock(session, key, PEOPLE)
  return true
}

async function freeSlot(session: Client, key: string, slots: number): Promise<number | undefined> {
  for (let slot = 1; slot <= slots; slot++) if (await tryLock(session, key, slot)) return slot
  return undefined
}

/** Waits until the oldest of the last `calls` calls ended `perMs` ago; see `earliestStart` of the gate in this process. */
async function untilRateAllows(
  clock: Clock,
  session: Client,
  key: string,
  ownSlot: number,
  { calls, perMs }: NonNullable<GateOptions['rate']>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const { rows } = await session.query<{ slot: number; wait_ms: number | null }>(
      `select slot, (extract(epoch from ended_at - clock_timestamp()) * 1000 + $3)::float8 as wait_ms
       from shared_gate_call where gate = $1 order by call_id desc offset $2 limit 1`,
      [key, calls - 1, perMs],
    )
    const oldest = rows[0]
    if (!oldest || (oldest.wait_ms !== null && oldest.wait_ms <= 0)) return
    if (oldest.wait_ms === null && oldest.slot !== ownSlot && (await tryLock(session, key, oldest.slot))) {
      await endCallsOf(session, key, oldest.slot)
      await unlock(session, key, oldest.slot)
    }
    await clock.wait(oldest.wait_ms === null ? LOOK_AGAIN_MS : Math.ceil(oldest.wait_ms), signal)
  }
}

const endCallsOf = (session: Client, key: string, slot: number) =>
  session.query(
    'update shared_gate_call set ended_at = clock_timestamp() where gate = $1 and slot = $2 and ended_at is null',
    [key, slot],
  )

const nameOf = (key: string, place: number) => `${key}:${place}`

const lock = (session: Client, key: string, place: number) =>
  session.query('select pg_advisory_lock($1, hashtext($2))', [LOCK_CLASS, nameOf(key, place)])

const unlock = (session: Client, key: string, place: number) =>
  session.query('select pg_advisory_unlock($1, hashtext($2))', [LOCK_CLASS, nameOf(key, place)])

async function tryLock(session: Client, key: string, place: number): Promise<boolean> {
  const { rows } = await session.query<{ got: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as got',
    [LOCK_CLASS, nameOf(key, place)],
  )
  return rows[0]?.got === true
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : 'unknown'
