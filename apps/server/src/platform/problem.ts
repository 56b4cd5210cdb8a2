import {
  type EnvelopeStatus,
  type ErrorStatus,
  envelopeStatuses,
  type FieldIssue,
} from '@support-console/contract'

interface ProblemOptions {
  /** For the log only; never reaches the caller. */
  detail?: Record<string, unknown> | undefined
  cause?: unknown
  /** Complaints about fields, for status Invalid. */
  issues?: FieldIssue[] | undefined
  headers?: Record<string, string> | undefined
  leavesNoEntry?: boolean
  isCounted?: boolean
  isOfDatabase?: boolean
  isStranger?: boolean
}

/**
 * A failure with an envelope status (which fixes the HTTP code, D7), a sentence for the reader that says what to do
 * next, and a detail for the log. Services throw it; everything else that is thrown becomes `Error` 500.
 */
export class Problem extends Error {
  override name = 'Problem'
  readonly status: ErrorStatus
  readonly detail: Record<string, unknown> | undefined
  readonly issues: FieldIssue[] | undefined
  readonly headers: Record<string, string>
  /**
   * It is in the log alone, not in the audit trail: no one is known, a limit must cost nothing, or the attempt is
   * another one's repeat.
   */
  readonly leavesNoEntry: boolean
  /** Its entry stands for all of one person's in a minute (D33). */
  readonly isCounted: boolean
  /** The database failed the call. */
  readonly isOfDatabase: boolean
  /** The caller has shown nothing genuine: neither a token of the provider's, be it over, nor a neighbour's proof. */
  readonly isStranger: boolean

  constructor(status: ErrorStatus, sentence: string, options: ProblemOptions = {}) {
    super(sentence, options.cause === undefined ? {} : { cause: options.cause })
    this.status = status
    this.detail = options.detail
    this.issues = options.issues
    this.headers = options.headers ?? {}
    this.leavesNoEntry = options.leavesNoEntry ?? false
    this.isCounted = options.isCounted ?? false
    this.isOfDatabase = options.isOfDatabase ?? false
    this.isStranger = options.isStranger ?? false
  }

  get code(): number {
    return envelopeStatuses[this.status]
  }

  /** Whether the same call may well succeed soon. */
  get isPassing(): boolean {
    return passing.has(this.status)
  }
}

const passing: ReadonlySet<EnvelopeStatus> = new Set(['Busy', 'Unavailable', 'Unsettled', 'TooMany'])

/** The caller hung up before the answer: no one is left to tell, and nothing failed. */
export class CallerGone extends Error {
  override name = 'CallerGone'
}

