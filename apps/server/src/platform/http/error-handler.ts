import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../platform.ts'
import { CallerGone, Problem, problems } from '../problem.ts'
import { inScope, scopeOf } from '../request-scope.ts'
import { asProblem } from './as-problem.ts'
import { sendProblem } from './send.ts'

export const bodyLimit = 1024 * 1024

/** Whatever was thrown while a request was read or answered, as a problem that may be shown (R32). */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return problems.tooLarge(bodyLimit)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return problems.wrongType()
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return problems.badJson()
    default:
      if (error instanceof SyntaxError && statusCode === 400) return problems.badJson()
      if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
        return problems.badRequest()
      return asProblem(error)
  }
}

/** Answers with the problem's envelope, and writes what happened to the log alone. */
export function answerProblem(
  { log, metrics }: Pick<Platform, 'log' | 'metrics'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const route = request.routeOptions.url ?? 'unknown'
  if (error instanceof CallerGone) {
    inScope(scopeOf(request), () => log.info({ method: request.method, route }, 'the caller has gone'))
    // No one reads it; the code (nginx's) keeps it apart from failures in the figures.
    return reply.code(499).send()
  }
  const problem = problemOf(error)
  const facts = {
    status: problem.status,
    method: request.method,
    route,
    ...(problem.detail ? { detail: problem.detail } : {}),
    ...(problem.issues ? { fields: problem.issues.map((issue) => issue.field) } : {}),
    ...(problem.cause ? { err: problem.cause } : {}),
  }
  if (problem.code < 500) metrics.refusals.inc({ status: problem.status })
  if (problem.code < 500 && !request.user) {
    // Of strangers there may be any number: `followTransactions` writes one line for them, at most.
    request.strangersRefusal = facts
    return sendProblem(reply, problem)
  }
  inScope(scopeOf(request), () => {
    if (problem.code >= 500) log.error(facts, 'call failed')
    else log.info(facts, 'call refused')
  })
  return sendProblem(reply, problem)
}

export function handleErrors(app: FastifyInstance, platform: Platform): void {
  app.setErrorHandler((error, request, reply) => answerProblem(platform, error, request, reply))
}
