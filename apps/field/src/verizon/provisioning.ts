import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Sim, SimState } from '../world/world.ts'
import { type CallbackMode, type Callbacks, MOST_DELIVERIES } from './callbacks.ts'
import { fullCode, textOfCode, type VerizonCode } from './errors.ts'

export const actions = ['deactivate', 'suspend', 'restore', 'activate'] as const
export type Action = (typeof actions)[number]

/** What an action leads to, and the states that allow it. */
const rules: Record<Action, { to: SimState; from: SimState[] }> = {
  deactivate: { to: 'deactivated', from: ['active', 'suspended'] },
  suspend: { to: 'suspended', from: ['active'] },
  restore: { to: 'active', from: ['suspended'] },
  activate: { to: 'active', from: ['deactivated', 'inventory'] },
}

export const allows = (action: Action, sim: Sim): boolean => rules[action].from.includes(sim.state)

interface Work {
  id: number
  request_id: string
  action: Action
  iccid: string
  due: number
  status: 'Pending' | 'Success' | 'Failure'
  fault: VerizonCode | null
  told: number
  mode: Exclude<CallbackMode, 'mixed'>
}

/** How tests and demonstrations steer what comes later. */
export interface Steering {
  callbacks: CallbackMode
  /** So many of the next results fail. */
  failNext: number
}

export interface Provisioning {
  steering: Steering
  /** Accepts an action on SIMs; the results come later. Returns the request's id. */
  accept(action: Action, sims: Sim[]): string
  /** One status per SIM of the request; empty where the request is unknown. */
  statusOf(requestId: string): Work['status'][]
  close(): void
}

/** Waits before a late callback, and between repeats, in milliseconds. */
const pauses = {
  demo: { late: 8000, repeat: 5000 },
  real: { late: 120_000, repeat: 300_000 },
  none: { late: 200, repeat: 100 },
} as const

/**
 * Verizon's asynchronous changes. Every step stands in the store before it is taken, so that after a kill the pending
 * ones still come to their end and the untold results are still told.
 */
export function openProvisioning({ store, world, delays }: Context, callbacks: Callbacks): Provisioning {
  store.define(`
    CREATE TABLE IF NOT EXISTS verizon_work (
      id INTEGER PRIMARY KEY, request_id TEXT NOT NULL, action TEXT NOT NULL, iccid TEXT NOT NULL,
      due INTEGER, status TEXT NOT NULL, fault TEXT, told INTEGER NOT NULL, mode TEXT NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS verizon_work_request ON verizon_work (request_id);
    CREATE INDEX IF NOT EXISTS verizon_work_due ON verizon_work (due) WHERE due IS NOT NULL`)
  const steering: Steering = { callbacks: 'mixed', failNext: 0 }
  const late = Math.round(pauses[delays.mode].late * delays.factor)
  const repeat = Math.round(pauses[delays.mode].repeat * delays.factor)
  let timer: NodeJS.Timeout | undefined
  let closed = false

  /** Sets when a piece of work is looked at again; null: never. */
  const plan = (work: Work, due: number | null, told: number) =>
    store.run('UPDATE verizon_work SET due = ?, told = ? WHERE id = ?', due, told, work.id)

  const settle = (work: Work) => {
    const sim = world.seenBy('carrier', work.iccid)
    const fault = faultOf(work, sim)
    if (!fault) world.change(work.iccid, rules[work.action].to, newNumber(work.action, work.iccid))
    store.run(
      'UPDATE verizon_work SET status = ?, fault = ? WHERE id = ?',
      fault ? 'Failure' : 'Success',
      fault ?? null,
      work.id,
    )
    plan(work, work.mode === 'never' ? null : Date.now() + (work.mode === 'late' ? late : 0), 0)
  }

  const faultOf = (work: Work, sim: Sim | undefined): VerizonCode | undefined => {
    if (steering.failNext > 0) {
      steering.failNext -= 1
      return 'REQUEST_FAILED.UnexpectedError'
    }
    if (!sim) return 'REQUEST_FAILED.DeviceNotFound'
    return allows(work.action, sim) ? undefined : 'INPUT_INVALID.DeviceState.Invalid'
  }

  const tell = async (work: Work) => {
    const count = work.told + 1
    // planned before it is sent: a kill in between leads to a repeat, as with the real one
    plan(work, count < MOST_DELIVERIES ? Date.now() + repeat : null, count)
    const fault = work.fault
      ? { faultcode: fullCode(work.fault), faultstring: textOfCode(work.fault) }
      : undefined
    const acknowledged = await callbacks.deliver(
      { requestId: work.request_id, iccid: work.iccid, fault },
      count,
    )
    if (closed) return
    if (acknowledged && !(work.mode === 'twice' && count === 1)) plan(work, null, count)
    schedule()
  }

  const run = () => {
    if (closed) return
    const due = store.all<Work>(
      'SELECT * FROM verizon_work WHERE due <= ? ORDER BY due, id LIMIT 200',
      Date.now(),
    )
    for (const work of due) {
      if (work.status === 'Pending') settle(work)
      else void tell(work)
    }
    schedule()
  }

  const schedule = () => {
    clearTimeout(timer)
    if (closed) return
    const next = store.get<{ due: number | null }>('SELECT min(due) AS due FROM verizon_work')?.due
    if (next === null || next === undefined) return
    timer = setTimeout(run, Math.max(0, next - Date.now()))
    timer.unref()
  }
  schedule()

  return {
    steering,
    accept(action, sims) {
      const requestId = randomUUID()
      for (const sim of sims) {
        const wait = delays.milliseconds(sim.shows === 'carrier-very-slow' ? 'very-slow' : 'change')
        store.run(
          `INSERT INTO verizon_work (request_id, action, iccid, due, status, told, mode)
           VALUES (?, ?, ?, ?, 'Pending', 0, ?)`,
          requestId,
          action,
          sim.iccid,
          Date.now() + wait,
          steering.callbacks === 'mixed' ? modeOf(sim.iccid) : steering.callbacks,
        )
      }
      schedule()
      return requestId
    },
    statusOf: (requestId) =>
      store
        .all<Pick<Work, 'status'>>('SELECT status FROM verizon_work WHERE request_id = ?', requestId)
        .map(({ status }) => status),
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

/** In 'mixed' the last but one digit decides: 3 twice, 7 late, 9 never, all others once. */
function modeOf(iccid: string): Work['mode'] {
  switch (iccid.at(-2)) {
    case '3':
      return 'twice'
    case '7':
      return 'late'
    case '9':
      return 'never'
    default:
      return 'once'
  }
}

/** A line that is activated again gets another number (V6); 606 is an area code that no other SIM here has. */
const newNumber = (action: Action, iccid: string): string | undefined =>
  action === 'activate' ? `160655501${iccid.slice(-3, -1)}` : undefined
