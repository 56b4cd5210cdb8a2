import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import { type Account, accountById, nameOf } from './accounts.ts'
import type { SignOnKeys } from './keys.ts'
import { errorPage } from './pages/error-page.ts'
import { askLogoutPage, loggedOutPage, logoutPage } from './pages/logout-page.ts'
import {
  API_AUDIENCE,
  CLIENT_ID,
  CODE_SECONDS,
  IDLE_SECONDS,
  INTERACTION_SECONDS,
  LOGIN_SECONDS,
  PROTOCOL_PATH,
  REALM_PATH,
  remainingLogin,
  type SignOnSettings,
} from './settings.ts'
import type { TokenStore } from './token-store.ts'

export const interactionPath = (uid: string): string => `${REALM_PATH}/login-actions/authenticate/${uid}`

/** The OpenID Connect provider at Keycloak's paths, for the one public client (R17 to R19). */
export function makeProvider(settings: SignOnSettings, keys: SignOnKeys, tokens: TokenStore): Provider {
  const issuer = settings.url + REALM_PATH
  const secure = settings.url.startsWith('https:')

  const configuration: Configuration = {
    adapter: (model: string) => tokens.adapterFor(model),
    clients: [
      {
        client_id: CLIENT_ID,
        client_name: 'Support Console',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        // Exact strings, one for each way back (R17).
        redirect_uris: settings.consoleOrigins.map((origin) => `${origin}/login`),
        post_logout_redirect_uris: settings.consoleOrigins.map((origin) => `${origin}/logout`),
      },
    ],
    jwks: { keys: [keys.signing] } as NonNullable<Configuration['jwks']>,
    cookies: {
      keys: keys.cookies,
      names: { session: 'field_session', interaction: 'field_interaction', resume: 'field_resume' },
      long: { httpOnly: true, signed: true, sameSite: 'lax', secure, path: `${REALM_PATH}/` },
      short: { httpOnly: true, signed: true, sameSite: 'lax', secure },
    },
    routes: {
      authorization: `${PROTOCOL_PATH}/auth`,
      token: `${PROTOCOL_PATH}/token`,
      end_session: `${PROTOCOL_PATH}/logout`,
      jwks: `${PROTOCOL_PATH}/certs`,
      revocation: `${PROTOCOL_PATH}/revoke`,
    },
    discovery: {
      userinfo_endpoint: `${issuer}${PROTOCOL_PATH}/userinfo`,
      check_session_iframe: `${issuer}${PROTOCOL_PATH}/login-status-iframe.html`,
    },
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    pkce: { required: () => true },
    scopes: ['openid', 'profile', 'email'],
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username', 'given_name', 'family_name'],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: false,
    clientBasedCORS: (_ctx, origin) => settings.consoleOrigins.includes(origin),
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => true,
    ttl: {
      AccessToken: settings.accessTokenSeconds,
      IdToken: settings.accessTokenSeconds,
      AuthorizationCode: CODE_SECONDS,
      Grant: LOGIN_SECONDS,
      Interaction: INTERACTION_SECONDS,
      RefreshToken: (_ctx, token) => Math.min(IDLE_SECONDS, remainingLogin(token.authTime)),
      Session: (_ctx, session) => remainingLogin(session.loginTs),
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => `urn:${API_AUDIENCE}`,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          accessTokenFormat: 'jwt',
          audience: API_AUDIENCE,
          scope: 'openid profile email',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = ctx.oidc.entities.IdTokenHint ? logoutPage(form) : askLogoutPage(form)
        },
        postLogoutSuccessSource: (ctx) => {
          ctx.body = loggedOutPage(settings.consoleOrigins[0])
        },
      },
    },
    interactions: { url: (_ctx, interaction) => interactionPath(interaction.uid) },
    loadExistingGrant: (ctx) => grantAll(ctx),
    findAccount: (_ctx, sub) => {
      const account = accountById(sub)
      return account && { accountId: account.id, claims: async () => identityClaims(account) }
    },
    extraTokenClaims: (_ctx, token) => {
      if (!('accountId' in token)) return undefined
      const account = accountById(token.accountId)
      if (!account) return undefined
      const { sub: _sub, ...identity } = identityClaims(account)
      return {
        ...identity,
        typ: 'Bearer',
        azp: CLIENT_ID,
        sid: token.sessionUid,
        resource_access: { [CLIENT_ID]: { roles: account.roles } },
      }
    },
    renderError: (ctx, out) => {
      ctx.type = 'html'
      ctx.body = errorPage(out.error_description ?? out.error, settings.consoleOrigins[0])
    },
  }
  return new Provider(issuer, configuration)
}

/** The claims that describe a person (OpenID Connect Core 5.1). */
export function identityClaims(account: Account) {
  return {
    sub: account.id,
    email: account.email,
    email_verified: true,
    name: nameOf(account),
    preferred_username: account.email,
    given_name: account.givenName,
    family_name: account.familyName,
  }
}

/** The console is the house's own: no one is asked for consent. */
async function grantAll(ctx: KoaContextWithOIDC) {
  const { provider, client, session, result } = ctx.oidc
  if (!client || !session?.accountId) return undefined
  const known = result?.consent?.grantId ?? session.grantIdFor(client.clientId)
  const existing = known ? await provider.Grant.find(known) : undefined
  if (existing) return existing
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope('openid profile email')
  grant.addResourceScope(`urn:${API_AUDIENCE}`, 'openid profile email')
  await grant.save()
  return grant
}
