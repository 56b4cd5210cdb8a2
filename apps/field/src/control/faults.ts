import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brokenAnswer, type System, systems } from './systems.ts'

const faultKinds = ['refuse', '500', 'hang', 'cut', 'slow', 'garbage'] as const
export type FaultKind = (typeof faultKinds)[number]

/** A fault asked for; see docs/neighbours.md, 'Faults on demand'. */
export interface Fault {
  id: string
  system: System
  fault: FaultKind
  /** The share of calls that meet it, 0 to 1. */
  share: number
  variant: 'html' | 'html-401' | 'half-json'
  /** How long a slow answer waits. */
  seconds: number
  /** How often it still happens; null: until it is deleted. */
  timesLeft: number | null
  /** Only requests of this method meet it; null: all. */
  method: string | null
  /** How many such requests it still lets through before it begins. */
  after: number
}

/** A request for a fault that makes no sense; the message says why. */
export class BadFault extends Error {}

export interface Faults {
  add(request: unknown): Fault
  list(): Fault[]
  /** What a slow fault holds up goes on at once. */
  clear(): void
  /** Lets a request through, or spoils it. Calls `next` when the system itself shall answer. */
  meet(system: System, request: IncomingMessage, response: ServerResponse, next: () => void): void
}

/** Faults live in memory: a restart of the field heals everything. */
export function makeFaults(): Faults {
  let faults: Fault[] = []
  /** What goes on with the requests that a slow fault holds up. */
  const heldUp = new Set<() => void>()

  const draw = (system: System, method: string): Fault | undefined => {
    const meets = (candidate: Fault) =>
      candidate.system === system && (candidate.method === null || candidate.method === method)
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

  return {
    add(request) {
      const fault = readFault(request)
      faults.push(fault)
      return fault
    },
    list: () => faults,
    clear: () => {
      faults = []
      for (const goOn of heldUp) goOn()
    },
    meet(system, request, response, next) {
      const fault = draw(system, request.method ?? '')
      switch (fault?.fault) {
        case undefined:
          return next()
        case 'refuse':
          return void request.socket.resetAndDestroy()
        case 'hang':
          return void request.resume()
        case '500': {
          const { type, body } = brokenAnswer(system)
          return answer(request, response, 500, type, body)
        }
        case 'garbage':
          if (fault.variant !== 'half-json') {
            const code = fault.variant === 'html' ? 200 : 401
            return answer(request, response, code, 'text/html', '<html><body><h1>Welcome</h1></body></html>')
          }
          return answer(
            request,
            response,
            200,
            'application/json',
            '{"status":"Active","devices":[{"iccid":"89',
          )
        case 'slow': {
          const end = () => {
            clearTimeout(timer)
            heldUp.delete(goOn)
          }
          const goOn = () => {
            end()
            next()
          }
          const timer = setTimeout(goOn, fault.seconds * 1000)
          timer.unref()
          heldUp.add(goOn)
          return void response.once('close', end)
        }
        case 'cut':
          cutInHalf(request, response)
          return next()
      }
    },
  }
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  code: number,
  type: string,
  body: string,
): void {
  request.resume()
  response.writeHead(code, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body)
}

/** The system does its work and answers, but the line breaks after the headers and half of the body. */
function cutInHalf(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = []
  const collect = (chunk: unknown, encoding?: unknown) => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk, encoding === 'latin1' ? 'latin1' : 'utf8'))
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  const write = response.write.bind(response) as (chunk: Buffer, done: () => void) => boolean
  const reset = () => setTimeout(() => request.socket.resetAndDestroy(), 20)
  response.write = ((chunk: unknown, encoding?: unknown) => {
    collect(chunk, encoding)
    return true
  }) as ServerResponse['write']
  response.end = ((chunk?: unknown, encoding?: unknown) => {
    collect(chunk, encoding)
    const body = Buffer.concat(chunks)
    if (!response.headersSent && !response.hasHeader('content-length')) {
      response.setHeader('content-length', body.length)
    }
    write(body.subarray(0, Math.floor(body.length / 2)), reset)
    return response
  }) as ServerResponse['end']
}

const allowedKeys = new Set(['system', 'fault', 'share', 'variant', 'seconds', 'times', 'method', 'after'])

function readFault(request: unknown): Fault {
  if (typeof request !== 'object' || request === null) throw new BadFault('Send a JSON object.')
  const given = new Map<string, unknown>(Object.entries(request))
  for (const key of given.keys()) if (!allowedKeys.has(key)) throw new BadFault(`Unknown field '${key}'.`)
  const times = given.has('times') ? number(given, 'times', 1, 1, 1_000_000) : null
  return {
    id: randomUUID(),
    system: choice(given, 'system', systems),
    fault: choice(given, 'fault', faultKinds),
    share: number(given, 'share', 1, 0, 1),
    variant: given.has('variant') ? choice(given, 'variant', ['html', 'html-401', 'half-json']) : 'html',
    seconds: number(given, 'seconds', 20, 0, 3600),
    timesLeft: times,
    method: given.has('method') ? choice(given, 'method', ['GET', 'POST', 'PUT', 'DELETE']) : null,
    after: number(given, 'after', 0, 0, 1_000_000),
  }
}

function choice<T extends string>(given: Map<string, unknown>, key: string, allowed: readonly T[]): T {
  const match = allowed.find((value) => value === String(given.get(key)))
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
