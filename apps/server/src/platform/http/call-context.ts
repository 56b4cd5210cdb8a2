import type { Readable } from 'node:stream'
import type { Call, CallKey, Thing } from '@support-console/contract'
import type { z } from 'zod'
import type { AuditedTransaction } from '../audit/audited-transaction.ts'
import type { Logger } from '../logging/logger.ts'
import type { Problem } from '../problem.ts'
import type { User } from '../sign-on/user.ts'

type Parsed<Schema> = NonNullable<Schema> extends z.ZodType ? z.output<NonNullable<Schema>> : undefined

/** What a handler is given: the call's input, parsed by its schemas, and who calls. */
export interface CallContext<C extends Call> {
  params: Parsed<C['params']>
  query: Parsed<C['query']>
  body: Parsed<C['body']>
  user: C['access'] extends 'public' ? undefined : User
  transactionId: string
  /** Why it is done, as the caller says, in the words of the trail (`sayWhy`); empty where they do not. */
  why: string
  remoteAddress: string
  /** `Prefer: respond-async` came with the request (D6, RFC 7240). */
  respondAsync: boolean
  /** The call may stream, and `Accept: text/event-stream` came with the request. */
  wantsEvents: boolean
  /** Aborted when the call's time is over; for reading calls also when the caller has gone. */
  signal: AbortSignal
  log: Logger
}

/** An answer: the envelope's data, and a message where 'Done' would say too little. */
export interface DataReply<Data> {
  data: Data
  message?: string
  status?: 'Success' | 'Accepted'
  /** For example Location, with Accepted. */
  headers?: Record<string, string>
}

/** An answer that is a file; only for calls whose contract says `file`. */
export interface FileReply {
  file: { name: string; content: string | Buffer | Readable }
}

/** An answer that goes on: text/event-stream; only for calls whose contract says `streams` or `mayStream`. */
export interface EventsReply {
  events: Readable
}

export type Reply<C extends Call> = DataReply<DataOf<C>> | FileReply | EventsReply

/** What an attempt is about, for people; ids stand there whole, so that they can be searched for. */
export interface Words {
  /** Why it is done, as the user says it (`sayWhy`): the first lines of the entries' details. */
  why?: string
  /** 'Mark SIM 8901170000000000013 unusable'. */
  message?: string
  /** The thing that is changed: 'sim 8901170000000000013'. */
  object?: Thing | ''
}

/**
 * What the audit trail says about a step (R38); who, when, where and which call it knows by itself. Default of the
 * words: what `work.about` said, else the contract (`audit`).
 */
export interface AuditNote extends Words {
  /** An envelope word, or Intent for a step before an outside call. Default: Success. */
  result?: string
  /** The screen's title; default: the contract's. */
  activity?: string
  subTransactionId?: string
  /** `console`: what the browser claims (D18); an equal claim in the same transaction is kept once. Default: server. */
  source?: 'server' | 'console'
  detail?: string
}

/** What a step of a change gives back: at least its entry, or that and then those of the objects that it is about. */
export interface Entered {
  entry: AuditNote | readonly AuditNote[]
}

/** What the last step of a change gives back: its entry and the answer. */
export interface Outcome<Data> extends Entered, DataReply<Data> {
  /** What follows once both are committed, for example telling those who wait for it. */
  afterwards?: (() => void | Promise<void>) | undefined
}

/** Proof that a change was committed together with its audit entry; only `UnitOfWork.finish` makes one. */
export class Committed<Data> {
  readonly #reply: DataReply<Data>
  private constructor(reply: DataReply<Data>) {
    this.#reply = reply
  }
  /** For the unit of work alone. */
  static of<Data>(reply: DataReply<Data>): Committed<Data> {
    return new Committed(reply)
  }
  get reply(): DataReply<Data> {
    return this.#reply
  }
}

/** The data that a call's handler gives, before the schema. */
export type DataOf<C extends Call> = z.input<C['data']>

/**
 * How a mutating call changes anything (D18, R37). Each step is one transaction, and its audit entry is that
 * transaction's last statement: no change without its entry.
 */
export interface UnitOfWork<C extends Call> {
  /**
   * Says what the call is about, as soon as it is known, in better words than the contract has: all entries from here
   * on bear them, also that of a refusal or failure, which whatever is thrown leaves by itself with its reason.
   */
  about(words: Words): void
  /** A change before the last one, for example the intent before an outside call. */
  step<T extends Entered>(change: (trx: AuditedTransaction) => Promise<T>): Promise<T>
  /**
   * Enters a failure together with a change that belongs to it, where throwing the problem alone would not do:
   * `throw await work.fail(problem, (trx) => …)`.
   */
  fail(problem: Problem, change: (trx: AuditedTransaction) => Promise<unknown>): Promise<Problem>
  /** The last change, and with it the answer, which is kept for repeats of the call in the same transaction (D9). */
  finish(change: (trx: AuditedTransaction) => Promise<Outcome<DataOf<C>>>): Promise<Committed<DataOf<C>>>
}

/** A reading call answers; a mutating one must return what `work.finish` gave it, and so cannot forget the audit. */
export type Handler<C extends Call> = [C] extends [{ method: 'GET' } | { reads: true }]
  ? (context: CallContext<C>) => Promise<Reply<C>>
  : (context: CallContext<C>, work: UnitOfWork<C>) => Promise<Committed<DataOf<C>>>

export const keyOf = <C extends Call>(call: C) => `${call.method} ${call.path}` as CallKey<C>
