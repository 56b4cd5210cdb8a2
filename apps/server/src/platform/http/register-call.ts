import { type Call, isReading } from '@support-console/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CallerGone, problems } from '../problem.ts'
import { givenTransactionId } from '../request-scope.ts'
import { neighbourUser, type User } from '../sign-on/user.ts'
import { type Api, enlist } from './api.ts'
import { type Handler, keyOf } from './call-context.ts'
import type { KeptAnswer } from './call-once.ts'
import { startTime } from './call-time.ts'
import { compressionOf } from './compression.ts'
import { answerProblem, problemOf } from './error-handler.ts'
import type { Asked, Run } from './run.ts'
import { openRun } from './run-call.ts'
import { sendEnvelope, sendEvents, sendFile } from './send.ts'
import { whoCalls } from './who-calls.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined until someone is known. */
    user: User | undefined
    /** Of a call of the contract. */
    run: Run | undefined
  }
}

/** How a neighbour proves who it is: by headers, which are asked before the body is read, or by what stands in the body. */
type NeighbourProof =
  | { headers: (headers: FastifyRequest['headers']) => boolean }
  | { body: (unparsed: unknown) => boolean }

/**
 * Puts a call of the contract on the air. Anyone who calls is admitted before the body is read; what the call does then,
 * it does as by any other door (`run-call`).
 * @param proof of the neighbour, for its calls
 */
export function registerCall<C extends Call>(
  api: Api,
  call: C,
  handler: Handler<C>,
  proof?: NeighbourProof,
): void {
  const { clock, log } = api.platform
  const open = (asked: Asked) => openRun(api, call, handler, asked)
  enlist(api, { call, open })
  if ((call.access === 'neighbour') !== (proof !== undefined))
    throw new Error(`${keyOf(call)}: calls of neighbours are proven, and no others`)
  const path = call.path.replace(/\{(\w+)\}/g, ':$1')
  api.app.route({
    // Fastify's own HEAD would tell the length of the answer before it was compressed. A stream has none.
    method: call.method === 'GET' && !call.streams ? ['GET', 'HEAD'] : call.method,
    exposeHeadRoute: false,
    url: `/api${path}`,
    config: { call },
    compress: compressionOf(call),
    onRequest: async (request, reply) => {
      request.run = open({
        transactionId: request.id,
        scope: request.scope,
        isNamed: givenTransactionId(request.headers['x-transaction-id']) !== undefined,
        remoteAddress: request.ip,
        address: request.url,
        params: request.params,
        query: request.query,
        respondAsync: prefersAsync(request.headers.prefer),
        wantsEvents: /\btext\/event-stream\b/i.test(request.headers.accept ?? ''),
      })
      if (proof && 'body' in proof) return
      await admit(request, reply, () =>
        proof ? neighbourOf(request, proof.headers(request.headers)) : whoCalls(api, request),
      )
    },
    errorHandler: async (error, request, reply) => {
      const told = isReading(call) ? error : await request.run?.fail(problemOf(error))
      return answerProblem(api.platform, told ?? error, request, reply)
    },
    handler: async (request, reply) => {
      const run = runOf(request)
      if (proof && 'body' in proof)
        await admit(request, reply, () => neighbourOf(request, proof.body(request.body)))
      let sendsFile = false
      const time = startTime(clock, call, () => {
        if (!sendsFile) return
        // The answer has begun: an end of the connection is the one way left to say that it is not whole.
        log.warn({ call: keyOf(call) }, 'a file was not taken in the time of its call')
        reply.raw.destroy()
      })
      // A change goes on without its caller; a read stops with them.
      if (isReading(call))
        reply.raw.once('close', () => {
          time.stop()
          if (!reply.raw.writableFinished) time.abort(new CallerGone())
        })
      try {
        const result = await run.perform(request.body, time)
        if ('events' in result) return sendEvents(reply, result)
        if (!('file' in result)) return answer(reply, result)
        sendsFile = true
        return sendFile(reply, call, result)
      } finally {
        // A file's time lasts until it was taken, or no one would end a download that stands still.
        if (!sendsFile) time.stop()
      }
    },
  })

  function neighbourOf(request: FastifyRequest, isProven: boolean): User {
    if (isProven) return neighbourUser(call.path)
    api.limits.countStranger(request.ip)
    throw problems.notThatNeighbour()
  }
}

/** Opened with the first hook, before which nothing of a call is asked for. */
function runOf({ run }: FastifyRequest): Run {
  if (!run) throw new Error('a call that no one opened')
  return run
}

async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  who: () => User | Promise<User>,
): Promise<void> {
  const run = runOf(request)
  try {
    await run.admit(who)
  } finally {
    // Also of whom it refused: the log says who.
    request.user = run.user
    reply.headers(run.quotas)
  }
}

const answer = (reply: FastifyReply, { status, message, data, headers }: KeptAnswer): FastifyReply =>
  sendEnvelope(reply.headers(headers), status, message, data)

/** RFC 7240: the caller would rather have an answer at once than the result. */
const prefersAsync = (header: string | string[] | undefined): boolean =>
  [header ?? []].flat().some((each) => /(^|,)\s*respond-async\s*(,|;|$)/i.test(each))
