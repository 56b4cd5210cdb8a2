import type { FieldIssue } from '@support-console/contract'
import { text } from '../texts/text.ts'

/** What went wrong with a call, with all that the call banner needs (specification 8). */
export class ApiError extends Error {
  override name = 'ApiError'
  /**
   * `http`: the server answered so. `network`: no answer, or none that could be read. `timeout`: no answer in time;
   * what was asked may still happen. `sign-on`: no one is signed in, so nothing was sent. `cancelled`: by the caller.
   */
  readonly kind: 'http' | 'network' | 'timeout' | 'sign-on' | 'cancelled'
  /** The envelope's word (D7), for example NotFound; empty without one. */
  readonly status: string
  /** 0 without an answer; 401 where no one is signed in, as the server would say. */
  readonly httpStatus: number
  /** 'Not Found' and so on; HTTP/2 carries none, so it is made from the code. */
  readonly statusText: string
  /** Complaints about single fields of the request. */
  readonly issues: readonly FieldIssue[]
  readonly transactionId: string
  /** Seconds after which the server asks to be called again (Retry-After); null when it does not say. */
  readonly retryAfter: number | null

  constructor(
    kind: ApiError['kind'],
    message: string,
    more: Partial<Pick<ApiError, 'status' | 'httpStatus' | 'statusText' | 'issues' | 'retryAfter'>> & {
      transactionId: string
      cause?: unknown
    },
  ) {
    super(message, { cause: more.cause })
    this.kind = kind
    this.status = more.status ?? ''
    this.httpStatus = more.httpStatus ?? 0
    this.statusText = more.statusText || (statusTexts[this.httpStatus] ?? '')
    this.issues = more.issues ?? []
    this.transactionId = more.transactionId
    this.retryAfter = more.retryAfter ?? null
  }

  /** The banner's heading (specification 8): '404 Not Found', or the sentence for a network problem. */
  get heading(): string {
    const hasCode = this.httpStatus > 0 && this.kind !== 'network'
    return hasCode ? `${this.httpStatus} ${this.statusText}`.trim() : text('NetworkProblem')
  }
}

const statusTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}
