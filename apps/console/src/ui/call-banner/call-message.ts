import { text } from '../../texts/text.ts'
import type { CalloutKind } from '../callout-kinds.ts'

/** The states of a call (4). */
type CallStatus = 'initial' | 'pending' | 'rejected' | 'fulfilled'

/** What the banner reads of a call; what `useCall` gives fits it. */
export interface BannerCall {
  readonly status: CallStatus
  /** The envelope of an ok answer. */
  readonly answer?: {
    readonly status: string
    readonly message?: string
    readonly data?: unknown
    readonly transactionId?: string
  } | null
  /** Why the call failed: with the HTTP status, or without when no answer came. */
  readonly error?: {
    readonly kind?: string
    readonly httpStatus?: number
    readonly statusText?: string
    readonly message?: string
    readonly transactionId?: string
  } | null
}

interface CallMessage {
  readonly kind: CalloutKind
  /** Bold, before the message. */
  readonly title: string
  readonly message: string
  /** Of what did not succeed, where it is known. */
  readonly transactionId?: string | undefined
}

const dataText = (data: unknown): string =>
  data === null || data === undefined ? '' : typeof data === 'string' ? data : JSON.stringify(data)

/**
 * What the call banner says (8), undefined for nothing: nothing before the call has ended or when the user gave it
 * up themselves.
 */
export function callMessage({ status, answer, error }: BannerCall): CallMessage | undefined {
  if (status === 'rejected') {
    if (error?.kind === 'cancelled') return undefined
    const code = error?.httpStatus ?? 0
    // An answer that could not be read is a network problem too, whatever its code was.
    const title =
      code > 0 && error?.kind !== 'network'
        ? `${code} ${error?.statusText ?? ''}`.trim()
        : text('NetworkProblem')
    return {
      kind: 'error',
      title,
      message: error?.message || text('PleaseContactAdmin'),
      transactionId: error?.transactionId,
    }
  }
  if (status !== 'fulfilled') return undefined
  if (answer && answer.status !== 'Success' && answer.status !== 'Accepted')
    return {
      kind: 'warning',
      title: answer.status,
      message: answer.message || dataText(answer.data),
      transactionId: answer.transactionId,
    }
  const title = answer?.status || text('Success')
  if (answer?.message) return { kind: 'success', title, message: answer.message }
  const said = typeof answer?.data === 'string' ? answer.data : ''
  return { kind: 'success', title, message: said || text('OperationDone') }
}
