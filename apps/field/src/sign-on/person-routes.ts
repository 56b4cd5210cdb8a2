import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createLocalJWKSet, type JWK, jwtVerify } from 'jose'
import type Provider from 'oidc-provider'
import { type Account, accountById } from './accounts.ts'
import { allowOrigin } from './cors.ts'
import { accountPage, notSignedInPage } from './pages/account-page.ts'
import { pageHeaders } from './pages/headers.ts'
import { identityClaims } from './provider.ts'
import { API_AUDIENCE, CLIENT_ID, PROTOCOL_PATH, REALM_PATH, type SignOnSettings } from './settings.ts'
import type { TokenStore } from './token-store.ts'

interface Parts {
  provider: Provider
  settings: SignOnSettings
  signing: JWK
  tokens: TokenStore
}

/**
 * Who am I: OpenID Connect's userinfo and Keycloak's account call, with the access token of the console. As in Keycloak
 * the account's address is a page too, for a browser that brings its login instead of a token.
 */
export function personRoutes(app: FastifyInstance, { provider, settings, signing, tokens }: Parts): void {
  const { kty, n, e, kid } = signing
  const publicKeys = createLocalJWKSet({ keys: [{ kty, n, e, kid, alg: 'RS256' } as JWK] })

  const caller = async (request: FastifyRequest): Promise<Account | undefined> => {
    const token = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (!token) return undefined
    try {
      const { payload } = await jwtVerify(token, publicKeys, {
        issuer: settings.url + REALM_PATH,
        audience: API_AUDIENCE,
        algorithms: ['RS256'],
      })
      const alive = typeof payload.sid === 'string' && tokens.lives(payload.sid)
      return alive && payload.azp === CLIENT_ID && payload.sub ? accountById(payload.sub) : undefined
    } catch {
      return undefined
    }
  }

  const answerWith =
    (describe: (account: Account) => unknown) => async (request: FastifyRequest, reply: FastifyReply) => {
      if (allowOrigin(request.raw, reply.raw, settings.consoleOrigins)) return reply.hijack()
      const account = await caller(request)
      reply.header('cache-control', 'no-store')
      if (account) return reply.send(describe(account))
      const error = {
        error: 'invalid_token',
        error_description: 'The access token is missing, wrong or at its end.',
      }
      return reply.code(401).header('www-authenticate', 'Bearer error="invalid_token"').send(error)
    }

  const userinfo = answerWith(identityClaims)
  const account = answerWith((person) => ({
    id: person.id,
    username: person.email,
    email: person.email,
    emailVerified: true,
    firstName: person.givenName,
    lastName: person.familyName,
    attributes: {},
  }))
  app.route({
    method: ['GET', 'POST', 'OPTIONS'],
    url: `${REALM_PATH}${PROTOCOL_PATH}/userinfo`,
    handler: userinfo,
  })

  /** The page of anyone who is signed in with this browser. */
  const showAccount = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await provider.Session.get(provider.createContext(request.raw, reply.raw))
    const person = session.accountId ? accountById(session.accountId) : undefined
    return reply
      .headers(Object.fromEntries(pageHeaders(settings)))
      .header('vary', 'Accept, Authorization')
      .type('text/html; charset=utf-8')
      .send(person ? accountPage(person) : notSignedInPage(settings.consoleOrigins[0]))
  }
  app.route({
    method: ['GET', 'OPTIONS'],
    url: `${REALM_PATH}/account`,
    handler: (request, reply) => {
      const { accept = '', authorization } = request.headers
      const isBrowser = request.method === 'GET' && !authorization && accept.includes('text/html')
      return isBrowser ? showAccount(request, reply) : account(request, reply)
    },
  })
}
