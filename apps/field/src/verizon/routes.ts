import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { basicCredentials, bearerToken, sameSecret } from '../credentials.ts'
import { textOf } from '../json.ts'
import { callbackRoutes } from './callback-routes.ts'
import { openCallbacks } from './callbacks.ts'
import { deviceRoutes } from './device-routes.ts'
import { gatewayFault, refusal, VerizonRefusal } from './errors.ts'
import { openProvisioning } from './provisioning.ts'
import { openSessions, type VerizonSessions } from './sessions.ts'
import { steeringRoutes } from './steering-routes.ts'

const KEY = 'demo-vzn-key'
const SECRET = 'demo-vzn-secret'
const API = '/verizon/api/m2m/v1'

/** Verizon: ThingSpace Connectivity Management. Sources: packages/carrier-samples, V1 to V14. */
export function verizonRoutes(app: FastifyInstance, context: Context): void {
  const sessions = openSessions(context.store)
  const callbacks = openCallbacks(context.store)
  const provisioning = openProvisioning(context, callbacks)
  app.addHook('onClose', async () => provisioning.close())

  app.post('/verizon/api/ts/v1/oauth2/token', async (request, reply) => {
    const given = basicCredentials(request.headers.authorization)
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
    await context.delays.wait('login')
    if (!given || !sameSecret(`${given.user}:${given.password}`, `${KEY}:${SECRET}`)) {
      const error = { error: 'invalid_client', error_description: 'Client Authentication failed.' }
      return reply.code(401).send(error)
    }
    if (form.get('grant_type') !== 'client_credentials') {
      const error = { error: 'unsupported_grant_type', error_description: 'Unsupported grant_type value' }
      return reply.code(400).send(error)
    }
    const { token, expiresIn } = sessions.apiToken()
    return reply.send({
      access_token: token,
      scope: 'am_application_scope default',
      token_type: 'Bearer',
      expires_in: expiresIn,
    })
  })

  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        if (!request.headers.authorization) return gatewayFault(reply, '900902')
        const token = bearerToken(request.headers.authorization)
        if (!token || !sessions.isApiToken(token)) return gatewayFault(reply, '900901')
      })
      scope.setNotFoundHandler((_request, reply) => gatewayFault(reply, '900906'))
      scope.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
        if (error instanceof VerizonRefusal) return refusal(reply, error.code)
        if (error.statusCode === 400) return refusal(reply, 'INPUT_INVALID.Request.Invalid')
        return gatewayFault(reply, '900900')
      })

      scope.post('/session/login', async (request, reply) => {
        await context.delays.wait('login')
        const result = sessions.logIn(textOf(request.body, 'username'), textOf(request.body, 'password'))
        if (result === 'locked') return refusal(reply, 'REQUEST_FAILED.Login.Locked')
        if (result === 'refused') return refusal(reply, 'REQUEST_FAILED.Login.Invalid')
        return reply.send({ sessionToken: result.token })
      })

      scope.register(async (inner) => {
        inner.addHook('onRequest', async (request, reply) => needSession(sessions, request, reply))
        inner.post('/session/logout', async (request, reply) => {
          const token = sessionToken(request) ?? ''
          sessions.logOut(token)
          return reply.send({ sessionToken: token })
        })
        deviceRoutes(inner, { context, provisioning })
        callbackRoutes(inner, callbacks)
      })
    },
    { prefix: API },
  )
  steeringRoutes(app, { sessions, steering: provisioning.steering })
}

function sessionToken(request: FastifyRequest): string | undefined {
  const header = request.headers['vz-m2m-token']
  return typeof header === 'string' ? header : undefined
}

async function needSession(sessions: VerizonSessions, request: FastifyRequest, reply: FastifyReply) {
  switch (sessions.use(sessionToken(request))) {
    case 'good':
      return
    case 'missing':
      return refusal(reply, 'REQUEST_FAILED.SessionToken.Format')
    case 'invalid':
      return refusal(reply, 'INPUT_INVALID.SessionToken.Invalid')
    case 'expired':
      return refusal(reply, 'REQUEST_FAILED.SessionToken.Expired')
  }
}
