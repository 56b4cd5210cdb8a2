import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type APIRequestContext, type BrowserContext, expect } from '@playwright/test'
import { cookieNames, encodeSession } from '../../apps/console/src/session/cookies.ts'
import { readAccessToken, readTokenAnswer, userOf } from '../../apps/console/src/session/token.ts'
import { reconnecting } from './reconnecting.ts'

interface Addresses {
  consoleUrl: string
  fieldUrl: string
}
type Cookie = Parameters<BrowserContext['addCookies']>[0][number]

const clientId = 'support-console'
const endpoint = ({ fieldUrl }: Addresses, name: string) =>
  `${fieldUrl}/realms/installer-services/protocol/openid-connect/${name}`

/** The provider's own login, whose cookie is kept with `request` then, and a code that may be exchanged. */
export async function codeFor(request: APIRequestContext, world: Addresses, email: string) {
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: `${world.consoleUrl}/login`,
    response_type: 'code',
    scope: 'openid profile email',
    state: randomUUID(),
    nonce: randomUUID(),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const signInPage = await request.get(`${endpoint(world, 'auth')}?${query}`, reconnecting)
  const taken = await request.post(signInPage.url(), {
    ...reconnecting,
    form: { email, password: 'console' },
    maxRedirects: 0,
  })
  const back = await request.get(taken.headers().location ?? '', { ...reconnecting, maxRedirects: 0 })
  const code = URL.parse(back.headers().location ?? '')?.searchParams.get('code') ?? ''
  expect(code, 'the provider lets them in').not.toBe('')
  return { code, verifier }
}

/** What the console's cookies hold after a sign-on of its own. */
export async function sessionCookiesFor(
  request: APIRequestContext,
  world: Addresses,
  email: string,
): Promise<Cookie[]> {
  const { code, verifier } = await codeFor(request, world, email)
  const answer = await request.post(endpoint(world, 'token'), {
    ...reconnecting,
    form: {
      client_id: clientId,
      grant_type: 'authorization_code',
      redirect_uri: `${world.consoleUrl}/login`,
      code,
      code_verifier: verifier,
    },
  })
  const tokens = readTokenAnswer(await answer.json())
  const claims = tokens && readAccessToken(tokens.access, clientId)
  if (!claims) throw new Error(`The provider gave no tokens: ${answer.status()} ${await answer.text()}`)
  const authorization = `Bearer ${tokens.access}`
  const info = await (
    await request.get(endpoint(world, 'userinfo'), { ...reconnecting, headers: { authorization } })
  ).json()
  const { exp, roles } = claims
  const values = {
    [cookieNames.access]: tokens.access,
    [cookieNames.accessDuration]: String(tokens.accessDuration),
    [cookieNames.refresh]: tokens.refresh,
    [cookieNames.refreshDuration]: String(tokens.refreshDuration),
    [cookieNames.session]: encodeSession({ authenticated: true, user: userOf(info, claims), exp, roles }),
    [cookieNames.rememberMe]: 'true',
  }
  const { hostname } = new URL(world.consoleUrl)
  const expires = Math.floor(Date.now() / 1000) + 30 * 24 * 60 * 60
  return Object.entries(values).map(([name, value]) => ({
    name,
    value,
    domain: hostname,
    path: '/',
    expires,
    sameSite: 'Strict',
  }))
}
