import { Readable } from 'node:stream'
import type { Call } from '@support-console/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { asWork, readAs } from '../database/work.ts'
import { neighbourUser, type User, userKey } from '../sign-on/user.ts'
import { type Api, enlist } from './api.ts'
import { type Attempt, createAttempt } from './attempt.ts'
import {
  type CallContext,
  type Committed,
  type DataOf,
  type DataReply,
  type Handler,
  keyOf,
  type Reply,
  type UnitOfWork,
} from './call-context.ts'
import { claimCall, freeCall, type KeptAnswer, keepAnswer, type OnceKey } from './call-once.ts'
import { compressionOf } from './compression.ts'
import { answerProblem, asProblem } from './error-handler.ts'
import { parseCall } from './parse-call.ts'
import { CallerGone, type Problem, problems } from './problem.ts'
import { givenTransactionId, inScope } from './request-scope.ts'
import { sendEnvelope, sendFile } from './send.ts'
import { createWork } from './unit-of-work.ts'
import { whoCalls } from './who-calls.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined until somebody is known. */
    user: User | undefined
    /** Of a call that changes something. */
    attempt: Attempt | undefined
  }
}

/** How a neighbour proves who it is: by headers, which are asked before the body is read, or by what stands in the body. */
export type NeighbourProof =
  | { headers: (headers: FastifyRequest['headers']) => boolean }
  | { body: (unparsed: unknown) => boolean }

/** Seconds that a call may take where the contract says nothing (R29). */
const usualTime = 30

/**
 * Puts a call of the contract on the air. Whoever calls is admitted before the body is read; the input is parsed
 * strictly; a mutating call runs once per transaction id (D9) and audits itself, whatever becomes of it (D18); the
 * answer fits its schema.
 * @param proof of the neighbour, for its calls
 */
export function registerCall<C extends Call>(
  api: Api,
  call: C,
  handler: Handler<C>,
  proof?: NeighbourProof,
): void {
  enlist(api, call)
  if ((call.access === 'neighbour') !== (proof !== undefined))
    throw new Error(`${keyOf(call)}: calls of neighbours are proven, and no others`)
  const path = call.path.replace(/\{(\w+)\}/g, ':$1')
  api.app.route({
    // Fastify's own HEAD would tell the length of the answer before it was compressed.
    method: call.method === 'GET' ? ['GET', 'HEAD'] : call.method,
    exposeHeadRoute: false,
    url: `/api${path}`,
    config: { call },
    compress: compressionOf(call),
    onRequest: (request) => admit(api, call, request, proof),
    ...(call.method === 'GET' ? {} : { errorHandler: (...failed) => answerFailure(api, ...failed) }),
    handler: async (request, reply) => {
      if (proof && 'body' in proof) {
        if (!proof.body(request.body)) throw refusedStranger(api, request)
        request.user = neighbourUser(call.path)
        api.limits.count(call, request.user)
      }
      const input = parseCall(call, request)
      let sendsFile = false
      const time = timer(api.platform.clock, call, () => {
        if (!sendsFile) return
        // The answer has begun: an end of the connection is the one way left to say that it is not whole.
        api.platform.log.warn({ call: keyOf(call) }, 'a file was not taken in the time of its call')
        reply.raw.destroy()
      })
      // A change goes on without its caller; a read stops with him.
      if (call.method === 'GET')
        reply.raw.once('close', () => {
          time.stop()
          if (!reply.raw.writableFinished) time.abort(new CallerGone())
        })
      const context: CallContext<C> = {
        ...input,
        user: request.user as CallContext<C>['user'],
        transactionId: request.id,
        remoteAddress: request.ip,
        respondAsync: prefersAsync(request.headers.prefer),
        // Made only for handlers that take it: most calls are over before it would be.
        get signal() {
          return time.signal()
        },
        log: api.platform.log,
      }
      try {
        if (call.method === 'GET') {
          const read = handler as (context: CallContext<C>) => Promise<Reply<C>>
          const work = { kind: 'read', call: keyOf(call) } as const
          const result = await Promise.race([asWork(work, () => read(context)), time.over])
          if (!('file' in result)) return answer(reply, encode(call, result))
          sendsFile = true
          if (result.file.content instanceof Readable) readAs(work, result.file.content)
          return sendFile(reply, call, result)
        }
        const change = handler as ChangeHandler<C>
        const once = asWork({ kind: 'change', call: keyOf(call) }, () =>
          changeOnce(api, call, change, context, request),
        )
        return answer(reply, await Promise.race([once, time.over]))
      } finally {
        // A file's time lasts until it was taken, or nobody would end a download that stands still.
        if (!sendsFile) time.stop()
      }
    },
  })
}

type ChangeHandler<C extends Call> = (
  context: CallContext<C>,
  work: UnitOfWork<C>,
) => Promise<Committed<DataOf<C>>>

