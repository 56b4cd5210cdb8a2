import { acceptSession, getToken, refreshNow, refuseSession, SignOnError } from '../session/index.ts'
import { text } from '../texts/text.ts'
import { askServerTime } from '../ui/server-clock.ts'
import { ApiError } from './api-error.ts'
import { noteAnswer } from './reachability.ts'
import { type RequestOptions, type RequestResult, request } from './request.ts'
import { newTransactionId, traceparentOf } from './transaction.ts'

export interface SendOptions extends Omit<RequestOptions, 'path'> {
  /** Below /api. */
  path: string
  transactionId?: string | undefined
  /** How long it may take. */
  patience: number
}

export interface Sent extends RequestResult {
  transactionId: string
}

/**
 * A request to /api with bearer and transaction id. Waits while no token is offered (D12); a 401 leads to one
 * refresh and one retry, then to /login. Rejects with ApiError for everything but a 2xx.
 */
export async function send(options: SendOptions): Promise<Sent> {
  const transactionId = options.transactionId ?? newTransactionId()
  const token = await tokenFor(options.signal, transactionId)
  let sent = await once(options, token, transactionId)
  if (sent.response.status === 401) {
    const fresh = await freshToken(token, options.signal, transactionId)
    sent = await once(options, fresh, transactionId)
    if (sent.response.status === 401) refuseSession()
  }
  if (sent.status === 'rejected') throw refusal(sent, transactionId)
  acceptSession()
  return { ...sent, transactionId }
}

async function once(options: SendOptions, token: string, transactionId: string): Promise<RequestResult> {
  const seconds = options.patience
  const timeout = AbortSignal.timeout(seconds * 1000)
  const hearTime = askServerTime()
  try {
    const answered = await request({
      ...options,
      path: `/api${options.path}`,
      headers: {
        ...options.headers,
        Authorization: `Bearer ${token}`,
        'X-Transaction-Id': transactionId,
        traceparent: traceparentOf(transactionId),
      },
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    })
    hearTime(answered.response)
    noteAnswer(true)
    return answered
  } catch (cause) {
    if (options.signal?.aborted) throw cancelled(transactionId, cause)
    // A server that is slow, or answers nonsense, is there.
    noteAnswer(timeout.aborted || cause instanceof SyntaxError)
    if (timeout.aborted)
      throw new ApiError('timeout', text('ServerTooSlow', { seconds }), { transactionId, cause })
    const sentence = text(cause instanceof SyntaxError ? 'AnswerGarbled' : 'ServerUnreachable')
    throw new ApiError('network', sentence, { transactionId, cause })
  }
}

async function tokenFor(signal: AbortSignal | undefined, transactionId: string): Promise<string> {
  try {
    return await getToken(signal)
  } catch (cause) {
    if (signal?.aborted) throw cancelled(transactionId, cause)
    if (!(cause instanceof SignOnError)) throw cause
    throw new ApiError('sign-on', cause.message, {
      transactionId,
      cause,
      status: 'Unauthorized',
      httpStatus: 401,
    })
  }
}

/** Another tab or call may have refreshed since the call was sent; then its token is tried before asking again. */
async function freshToken(
  refused: string,
  signal: AbortSignal | undefined,
  transactionId: string,
): Promise<string> {
  const now = await tokenFor(signal, transactionId)
  if (now !== refused) return now
  await refreshNow('the server answered 401')
  return await tokenFor(signal, transactionId)
}

const cancelled = (transactionId: string, cause: unknown) =>
  new ApiError('cancelled', text('Cancelled'), { transactionId, cause })

function refusal({ response, result }: RequestResult, transactionId: string): ApiError {
  const envelope = (result ?? {}) as { status?: unknown; message?: unknown; data?: { issues?: unknown } }
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new ApiError(
    'http',
    typeof envelope.message === 'string' && envelope.message ? envelope.message : text('PleaseContactAdmin'),
    {
      status: typeof envelope.status === 'string' ? envelope.status : '',
      httpStatus: response.status,
      statusText: response.statusText,
      issues: Array.isArray(envelope.data?.issues) ? envelope.data.issues : [],
      transactionId: response.headers.get('X-Transaction-Id') ?? transactionId,
      retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
    },
  )
}
