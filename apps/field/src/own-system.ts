import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bearerToken, sameSecret } from './credentials.ts'
import { Refusal } from './refusal.ts'

/** Thrown by a handler of one of our own systems, to refuse in their words. */
export class OwnRefusal extends Refusal {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, sentence: string) {
    super(sentence)
    this.status = status
    this.code = code
  }
}

/** A system of our own company's. Those by API key refuse with `error` and `message`, those by token with `code` and `detail`. */
type OwnSystem = ({ apiKey: string } | { token: string }) & {
  prefix: string
  /** False: not a word is said, as if the machine were switched off. */
  answers?: (request: FastifyRequest) => boolean
}

/** Registers a system's calls, as docs/neighbours/panel-systems.md describes it: who may call, and how it refuses, is alike in all. */
export function ownSystem(
  app: FastifyInstance,
  { prefix, answers, ...sign }: OwnSystem,
  routes: (scope: FastifyInstance) => void,
): void {
  const isByKey = 'apiKey' in sign
  const secret = isByKey ? sign.apiKey : sign.token
  const refuse = (reply: FastifyReply, status: number, code: string, sentence: string) =>
    reply.code(status).send(isByKey ? { error: code, message: sentence } : { code, detail: sentence })

  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        if (answers && !answers(request)) return reply.hijack()
        const key = request.headers['x-api-key']
        const given = isByKey ? key : bearerToken(request.headers.authorization)
        if (typeof given === 'string' && sameSecret(given, secret)) return
        if (!isByKey) reply.header('www-authenticate', 'Bearer')
        const what = isByKey ? 'API key' : 'bearer token'
        throw new OwnRefusal(401, 'UNAUTHORIZED', `The ${what} is missing or wrong.`)
      })
      scope.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
        if (error instanceof OwnRefusal) return refuse(reply, error.status, error.code, error.message)
        return error.statusCode === 400
          ? refuse(reply, 400, isByKey ? 'INVALID' : 'BAD_REQUEST', 'The body is not JSON.')
          : refuse(reply, 500, 'INTERNAL', 'Something went wrong. Try later.')
      })
      scope.setNotFoundHandler((_request, reply) =>
        refuse(reply, 404, 'NOT_FOUND', 'There is nothing at this address.'),
      )
      routes(scope)
    },
    { prefix },
  )
}