/** Who calls, how often, and may they: in this order, so that a refusal names who, and counts as a call. */
async function admit(
  api: Api,
  call: Call,
  request: FastifyRequest,
  proof: NeighbourProof | undefined,
): Promise<void> {
  if (call.method !== 'GET') {
    const { db, log, clock } = api.platform
    request.attempt = createAttempt({ db, log, clock, running: api.running }, call, request)
  }
  // Answered from memory and the same for all, as a page is: no limit, which strangers could use up for others (F4).
  if (call.access === 'public') return
  if (proof) {
    if (!('headers' in proof)) return
    if (!proof.headers(request.headers)) throw refusedStranger(api, request)
    request.user = neighbourUser(call.path)
  } else {
    request.user = await whoCalls(api, request)
  }
  api.limits.count(call, request.user)
  api.guard.authorise(request.user, call.access)
}

/** @throws Problem TooMany instead, where he tries too often */
function refusedStranger(api: Api, request: FastifyRequest): Problem {
  api.limits.countStranger(request)
  return problems.notThatNeighbour()
}

/** The end of every attempt at a change that comes to nothing, wherever it was stopped: on record first (D18), then told. */
async function answerFailure(
  api: Api,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const problem = asProblem(error)
  const { call } = request.routeOptions.config
  const enter = async () => request.attempt?.fail(problem)
  const told = await inScope({ transactionId: request.id }, () =>
    asWork({ kind: 'change', call: keyOf(call as Call) }, enter),
  )
  return answerProblem(api.platform, told ?? problem, request, reply)
}

/** Runs a change, or gives the first run's answer. What has begun ends, also when the caller is told of a time-out. */
async function changeOnce<C extends Call>(
  api: Api,
  call: C,
  handler: ChangeHandler<C>,
  context: CallContext<C>,
  request: FastifyRequest,
): Promise<KeptAnswer> {
  const { db } = api.platform
  const { user, attempt } = request
  if (!user || !attempt) throw new Error(`${keyOf(call)} changes something and must not be public`)
  const once = onceKey(call, context, request, user)
  if (once) {
    const first = await claimCall(db, once, (timeOf(call) + 30) * 1000)
    if (first) {
      attempt.logDecision('answered again')
      return first
    }
  }
  const run = perform(api, call, handler, context, attempt, once)
  api.running.add(run)
  const forget = () => api.running.delete(run)
  run.then(forget, forget)
  return run
}

async function perform<C extends Call>(
  api: Api,
  call: C,
  handler: ChangeHandler<C>,
  context: CallContext<C>,
  attempt: Attempt,
  once: OnceKey | undefined,
): Promise<KeptAnswer> {
  const { db } = api.platform
  const work = createWork<C>({ db, attempt, once, encode: (reply) => encode(call, reply) })
  try {
    const committed = await handler(context, work)
    const { status = 'Success', message = '', data, headers = {} } = committed.reply
    attempt.logDecision(status)
    return { status, message, data, headers }
  } catch (error) {
    const problem = await attempt.fail(asProblem(error))
    if (once) {
      // Nothing was done and it may work soon: the repeat may run. Everything else is the answer for repeats, too.
      const mayRunAgain = !attempt.hasCommitted && (problem.isPassing || problem.status === 'Error')
      const kept = {
        status: problem.status,
        message: problem.message,
        data: problem.issues ? { issues: problem.issues } : null,
        headers: problem.headers,
      }
      await (mayRunAgain ? freeCall(db, once) : keepAnswer(db, once, kept)).catch((cause: unknown) =>
        api.platform.log.error({ err: cause, call: keyOf(call) }, 'The outcome of a call cannot be kept'),
      )
    }
    throw problem
  }
}

function onceKey<C extends Call>(
  call: C,
  context: CallContext<C>,
  request: FastifyRequest,
  user: User,
): OnceKey | undefined {
  const transactionId = givenTransactionId(request.headers['x-transaction-id'])
  if (!transactionId) return undefined
  return {
    userKey: userKey(user),
    transactionId,
    method: call.method,
    path: request.url,
    body: context.body,
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

const answer = (reply: FastifyReply, { status, message, data, headers }: KeptAnswer): FastifyReply =>
  sendEnvelope(reply.headers(headers), status, message, data)

/** RFC 7240: the caller would rather have an answer at once than the result. */
const prefersAsync = (header: string | string[] | undefined): boolean =>
  [header ?? []].flat().some((each) => /(^|,)\s*respond-async\s*(,|;|$)/i.test(each))

const timeOf = (call: Call): number => call.lastsUpTo ?? usualTime

/** The time a call has. One controller serves both who hangs up and what takes too long, which `onOver` is told. */
function timer(clock: Clock, call: Call, onOver: () => void) {
  let controller: AbortController | undefined
  let ended: Error | undefined
  const { promise: over, reject } = Promise.withResolvers<never>()
  const seconds = timeOf(call)
  const abort = (reason: Error) => {
    ended ??= reason
    controller?.abort(ended)
  }
  const alarm = clock.after(seconds * 1000, () => {
    const problem = problems.timedOut(seconds, call.method !== 'GET')
    reject(problem)
    abort(problem)
    onOver()
  })
  return {
    over,
    abort,
    signal: (): AbortSignal => {
      controller ??= new AbortController()
      if (ended) controller.abort(ended)
      return controller.signal
    },
    stop: () => alarm.stop(),
  }
}
