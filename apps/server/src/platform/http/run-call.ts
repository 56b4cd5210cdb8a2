import { Readable } from 'node:stream'
import {
  type Call,
  isOpenToTokens,
  isReading,
  permissions,
  readInstant,
  sayWhy,
  tellsPast,
  type Why,
} from '@support-console/contract'
import { asWork, readAs } from '../database/work.ts'
import { problems } from '../problem.ts'
import { inScope } from '../request-scope.ts'
import { type User, userKey } from '../sign-on/user.ts'
import type { Api } from './api.ts'
import { asProblem } from './as-problem.ts'
import { type Attempt, createAttempt } from './attempt.ts'
import {
  type CallContext,
  type Committed,
  type DataOf,
  type DataReply,
  type EventsReply,
  type FileReply,
  type Handler,
  keyOf,
  type Reply,
  type UnitOfWork,
} from './call-context.ts'
import { claimCall, type KeptAnswer, type OnceKey } from './call-once.ts'
import { startTime, timeOf } from './call-time.ts'
import { type Claimed, leaveClaim } from './leave-claim.ts'
import { parseCall } from './parse-call.ts'
import type { Asked, Run } from './run.ts'
import { createWork } from './unit-of-work.ts'
import { whileSignedOn } from './while-signed-on.ts'

type ChangeHandler<C extends Call> = (
  context: CallContext<C>,
  work: UnitOfWork<C>,
) => Promise<Committed<DataOf<C>>>

export function openRun<C extends Call>(api: Api, call: C, handler: Handler<C>, asked: Asked): Run {
  const { db, log, clock, config } = api.platform
  const isRead = isReading(call)
  const work = { kind: isRead ? 'read' : 'change', call: keyOf(call) } as const
  const by = { ...asked, user: undefined as User | undefined }
  let quotas: Record<string, string> = {}
  const attempt = isRead ? undefined : createAttempt({ db, log, clock, running: api.running }, call, by)
  return {
    get user() {
      return by.user
    },
    get quotas() {
      return quotas
    },
    async admit(who) {
      // Answered from memory and the same for all, as a page is: no limit, which strangers could use up for others (F4).
      if (call.access === 'public') return
      by.user = await who()
      if (asked.scope) asked.scope.email = by.user.email
      quotas = api.limits.count(call, by.user)
      api.guard.authorise(by.user, call.access)
      if (by.user.personalToken && !isOpenToTokens(call)) throw problems.notByToken(keyOf(call))
    },
    async perform(body, time) {
      const { moment, query } = momentOf(call, asked.query, clock.now())
      const context: CallContext<C> = {
        ...parseCall(call, { params: asked.params, query, body }),
        user: by.user as CallContext<C>['user'],
        transactionId: asked.transactionId,
        why: '',
        remoteAddress: asked.remoteAddress,
        respondAsync: asked.respondAsync,
        wantsEvents: call.mayStream === true && asked.wantsEvents === true,
        get signal() {
          return time.signal()
        },
        log,
      }
      const inTime = <T>(run: () => Promise<T>) => Promise.race([asWork({ ...work, moment }, run), time.over])
      if (attempt) {
        context.why = whyOf(call, context.query as Why | undefined, config.reasons.areRequired)
        attempt.about({ why: context.why })
        return inTime(() => changeOnce(api, call, handler as ChangeHandler<C>, context, attempt, asked))
      }
      const read = handler as (context: CallContext<C>) => Promise<Reply<C>>
      const result = whileSignedOn(api, by.user, await inTime(() => read(context)))
      if ('events' in result) return result
      if (!('file' in result)) return encode(call, result)
      if (result.file.content instanceof Readable) readAs(work, result.file.content)
      return result
    },
    fail: (problem) =>
      attempt
        ? inScope(asked.scope ?? { transactionId: asked.transactionId }, () =>
            asWork(work, () => attempt.fail(problem)),
          )
        : Promise.resolve(problem),
  }
}

/**
 * The moment of the past that a reading call is asked about, in milliseconds, and what else stands in its query.
 * @throws Problem Invalid
 */
