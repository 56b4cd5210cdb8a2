import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Subject } from './world.ts'

/** What is asked for on its way to the field. */
export interface Question {
  method: string
  /** Without the host: '/att/rws/api/v1/devices/…'. */
  path: string
  body: string
}

interface Answer {
  status: number
  type: string
  body: string
}

/** Changes single answers between field and server. */
export interface Rewrite {
  meets: (question: Question) => boolean
  /** The answer that goes out; undefined: as it came. */
  change?: (answer: Answer) => Answer
  delayMs?: number
}

export interface Answers {
  url: string
  /** Those that are in force from now on. */
  rewrite(rewrites: readonly Rewrite[]): void
  close(): Promise<void>
}

/** Stands between a server and the field, and lets all pass but what a world changes. */
export async function openAnswers(fieldUrl: string): Promise<Answers> {
  let rewrites: readonly Rewrite[] = []
  const closing = new AbortController()

  const server = createServer(async (request, response) => {
    const question = { method: request.method ?? 'GET', path: request.url ?? '/', body: await text(request) }
    try {
      const found = rewrites.filter(({ meets }) => meets(question))
      const delayMs = Math.max(0, ...found.map((each) => each.delayMs ?? 0))
      const gone = AbortSignal.any([closing.signal, goneOf(response)])
      if (delayMs > 0) await pause(delayMs, undefined, { signal: gone })
      const came = await fetch(fieldUrl + question.path, {
        method: question.method,
        headers: headersOf(request),
        redirect: 'manual',
        signal: closing.signal,
        ...(question.body && { body: question.body }),
      })
      let answer: Answer = {
        status: came.status,
        type: came.headers.get('content-type') ?? '',
        body: await came.text(),
      }
      for (const { change } of found) answer = change?.(answer) ?? answer
      response
        .writeHead(answer.status, { ...(answer.type && { 'content-type': answer.type }) })
        .end(answer.body)
    } catch {
      request.socket.destroy()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The answers have no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    rewrite(some) {
      rewrites = some
    },
    async close() {
      closing.abort()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function goneOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone.signal
}

function headersOf({ headers }: IncomingMessage): Headers {
  const kept = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (!['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding'].includes(name))
      kept.set(name, String(value))
  return kept
}

/** The JSON of an answer, changed. */
export const inJson =
  (change: (body: never) => unknown): NonNullable<Rewrite['change']> =>
  (answer) => {
    if (answer.status !== 200) return answer
    return { ...answer, body: JSON.stringify(change(JSON.parse(answer.body) as never)) }
  }

export const says = (status: number, body: object) => (): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
})

/** Reads of the SIM at its carrier. */
export const asksCarrier =
  ({ iccid }: Pick<Subject, 'iccid'>): Rewrite['meets'] =>
  ({ path, body }) =>
    /^\/(?:att|verizon)\//.test(path) && `${path} ${body}`.includes(iccid)
export const asksMobileBroker =
  ({ iccid }: Pick<Subject, 'iccid'>): Rewrite['meets'] =>
  ({ path }) =>
    path.startsWith('/mobile-broker/') && path.includes(iccid)
export const asksConnector =
  ({ iccid }: Pick<Subject, 'iccid'>): Rewrite['meets'] =>
  ({ path }) =>
    path.startsWith('/connector/') && path.includes(iccid)
