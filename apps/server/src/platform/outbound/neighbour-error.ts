import type { NeighbourFailure } from '@support-console/contract'

/** What can go wrong with a call to a neighbour. Each kind has one treatment, no matter who the neighbour is (R35). */
export type NeighbourErrorKind = NeighbourFailure

interface NeighbourErrorFacts {
  kind: NeighbourErrorKind
  /** The system's name as users know it: 'AT&T'. */
  system: string
  /** What happened and what to do next, fit for the user. */
  sentence: string
  /** For the log: codes and shapes, never a secret, a URL or the text of an answer. */
  detail?: string
  /** The system's own error code, where it gave one. */
  code?: string
  /** False only if the request surely never reached the system; a change that was sent may have happened. */
  sent?: boolean
  /** When the system said how long to wait. */
  retryAfterMs?: number
  /** What came is none of the system's own answers (a proxy's page): of a change it says nothing. */
  isDoubtful?: boolean
  cause?: unknown
}

/** The one error that a call to a neighbour ends with, the caller's own going away apart. */
export class NeighbourError extends Error {
  override name = 'NeighbourError'
  readonly kind: NeighbourErrorKind
  readonly system: string
  readonly sentence: string
  readonly detail: string
  readonly code: string | undefined
  readonly sent: boolean
  readonly retryAfterMs: number | undefined
  readonly isDoubtful: boolean

  constructor(facts: NeighbourErrorFacts) {
    super(facts.sentence, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.kind = facts.kind
    this.system = facts.system
    this.sentence = facts.sentence
    this.detail = facts.detail ?? ''
    this.code = facts.code
    this.sent = facts.sent ?? true
    this.retryAfterMs = facts.retryAfterMs
    this.isDoubtful = facts.isDoubtful ?? false
  }

  /** Of a change: it may have been made all the same. Not where it never began, was turned away unread, or met a clear no. */
  get mayHaveHappened(): boolean {
    if (!this.sent || this.kind === 'busy') return false
    return this.isDoubtful || !['refused', 'not-found', 'credentials'].includes(this.kind)
  }

  /** The same failure, met on the way (a login): the request that was meant was not sent. */
  beforeSending(): NeighbourError {
    const { kind, system, sentence, detail, code, retryAfterMs } = this
    return new NeighbourError({
      kind,
      system,
      sentence,
      detail,
      ...(code === undefined ? {} : { code }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      sent: false,
      cause: this,
    })
  }
}

type Facts = Partial<Omit<NeighbourErrorFacts, 'kind' | 'system'>>

const seconds = (ms: number) => `${ms < 10_000 ? Number((ms / 1000).toFixed(1)) : Math.round(ms / 1000)} s`

/** The usual sentences, so that two neighbours say the same thing in the same words. */
export const neighbourErrors = {
  unreachable: (system: string, facts: Facts = {}) =>
    new NeighbourError({
      kind: 'unreachable',
      system,
      sentence: `${system} cannot be reached at the moment. Try again in a minute.`,
      ...facts,
    }),
  cut: (system: string, facts: Facts = {}) =>
    new NeighbourError({
      kind: 'unreachable',
      system,
      sentence: `${system} broke off the connection before its answer was complete. Try again in a minute.`,
      ...facts,
    }),
  resting: (system: string, waitMs: number) =>
    new NeighbourError({
      kind: 'resting',
      system,
      sentence: `${system} failed to answer several times in a row, so the console waits a moment before it asks again. Try again in ${seconds(Math.max(1000, waitMs))}.`,
      detail: 'circuit breaker open',
      sent: false,
    }),
  timeout: (system: string, afterMs: number, facts: Facts = {}) =>
    new NeighbourError({
      kind: 'timeout',
      system,
      sentence: `${system} did not answer within ${seconds(afterMs)}. Try again in a minute.`,
      ...facts,
    }),
  malformed: (system: string, facts: Facts = {}) =>
    new NeighbourError({
      kind: 'malformed',
      system,
      sentence: `${system} sent an answer that the console cannot read. Try again in a minute; if it keeps happening, tell the administrator.`,
      ...facts,
    }),
  /** It answered, and about another thing: as little worth as what cannot be read, but said as what it is. */
  mixedUp: (system: string) =>
    new NeighbourError({
      kind: 'mixed-up',
      system,
      sentence: `${system} answered about something other than what was asked. Try again in a minute; if it keeps happening, tell the administrator.`,
      detail: 'the answer is about something else',
    }),
  refused: (system: string, facts: Facts = {}) =>
    new NeighbourError({
      kind: 'refused',
      system,
      sentence: `${system} refused the request. If it should have been allowed, tell the administrator.`,
      ...facts,
    }),
  notFound: (system: string, facts: Facts = {}) =>
    new NeighbourError({
      kind: 'not-found',
      system,
      sentence: `${system} does not know this SIM. Check the SIM ID.`,
      ...facts,
    }),
  credentials: (system: string, facts: Facts = {}) =>
    new NeighbourError({
      kind: 'credentials',
      system,
      sentence: `${system} does not accept the console's credentials. Trying again will not help: tell the administrator.`,
      ...facts,
    }),
  busy: (system: string, facts: Facts = {}) =>
    new NeighbourError({
      kind: 'busy',
      system,
      sentence: `${system} takes no more requests at the moment because too many arrive at once. Try again in a minute.`,
      ...facts,
    }),
  serverError: (system: string, facts: Facts = {}) =>
    new NeighbourError({
      kind: 'server-error',
      system,
      sentence: `${system} reports a fault of its own. Try again in a minute.`,
      ...facts,
    }),
}
