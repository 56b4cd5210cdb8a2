import { randomUUID } from 'node:crypto'
import { type Call, isReading, patienceFor } from '@support-console/contract'
import { type Account, readToken } from './account.ts'
import { exitCodes, Failure } from './failure.ts'

type Output<Schema> = Schema extends { _zod: { output: infer Out } } ? Out : never
type Given = Readonly<Record<string, string | number | undefined>>

export interface Asked {
  readonly params?: Given
  readonly query?: Given
  readonly body?: unknown
}

/** Makes calls of the contract. The server checks what is asked: its sentences are told as they are. */
export interface Client {
  readonly url: string
  ask<C extends Call>(call: C, asked?: Asked): Promise<Output<C['data']>>
  /** Of a call that answers with a file. */
  download(call: Call, asked?: Asked): Promise<string>
}

interface Envelope {
  readonly message: string
  readonly data: { readonly issues?: readonly { field: string; message: string }[] } | null
}

export function createClient({ url, token }: Account, signal: AbortSignal): Client {
  async function send(call: Call, { params = {}, query = {}, body }: Asked): Promise<Response> {
    const transactionId = randomUUID()
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = String(params[name] ?? '')
      // '.' and '..' would be steps to another call.
      if (/^\.{0,2}$/.test(value)) throw new Failure(exitCodes.usage, `${name} is missing.`)
      return encodeURIComponent(value)
    })
    const asked = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.set(name, String(value))
    const late = AbortSignal.timeout(1000 * patienceFor(`${call.method} ${call.path}`))
    try {
      return await fetch(`${url}/api${path}${asked.size > 0 ? `?${asked}` : ''}`, {
        method: call.method,
        headers: {
          authorization: `Bearer ${readToken(token)}`,
          'x-transaction-id': transactionId,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // Another address would be shown the token.
        redirect: 'manual',
        signal: AbortSignal.any([signal, late]),
      })
    } catch (error) {
      if (error instanceof Failure) throw error
      const said = signal.aborted ? 'You stopped it.' : sayLost(url, error)
      throw new Failure(
        exitCodes.noAnswer,
        isReading(call) ? said : `${said} ${mayHaveHappened(transactionId)}`,
      )
    }
  }

  async function answerOf(call: Call, asked: Asked): Promise<Response> {
    const response = await send(call, asked)
    if (response.ok) return response
    throw failureOf(response, await envelopeOf(response, url))
  }

  return {
    url,
    async ask(call, asked = {}) {
      return (await envelopeOf(await answerOf(call, asked), url)).data as never
    },
    download: async (call, asked = {}) => (await answerOf(call, asked)).text(),
  }
}

const mayHaveHappened = (transactionId: string) =>
  `The change may have been made all the same: look at transaction ${transactionId} before you try again.`

export function sayLost(url: string, error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  if (name === 'TimeoutError') return `${url} has not answered in time.`
  return `${url} does not answer${cause?.code ? ` (${cause.code})` : ''}.`
}

async function envelopeOf(response: Response, url: string): Promise<Envelope> {
  try {
    const envelope = (await response.json()) as Envelope
    if (typeof envelope.message === 'string') return envelope
  } catch {
    // Said below.
  }
  throw new Failure(
    exitCodes.noAnswer,
    `${url} does not answer as a console does (HTTP ${response.status}). Check the address.`,
  )
}

function failureOf({ status, headers }: Response, { message, data }: Envelope): Failure {
  const issues = (data?.issues ?? []).map(({ field, message: why }) => `  ${field}: ${why}`)
  if (status === 401)
    return new Failure(
      exitCodes.notAllowed,
      'The token is not accepted: it is over, was revoked, or is for another console. Make one in the console, then run `isc login`.',
    )
  const wait = Number(headers.get('retry-after')) || undefined
  const later = wait ? [`Try again in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`] : []
  return new Failure(codeOf(status), [message, ...issues, ...later].join('\n'), wait)
}

function codeOf(status: number): number {
  if (status === 403) return exitCodes.notAllowed
  if (status === 404) return exitCodes.notFound
  if (status === 409) return exitCodes.notDone
  return status === 408 || status === 429 || status >= 500 ? exitCodes.noAnswer : exitCodes.usage
}
