import type { Problem } from '../problem.ts'
import type { RequestScope } from '../request-scope.ts'
import type { User } from '../sign-on/user.ts'
import type { EventsReply, FileReply } from './call-context.ts'
import type { KeptAnswer } from './call-once.ts'
import type { CallTime } from './call-time.ts'

/** What someone asks of a call, by whichever door: HTTP is one (`register-call`). Its body comes later. */
export interface Asked {
  /** The caller's, or one that the door made. */
  transactionId: string
  /** The transaction with its trace, where the door has it. */
  scope?: RequestScope | undefined
  /** The caller named the transaction: a repeat is known by it (D9). */
  isNamed: boolean
  remoteAddress: string
  /** '/api/…' with its query string: part of what makes two askings the same one (R46). */
  address: string
  params: unknown
  query: unknown
  /** The caller would rather have an answer at once than the result (D6). */
  respondAsync: boolean
  /** The caller takes a stream of events, where the call may answer with one. */
  wantsEvents?: boolean
}

/** One run of a call, in the order of its methods; the door puts what it must between them. */
export interface Run {
  /** Undefined until someone is admitted. */
  readonly user: User | undefined
  /** How much of what they may ask is left, as headers; of whom is counted. */
  readonly quotas: Record<string, string>
  /**
   * Who calls, how often, and may they: in this order, so that a refusal names who, and counts as a call.
   * @throws Problem
   */
  admit(who: () => User | Promise<User>): Promise<void>
  /**
   * The input is parsed strictly, a change runs once per transaction id (D9), the answer fits its schema.
   * @throws Problem, CallerGone, or whatever a reading handler threw
   */
  perform(body: unknown, time: CallTime): Promise<KeptAnswer | FileReply | EventsReply>
  /** The end of a run that came to nothing: on record first, where it is an attempt at a change (D18). @returns what to tell */
  fail(problem: Problem): Promise<Problem>
}
