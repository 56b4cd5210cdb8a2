import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { CLIENT_ID, PROTOCOL_PATH } from './settings.ts'

const BODY_LIMIT = 56 * 1024

/**
 * What keycloak-js expects of Keycloak and the provider does otherwise: refresh tokens that look like a JWT, an empty
 * Basic secret for the public client, and `refresh_expires_in`. CORS is in `cors.ts`.
 */
export function speakLikeKeycloak(provider: Provider): void {
  provider.use(async (ctx, next) => {
    const isToken = ctx.path === `${PROTOCOL_PATH}/token`
    if (ctx.method !== 'POST' || !(isToken || ctx.path === `${PROTOCOL_PATH}/revoke`)) return next()
    const body = await readBody(ctx.req)
    if (body === undefined) {
      ctx.status = 413
      ctx.body = { error: 'invalid_request', error_description: 'The request is too large.' }
      return
    }
    if (ctx.is('application/x-www-form-urlencoded')) {
      const form = new URLSearchParams(body)
      dropEmptySecret(ctx.req, form)
      for (const name of ['refresh_token', 'token']) {
        const value = form.get(name)
        if (value && form.getAll(name).length === 1) form.set(name, opaquePart(value))
      }
      giveBody(ctx, form.toString())
    } else {
      giveBody(ctx, body)
    }
    await next()
    if (isToken && ctx.status === 200) ctx.body = withKeycloaksFields(ctx as KoaContextWithOIDC)
  })
}

/** `Authorization: Basic base64(client:)` says no more than `client_id` in the form; a real secret stays and is refused. */
function dropEmptySecret(request: IncomingMessage, form: URLSearchParams): void {
  const credentials = /^basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!credentials || Buffer.from(credentials, 'base64').toString() !== `${CLIENT_ID}:`) return
  const named = form.getAll('client_id')
  if (named.some((id) => id !== CLIENT_ID)) return
  delete request.headers.authorization
  form.set('client_id', CLIENT_ID)
}

function withKeycloaksFields(ctx: KoaContextWithOIDC): unknown {
  const answer = ctx.body
  const token = ctx.oidc.entities.RefreshToken
  if (!token || typeof answer !== 'object' || answer === null) return answer
  if (!('refresh_token' in answer) || typeof answer.refresh_token !== 'string') return answer
  const now = Math.floor(Date.now() / 1000)
  const lifetime = token.remainingTTL
  const header = { typ: 'JWT', alg: 'none' }
  const payload = {
    iss: ctx.oidc.provider.issuer,
    aud: ctx.oidc.provider.issuer,
    sub: token.accountId,
    azp: CLIENT_ID,
    typ: 'Refresh',
    sid: token.sessionUid,
    nonce: token.nonce,
    scope: token.scope,
    iat: now,
    exp: now + lifetime,
  }
  return {
    ...answer,
    refresh_token: `${encoded(header)}.${encoded(payload)}.${answer.refresh_token}`,
    refresh_expires_in: lifetime,
    session_state: token.sessionUid,
  }
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function opaquePart(token: string): string {
  const parts = token.split('.')
  return parts.length === 3 ? (parts[2] ?? token) : token
}

/** Puts a request with this body in the place of the one that was read. */
function giveBody(ctx: { req: IncomingMessage; request: { req: IncomingMessage } }, body: string): void {
  const bytes = Buffer.from(body)
  const { method, url, socket, httpVersion } = ctx.req
  const headers = { ...ctx.req.headers, 'content-length': String(bytes.length) }
  delete headers['transfer-encoding']
  const fresh = Object.assign(Readable.from([bytes]), { method, url, socket, httpVersion, headers })
  ctx.req = fresh as unknown as IncomingMessage
  ctx.request.req = ctx.req
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length <= BODY_LIMIT) chunks.push(chunk)
  }
  return length > BODY_LIMIT ? undefined : Buffer.concat(chunks).toString()
}
