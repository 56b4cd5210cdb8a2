import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brokenAnswer, type System, systemNames } from '../systems.ts'
import { answer, answerAfterWork, cutInHalf, pack, packers, type Spoken } from './spoilt-answer.ts'

const faultKinds = ['refuse', '500', 'hang', 'cut', 'slow', 'garbage', 'packed', 'answer'] as const
export type FaultKind = (typeof faultKinds)[number]

const welcome = { code: 200, type: 'text/html', body: '<html><body><h1>Welcome</h1></body></html>' }
const garbage = {
  html: welcome,
  'html-401': { ...welcome, code: 401 },
  'half-json': { code: 200, type: 'application/json', body: '{"status":"Active","devices":[{"iccid":"89' },
} satisfies Record<string, Spoken>
type Garbage = keyof typeof garbage
type Packing = keyof typeof packers

/** A fault asked for; see docs/field.md, 'Faults on demand'. */
export interface Fault {
  id: string
  system: System
  fault: FaultKind
  /** The share of calls that meet it, 0 to 1. */
  share: number
  variant: Garbage | Packing
  /** How long a slow answer waits. */
  seconds: number
  /** How often it still happens; null: until it is deleted. */
  timesLeft: number | null
  /** Only requests of this method meet it; null: all. */
  method: string | null
  /** Only requests whose path, or SOAPAction, holds this meet it; empty: all. */
  operation: string
  /** What 'answer' says, and whether the system does its work before. */
  says: Spoken
  acts: boolean
  /** How many such requests it still lets through before it begins. */
  after: number
  /** Of a story: whether it is one now. */
  isDue?: () => boolean
}

/** A request for a fault that makes no sense; the message says why. */
export class BadFault extends Error {}

export interface Faults {
  /** @param isDue when it is one at all; always, where nothing is said */
  add(request: unknown, isDue?: () => boolean): Fault
  list(): Fault[]
  /** What a slow fault holds up goes on at once. */
  clear(): void
  /** The same for these alone. */
  end(some: readonly Fault[]): void
  /** Lets a request through, or spoils it. Calls `next` when the system itself shall answer. */
  meet(system: System, request: IncomingMessage, response: ServerResponse, next: () => void): void
}

/** Faults live in memory: a restart of the field heals everything. */
export function makeFaults(): Faults {
  let faults: Fault[] = []
  /** What goes on with the requests that a slow fault holds up. */
  const heldUp = new Map<() => void, Fault>()

  const draw = (system: System, { method, url, headers }: IncomingMessage): Fault | undefined => {
    const operation = `${url} ${headers.soapaction ?? ''}`
    const meets = (candidate: Fault) =>
      candidate.system === system &&
      (candidate.isDue?.() ?? true) &&
      (candidate.method === null || candidate.method === method) &&
      operation.includes(candidate.operation)
    const fault = faults.find(
      (candidate) => meets(candidate) && candidate.after === 0 && Math.random() < candidate.share,
    )
    for (const waiting of faults) if (waiting.after > 0 && meets(waiting)) waiting.after -= 1
    if (fault && fault.timesLeft !== null) {
      fault.timesLeft -= 1
      if (fault.timesLeft <= 0) faults = faults.filter((other) => other !== fault)
    }
    return fault
  }

  function end(some: readonly Fault[]): void {
    faults = faults.filter((fault) => !some.includes(fault))
    for (const [goOn, fault] of heldUp) if (some.includes(fault)) goOn()
  }

  return {
    add(request, isDue) {
      const fault: Fault = { ...readFault(request), ...(isDue && { isDue }) }
      faults.push(fault)
      return fault
    },
    list: () => faults,
    clear: () => end([...faults, ...heldUp.values()]),
    end,
    meet(system, request, response, next) {
      const fault = draw(system, request)
      switch (fault?.fault) {
        case undefined:
          return next()
        case 'refuse':
          return void request.socket.resetAndDestroy()
        case 'hang':
          return void request.resume()
        case '500':
          return answer(request, response, { code: 500, ...brokenAnswer(system) })
        case 'garbage':
          return answer(request, response, garbage[fault.variant as Garbage])
        case 'answer':
          if (!fault.acts) return answer(request, response, fault.says)
          answerAfterWork(request, response, fault.says)
          return next()
        case 'packed':
          pack(response, fault.variant as Packing)
          return next()
        case 'slow': {
          const over = () => {
            clearTimeout(timer)
            heldUp.delete(goOn)
          }
          const goOn = () => {
            over()
            next()
          }
          const timer = setTimeout(goOn, fault.seconds * 1000)
          timer.unref()
          heldUp.set(goOn, fault)
          return void response.once('close', over)
        }
        case 'cut':
          cutInHalf(request, response)
          return next()
      }
    },
  }
}

const allowedKeys = new Set(
  'system fault share variant seconds times method operation after status type body acts'.split(' '),
)

function readFault(request: unknown): Fault {
  if (typeof request !== 'object' || request === null) throw new BadFault('Send a JSON object.')
  const given = new Map<string, unknown>(Object.entries(request))
  for (const key of given.keys()) if (!allowedKeys.has(key)) throw new BadFault(`Unknown field '${key}'.`)
  const times = given.has('times') ? number(given, 'times', 1, 1, 1_000_000) : null
  const fault = choice(given, 'fault', faultKinds)
  return {
    id: randomUUID(),
    system: choice(given, 'system', systemNames),
    fault,
    share: number(given, 'share', 1, 0, 1),
    variant:
      fault === 'packed'
        ? choice(given, 'variant', namesOf(packers), 'gzip')
        : choice(given, 'variant', namesOf(garbage), 'html'),
    seconds: number(given, 'seconds', 20, 0, 3600),
    timesLeft: times,
    method: given.has('method') ? choice(given, 'method', ['GET', 'POST', 'PUT', 'DELETE']) : null,
    operation: text(given, 'operation', ''),
    says: {
      code: number(given, 'status', 200, 200, 599),
      type: text(given, 'type', 'application/json'),
      body: text(given, 'body', ''),
    },
    acts: given.get('acts') === true,
    after: number(given, 'after', 0, 0, 1_000_000),
  }
}

const namesOf = <Name extends string>(table: Record<Name, unknown>) => Object.keys(table) as Name[]

function text(given: Map<string, unknown>, key: string, fallback: string): string {
  const value = given.get(key) ?? fallback
  if (typeof value !== 'string') throw new BadFault(`'${key}' must be a text.`)
  return value
}

function choice<T extends string>(
  given: Map<string, unknown>,
  key: string,
  allowed: readonly T[],
  fallback?: T,
): T {
  const match = allowed.find((value) => value === String(given.get(key) ?? fallback))
  if (!match) throw new BadFault(`'${key}' must be one of ${allowed.join(', ')}.`)
  return match
}

function number(
  given: Map<string, unknown>,
  key: string,
  fallback: number,
  least: number,
  most: number,
): number {
  const value = given.get(key) ?? fallback
  if (typeof value !== 'number' || !(value >= least && value <= most)) {
    throw new BadFault(`'${key}' must be a number from ${least} to ${most}.`)
  }
  return value
}
