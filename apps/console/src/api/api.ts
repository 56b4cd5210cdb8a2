import { patienceFor } from '@support-console/contract/times'
import { text } from '../texts/text.ts'
import { ApiError } from './api-error.ts'
import type { CallArguments, CallName, DataOf } from './call-types.ts'
import { fillPath, type RequestOptions } from './request.ts'
import { type SendOptions, send } from './send.ts'

/** A successful answer: the envelope (D7) with the transaction id it travelled under. */
export interface ApiAnswer<Data> {
  /** 'Success' or 'Accepted'; the call banner warns of anything else (specification 8). */
  status: string
  message: string
  data: Data
  transactionId: string
  response: Response
}

/**
 * Makes a call of the contract: `api('GET /siminformation/v1/simdetail/{simId}', { params: { simId } })`. Waits
 * for a token where necessary (D12). Rejects with ApiError.
 */
export async function api<Key extends CallName>(
  ...[key, options]: CallArguments<Key>
): Promise<ApiAnswer<DataOf<Key>>> {
  const sent = await send(requestOf(key, options))
  const envelope = sent.result as Partial<ApiAnswer<DataOf<Key>>> | null
  const transactionId = sent.response.headers.get('X-Transaction-Id') ?? sent.transactionId
  if (typeof envelope?.status !== 'string')
    throw new ApiError('network', text('AnswerGarbled'), { transactionId, httpStatus: sent.response.status })
  return {
    status: envelope.status,
    message: envelope.message ?? '',
    data: envelope.data as DataOf<Key>,
    transactionId,
    response: sent.response,
  }
}

/** What `send` needs for a call of the contract. */
export function requestOf<Key extends CallName>(
  key: Key,
  options: CallArguments<Key>[1] | undefined,
): SendOptions {
  const [method = '', path = ''] = key.split(' ')
  const { params, query, body, signal, transactionId, patience, headers } = (options ?? {}) as AnyOptions
  return {
    method,
    path: fillPath(path, params),
    query,
    body,
    signal,
    transactionId,
    patience: patience ?? patienceFor(key),
    ...(headers && { headers }),
  }
}

/** The same options for whichever call: inside, the key no longer says which. */
interface AnyOptions extends Omit<SendOptions, 'method' | 'path' | 'patience'> {
  patience?: number | undefined
  params?: Readonly<Record<string, unknown>>
  query?: RequestOptions['query']
}
