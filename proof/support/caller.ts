import { type Call, type Calls, calls, ErrorEnvelope, envelopeStatuses } from '@support-console/contract'

/** What goes into a call. */
export interface Asked {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
  /** A change keeps its own over all its tries. */
  transactionId?: string
}

/** `none`: no one answered, or the proxy did in the server's place. */
export type Answer =
  | { kind: 'done'; data: unknown }
  | { kind: 'refused'; status: string; message: string }
  | { kind: 'none'; why: string }

/** How an answer stands against what the contract promises of it. */
export interface Listener {
  answered(kind: Answer['kind']): void
  /** The answer breaks a promise; a sentence. */
  wrong(what: string): void
  /** The servers are of another commit, whose answers have other fields; all else is held. */
  readonly isOtherCommit?: boolean
}

/** What anyone who asks rightly may be told while things are broken; anything else is a wrong answer. */
const honest = ['TooSlow', 'Conflict', 'Busy', 'CarrierError', 'Unavailable', 'Unsettled']
/** Longer than most calls need, shorter than someone would sit before it. */
const patienceMs = 60_000

/** Makes calls at one of several addresses, in turn where one does not answer, and holds each answer against the contract. */
export class Caller {
  readonly #urls: readonly string[]
  readonly #listener: Listener
  #turn = 0

  constructor(urls: readonly string[], listener: Listener) {
    this.#urls = urls
    this.#listener = listener
  }

  async call(name: keyof Calls, token: string, asked: Asked = {}): Promise<Answer> {
    const call: Call = calls[name]
    const answer = await this.#ask(call, token, asked)
    this.#listener.answered(answer.kind)
    if (answer.kind === 'none') this.#turn++
    return answer
  }

  async #ask(call: Call, token: string, asked: Asked): Promise<Answer> {
    const { params = {}, query = {}, body, headers = {}, transactionId } = asked
    const path = call.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
    const url = new URL(`/api${path}`, this.#urls[this.#turn % this.#urls.length])
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    try {
      const response = await fetch(url, {
        method: call.method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(transactionId && { 'x-transaction-id': transactionId }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(patienceMs),
      })
      return this.#judge(call, response.status, response.headers, await response.text())
    } catch (error) {
      return {
        kind: 'none',
        why: error instanceof Error ? String(error.cause ?? error.message) : String(error),
      }
    }
  }

  #judge(call: Call, code: number, headers: Headers, text: string): Answer {
    const which = `${call.method} ${call.path}`
    if (!headers.get('content-type')?.startsWith('application/json')) {
      if (code < 502) this.#listener.wrong(`${which} answered ${code} with ${headers.get('content-type')}`)
      return { kind: 'none', why: `the proxy's ${code}` }
    }
    let envelope: unknown
    try {
      envelope = JSON.parse(text)
    } catch {
      this.#listener.wrong(`${which} answered ${code} with half a document`)
      return { kind: 'none', why: 'half a document' }
    }
    const { status, message, data } = envelope as { status: string; message: string; data: unknown }
    if (envelopeStatuses[status as keyof typeof envelopeStatuses] !== code)
      this.#listener.wrong(`${which} answered ${code} as '${status}'`)
    if (status === 'Success' || status === 'Accepted') {
      const read = call.data.safeParse(data)
      if (!read.success && !this.#listener.isOtherCommit)
        this.#listener.wrong(`${which} answered what it never says: ${read.error.message}`)
      return { kind: 'done', data }
    }
    if (!ErrorEnvelope.safeParse(envelope).success)
      this.#listener.wrong(`${which} refused without an envelope`)
    if (status === 'Unavailable' && message.startsWith('The database') && !headers.get('retry-after'))
      this.#listener.wrong(`${which} does not say when to come back`)
    if (!honest.includes(status)) this.#listener.wrong(`${which} answered ${code} ${status}: ${message}`)
    return { kind: 'refused', status, message }
  }
}