function momentOf(call: Call, query: unknown, now: Date): { moment?: number; query: unknown } {
  const { at, ...rest } = (query ?? {}) as Record<string, unknown>
  if (at === undefined || !tellsPast(keyOf(call))) return { query }
  const moment = typeof at === 'string' ? readInstant(at) : undefined
  if (moment === undefined)
    throw problems.invalid([{ field: 'at', message: 'must be a date and a time with its offset' }])
  if (moment > now.getTime()) throw problems.invalid([{ field: 'at', message: 'must not be later than now' }])
  return { moment, query: rest }
}

/** @throws Problem Invalid where it must be said why, and is not */
function whyOf({ cutsOff }: Call, said: Why | undefined, areRequired: boolean): string {
  if (cutsOff && areRequired && !said?.reason)
    throw problems.invalid([{ field: 'reason', message: 'must say why this is done' }])
  return said ? sayWhy(said) : ''
}

/**
 * A whole call, by a door that has all of it at hand.
 * @throws Problem, which is on record
 */
export async function runCall(
  api: Api,
  call: Call,
  { body, who, ...asked }: Asked & { body?: unknown; who: () => Promise<User> },
): Promise<KeptAnswer | FileReply | EventsReply> {
  const registered = api.registered.get(keyOf(call))
  if (!registered) throw new Error(`${keyOf(call)} is not registered`)
  const run = registered.open(asked)
  const time = startTime(api.platform.clock, call)
  try {
    await run.admit(who)
    const scope = { ...asked.scope, transactionId: asked.transactionId, email: run.user?.email }
    return await inScope(scope, () => run.perform(body, time))
  } catch (error) {
    throw await run.fail(asProblem(error))
  } finally {
    time.stop()
  }
}

/** How long a run may take before it is taken for dead. */
const claimMs = (call: Call): number => (timeOf(call) + 30) * 1000

/** Runs a change, or gives the first run's answer. What has begun ends, also when the caller is told of a time-out. */
async function changeOnce<C extends Call>(
  api: Api,
  call: C,
  handler: ChangeHandler<C>,
  context: CallContext<C>,
  attempt: Attempt,
  asked: Asked,
): Promise<KeptAnswer> {
  const { db, secrets } = api.platform
  const { user, transactionId, body } = context
  if (!user) throw new Error(`${keyOf(call)} changes something and must not be public`)
  const once: OnceKey | undefined = asked.isNamed
    ? {
        userKey: userKey(user),
        transactionId,
        method: call.method,
        path: asked.address,
        body,
        rights: permissions.filter(user.may),
        ...(call.carriesSecret && { secrets }),
      }
    : undefined
  const claimed = once && (await claimCall(db, once, claimMs(call)))
  if (claimed && 'status' in claimed) {
    attempt.logDecision('answered again')
    return claimed
  }
  const run = change(api, call, handler, context, attempt, once && claimed && { once, claim: claimed })
  api.running.add(run)
  const forget = () => api.running.delete(run)
  run.then(forget, forget)
  return run
}

async function change<C extends Call>(
  api: Api,
  call: C,
  handler: ChangeHandler<C>,
  context: CallContext<C>,
  attempt: Attempt,
  claimed: Claimed | undefined,
): Promise<KeptAnswer> {
  const { db } = api.platform
  const work = createWork<C>({ db, attempt, once: claimed?.once, encode: (reply) => encode(call, reply) })
  try {
    const committed = await handler(context, work)
    const { status = 'Success', message = '', data, headers = {} } = committed.reply
    attempt.logDecision(status)
    return { status, message, data, headers }
  } catch (error) {
    const problem = await attempt.fail(asProblem(error))
    if (claimed) await leaveClaim(api.platform, claimed, problem, attempt.hasCommitted, claimMs(call))
    throw problem
  }
}

/** The envelope of a reply, checked and cut to the call's schema, so that nothing leaves that it does not name. */
function encode<C extends Call>(call: C, reply: DataReply<DataOf<C>>): KeptAnswer {
  const parsed = call.data.safeParse(reply.data)
  if (!parsed.success) {
    const places = parsed.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.')} ${issue.code}`)
    throw new Error(`the answer of ${keyOf(call)} does not fit its schema: ${places.join(', ')}`)
  }
  const { status = 'Success', message = 'Operation Done.', headers = {} } = reply
  return { status, message, data: parsed.data, headers }
}
