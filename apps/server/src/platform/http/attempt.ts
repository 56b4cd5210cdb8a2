import { type Call, readThing, withWhy } from '@support-console/contract'
import { type AuditEntry, appendAudit } from '../audit/append-audit.ts'
import { auditedTransaction } from '../audit/audited-transaction.ts'
import { within } from '../clock.ts'
import type { Platform } from '../platform.ts'
import { type Problem, problems } from '../problem.ts'
import type { User } from '../sign-on/user.ts'
import { type AuditNote, keyOf, type Words } from './call-context.ts'
import { enterRefusal } from './refused-calls.ts'

/** How long a failure waits for its entry, in milliseconds, before the caller is told that it is not recorded. */
const entryPatienceMs = 10_000

/**
 * One attempt at a call that changes something. Whatever becomes of it is on record (D18, R16): a change by the steps
 * of its unit of work, a refusal or failure by `fail`, so that each attempt of someone whom we know leaves its entry.
 */
export interface Attempt {
  /** Set with the first step that was committed: then a repeat must not simply run again. An entry alone is none. */
  hasCommitted: boolean
  /** Better words than the contract's, for all entries from here on. */
  about(words: Words): void
  /** The entry of a step. @throws Error where no one is known */
  entryOf(note: AuditNote): AuditEntry
  /**
   * Puts a refusal or failure on record: in the log, and in the audit trail, with its sentence as the reason. A
   * problem that is entered already is not entered again, and of one person's refusals the further ones of a minute are
   * entered together (D33).
   * @returns what the caller is to be told: the problem, or that it cannot be recorded
   */
  fail(problem: Problem): Promise<Problem>
  /** Takes a problem as entered; anyone who says so has written its entry. */
  noteEntered(problem: Problem): void
  /** R16: what was decided about the attempt, for the log. */
  logDecision(decision: string, detail?: object): void
}

type Parts = Pick<Platform, 'db' | 'log' | 'clock'> & { running: Set<Promise<unknown>> }

/** Who attempts it: `user` may become known later. */
interface Attempting {
  transactionId: string
  remoteAddress: string
  params: unknown
  /** The call's schema has read them already. */
  isParsed?: boolean
  user: User | undefined
}

export function createAttempt({ db, log, clock, running }: Parts, call: Call, by: Attempting): Attempt {
  let better: Words = {}
  const told = new Map<Problem, Promise<Problem>>()

  const attempt: Attempt = {
    hasCommitted: false,
    about(words) {
      better = { ...better, ...words }
    },
    entryOf({ message, object, activity, why, detail, result = 'Success', source = 'server', ...note }) {
      if (!by.user) throw new Error(`no one is known who makes ${keyOf(call)}`)
      const said = { ...wordsOf(call, by), ...better }
      return {
        ...note,
        source,
        user: by.user,
        transactionId: by.transactionId,
        remoteAddress: by.remoteAddress,
        route: keyOf(call),
        permission: call.access,
        activity: activity ?? call.audit?.screen ?? '',
        message: message ?? said.message,
        object: object ?? said.object,
        result,
        detail: withWhy(why ?? better.why ?? '', withToken(by.user, detail)),
      }
    },
    fail(problem) {
      const before = told.get(problem)
      if (before) return before
      attempt.logDecision(problem.status, problem.detail)
      const outcome = isEntered(problem) ? enter(problem) : Promise.resolve(problem)
      told.set(problem, outcome)
      return outcome
    },
    noteEntered(problem) {
      attempt.logDecision(problem.status, problem.detail)
      told.set(problem, Promise.resolve(problem))
    },
    logDecision(decision, detail) {
      const { user } = by
      // A stranger's refusal has its line already.
      if (!user) return
      log.info(
        {
          call: keyOf(call),
          permission: call.access,
          decision,
          subject: user.subject,
          email: user.email,
          sessionId: user.sessionId,
          remoteAddress: by.remoteAddress,
          ...(detail ? { detail } : {}),
        },
        'change decided',
      )
    },
  }

  const isEntered = (problem: Problem) => by.user !== undefined && !problem.leavesNoEntry

  async function enter(problem: Problem): Promise<Problem> {
    try {
      await within(clock, entryPatienceMs, append(problem))
      return problem
    } catch (error) {
      log.error(
        { err: error, call: keyOf(call), decision: problem.status, reason: problem.message },
        'A failed attempt cannot be entered into the audit trail',
      )
      // Where the database failed the call already, the problem says so better.
      if (problem.isOfDatabase) return problem
      const hasBegun = attempt.hasCommitted || problem.status === 'Unsettled'
      const unrecorded = problems.notRecorded(error, hasBegun)
      told.set(unrecorded, Promise.resolve(unrecorded))
      return unrecorded
    }
  }

  function append(problem: Problem): Promise<void> {
    const entry = attempt.entryOf({ result: problem.status, detail: problem.message.slice(0, 10_000) })
    const enter = problem.isCounted ? enterRefusal : appendAudit
    const appended = auditedTransaction(db, (trx) => enter(trx, entry))
    // A stop waits for it, also when the caller was told already.
    running.add(appended)
    const forget = () => running.delete(appended)
    appended.then(forget, forget)
    return appended
  }

  return attempt
}

/** By which token, where it is one (D58): its id stands in the entry's own column. */
function withToken({ personalToken }: User, detail: string | undefined): string | undefined {
  if (!personalToken) return detail
  const { name, beginning } = personalToken
  return [detail, `By the personal token “${name}” (${beginning}…).`].filter(Boolean).join(' ')
}

/**
 * The contract's words with the parameters of the path, as the schema reads them. What it does not read stands as it came
 * in the message, and names no thing.
 */
function wordsOf(
  call: Call,
  { params: given, isParsed = false }: Pick<Attempting, 'params' | 'isParsed'>,
): { message: string; object: string } {
  const parsed = isParsed || !call.params ? { success: true, data: given } : call.params.safeParse(given)
  const params = ((parsed.success ? parsed.data : given) ?? {}) as Record<string, unknown>
  const fill = (template: string) =>
    template.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? '').slice(0, 500))
  const { action = call.summary, object = '' } = call.audit ?? {}
  const named = object.includes('{') ? (readThing(fill(object)) ?? '') : object
  return { message: fill(action), object: parsed.success ? named : '' }
}
