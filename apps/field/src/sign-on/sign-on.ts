import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Store } from '../store/store.ts'
import { allowOrigin } from './cors.ts'
import { speakLikeKeycloak } from './keycloak-ways.ts'
import { openKeys } from './keys.ts'
import { openLoginLimit } from './login-limit.ts'
import { clearLoginStatus, setLoginStatus } from './login-status.ts'
import { pageHeaders } from './pages/headers.ts'
import { personRoutes } from './person-routes.ts'
import { makeProvider } from './provider.ts'
import { PROTOCOL_PATH, REALM_PATH, type SignOnSettings } from './settings.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { statusPageRoutes } from './status-page-routes.ts'
import { openTokenStore } from './token-store.ts'

export interface SignOn {
  /** Whether the provider itself answers this request. */
  owns(request: IncomingMessage): boolean
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Our own pages and calls beside the provider's. */
  routes(app: FastifyInstance): void
}

const providerPath = new RegExp(
  `^${REALM_PATH}(/\\.well-known/|${PROTOCOL_PATH}/(auth|token|certs|revoke|logout)(/|\\?|$))`,
)

/** The sign-on of the field: an OpenID Connect provider with Keycloak's paths and manners. */
export async function openSignOn(store: Store, settings: SignOnSettings): Promise<SignOn> {
  const tokens = openTokenStore(store, settings.refreshReuseSeconds)
  tokens.dropExpired()
  const keys = await openKeys(store)
  const provider = makeProvider(settings, keys, tokens)
  speakLikeKeycloak(provider)

  const secure = settings.url.startsWith('https:')
  provider.proxy = secure
  provider.on('authorization.success', (ctx) => {
    const uid = ctx.oidc.session?.uid
    if (!uid) return
    tokens.touch(uid)
    setLoginStatus(ctx.res, uid, secure)
  })
  provider.on('end_session.success', (ctx) => clearLoginStatus(ctx.res, secure))
  provider.on('grant.success', (ctx) => {
    const uid = ctx.oidc.entities.RefreshToken?.sessionUid
    if (uid) tokens.touch(uid)
  })
  // Seen when a code or a refresh token is used a second time: the login ends (R18).
  provider.on('grant.revoked', (ctx) => {
    const { RefreshToken, AuthorizationCode } = ctx.oidc.entities
    const uid = RefreshToken?.sessionUid ?? AuthorizationCode?.sessionUid
    if (uid && ctx.oidc.route === 'token') tokens.end(uid)
  })
  provider.on('server_error', (_ctx, error) => console.error('sign-on:', error))

  // Of an error that comes before it knows the client, the provider tells the pages of any site.
  provider.use(async (ctx, next) => {
    await next()
    if (!settings.consoleOrigins.includes(ctx.get('Origin'))) ctx.remove('Access-Control-Allow-Origin')
  })

  const answer = provider.callback()
  const cleaning = setInterval(() => tokens.dropExpired(), 600_000)
  cleaning.unref()

  return {
    owns: (request) => providerPath.test(request.url ?? ''),
    handle(request, response) {
      for (const [name, value] of pageHeaders(settings)) response.setHeader(name, value)
      if (allowOrigin(request, response, settings.consoleOrigins)) return
      const url = request.url ?? ''
      Object.assign(request, { originalUrl: url })
      request.url = url.slice(REALM_PATH.length)
      void answer(request, response)
    },
    routes(app) {
      app.addHook('onClose', async () => clearInterval(cleaning))
      signInRoutes(app, { provider, settings, limit: openLoginLimit(store) })
      personRoutes(app, { provider, settings, signing: keys.signing, tokens })
      statusPageRoutes(app, settings)
    },
  }
}