/** What the platform itself says; features word their own. One table, so that no two places disagree. */
export const problems = {
  notSignedIn: () =>
    new Problem('Unauthorized', 'You are not signed in. Please sign in.', {
      leavesNoEntry: true,
      isStranger: true,
      headers: { 'www-authenticate': 'Bearer' },
    }),
  notThatNeighbour: () =>
    new Problem('Unauthorized', 'This call does not prove that it comes from the system it is meant for.', {
      leavesNoEntry: true,
      isStranger: true,
      headers: { 'www-authenticate': 'Bearer' },
    }),
  /** `whose`: where the token is genuine, and only its sign-on has ended; `isOver`: genuine, and over. */
  badToken: (
    why: string,
    {
      whose,
      isOver = false,
      sentence = 'Your sign-in is no longer valid. Please sign in again.',
    }: {
      whose?: { subject: string; email: string }
      isOver?: boolean
      sentence?: string | undefined
    } = {},
  ) =>
    new Problem('Unauthorized', sentence, {
      leavesNoEntry: true,
      isStranger: !whose && !isOver,
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      detail: { why, ...(whose ? { subject: whose.subject, email: whose.email } : {}) },
    }),
  noKeys: (why: string) =>
    new Problem(
      'Unavailable',
      'The sign-on provider cannot be reached right now. Please try again in a minute.',
      {
        headers: { 'retry-after': '30' },
        detail: { why },
      },
    ),
  /** A script is told which right is missing: its person chose them (D58). */
  forbidden: (
    permission: string,
    { roles, personalToken }: { roles: readonly string[]; personalToken?: object | undefined },
  ) =>
    new Problem(
      'Forbidden',
      personalToken
        ? `This needs ${permission === 'any-right' ? 'any right' : `the right ${permission}`}. Either this token does not have it, or its person has lost it.`
        : "Sorry, you don't have access to this. Please Contact Admin!",
      { isCounted: true, detail: { permission, roles } },
    ),
  /** A call without a scope (D58), made with a personal token. */
  notByToken: (call: string) =>
    new Problem('Forbidden', 'A token cannot do this. Sign in to the console in a browser.', {
      isCounted: true,
      detail: { call },
    }),
  invalid: (issues: FieldIssue[]) =>
    new Problem('Invalid', `Please correct the input: ${issues.map(sayIssue).join('; ')}.`, { issues }),
  badJson: () => new Problem('Invalid', 'The body is not valid JSON. Please correct it and send it again.'),
  nestedTooDeeply: () =>
    new Problem('Invalid', 'The body is nested too deeply. Please correct it and send it again.'),
  sameNameTwice: () =>
    new Problem(
      'Invalid',
      'The body has a field twice, so it is not clear which one is meant. Please correct it and send it again.',
    ),
  headerTwice: (name: string) =>
    new Problem('Invalid', `The request has several ${name} headers. Please send one.`, {
      leavesNoEntry: true,
    }),
  oddCharacter: () =>
    new Problem(
      'Invalid',
      'The request contains a character that cannot be stored, such as NUL. Please correct it and send it again.',
    ),
  badRequest: () => new Problem('Invalid', 'The request is malformed. Please correct it and send it again.'),
  noSuchCall: () => new Problem('NotFound', 'There is no such call. Please check the address.'),
  wrongMethod: (allow: string) =>
    new Problem('MethodNotAllowed', `This address does not accept that method; it accepts ${allow}.`, {
      headers: { allow },
    }),
  tooLarge: (limitBytes: number) =>
    new Problem('TooLarge', `The request is too large; the limit is ${limitBytes / 1024} KiB.`),
  wrongType: () =>
    new Problem('UnsupportedType', 'The body must be JSON (Content-Type: application/json).', {
      headers: { accept: 'application/json' },
    }),
  tooMany: (seconds: number, quotas: Record<string, string> = {}) =>
    new Problem('TooMany', `Too many calls in a short time. Please try again in ${seconds} seconds.`, {
      leavesNoEntry: true,
      headers: { 'retry-after': String(seconds), ...quotas },
    }),
  stillRunning: () =>
    new Problem('Busy', 'The same request is still running. Please wait for its result.', {
      leavesNoEntry: true,
      headers: { 'retry-after': '5' },
    }),
  otherContent: () =>
    new Problem(
      'Conflict',
      'Another request was already made under this transaction ID. Please start the action again.',
    ),
  answeredForMore: () =>
    new Problem(
      'Conflict',
      'This was already answered when you had rights that you no longer have, so the answer is not given again. ' +
        'Please check the current state.',
    ),
  leftUnfinished: () =>
    new Problem(
      'Conflict',
      'This action was started and then cut off, so part of it may have happened. Please check the current state, ' +
        'and start the action again if it is still needed.',
    ),
  notRecorded: (cause: unknown, hasBegun: boolean) =>
    new Problem(
      hasBegun ? 'Unsettled' : 'Unavailable',
      hasBegun
        ? 'The result of this cannot be recorded right now. The change may have happened; check before you try again.'
        : 'The audit trail cannot be written right now, so nothing was changed. Please try again in a minute.',
      { cause, isOfDatabase: true, headers: { 'retry-after': '60' } },
    ),
  notHandedOut: (cause: unknown) =>
    new Problem(
      'Unavailable',
      'The audit trail cannot be written right now, so nothing was handed out. Please try again in a minute.',
      { cause, isOfDatabase: true, headers: { 'retry-after': '60' } },
    ),
  timedOut: (seconds: number, changes: boolean) =>
    new Problem(
      changes ? 'Unsettled' : 'Unavailable',
      changes
        ? `This took longer than ${seconds} seconds. The change may still happen; check before you try again.`
        : `This took longer than ${seconds} seconds. Please try again in a minute.`,
      { headers: { 'retry-after': '60' } },
    ),
  overloaded: () =>
    new Problem('Unavailable', 'The console is overloaded right now. Please try again in a few seconds.', {
      headers: { 'retry-after': '10' },
    }),
  databaseAway: (cause: unknown) =>
    new Problem('Unavailable', 'The database cannot be reached right now. Please try again in a minute.', {
      cause,
      isOfDatabase: true,
      headers: { 'retry-after': '10' },
    }),
  databaseBusy: (cause: unknown) =>
    new Problem(
      'Unavailable',
      'The database is busy with other work right now. Please try again in a few seconds.',
      {
        cause,
        isOfDatabase: true,
        headers: { 'retry-after': '5' },
      },
    ),
  unexpected: (cause: unknown) =>
    new Problem(
      'Error',
      'Something went wrong on our side. Please try again; if it keeps happening, give the administrator the transaction ID.',
      { cause },
    ),
}

const sayIssue = ({ field, message }: FieldIssue) => (field ? `${field}: ${message}` : message)

/** What happened, without what to do: a later reader did not ask. */
export const withoutAdvice = (sentence: string): string => sentence.replace(/ Try again in .*$/s, '')
