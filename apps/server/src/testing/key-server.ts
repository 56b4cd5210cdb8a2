import { randomUUID, type webcrypto } from 'node:crypto'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

type Keys = Awaited<ReturnType<typeof generateKeyPair>>

/** A sign-on provider for tests: real keys behind a real JWKS address, and tokens as Keycloak makes them. */
export interface KeyServer {
  issuer: string
  jwksUrl: string
  /** How often the keys were asked for. */
  asked(): number
  /** Answers 503 until told otherwise. */
  away(away: boolean): void
  /** A new signing key joins; tokens made from now on name it. */
  rotate(alg?: string): Promise<void>
  /** A good access token, with claims and header fields laid over it (undefined removes one). */
  token(
    claims?: Record<string, unknown>,
    header?: Record<string, unknown>,
    key?: webcrypto.CryptoKey | Uint8Array,
  ): Promise<string>
  currentKey(): { keys: Keys; kid: string; alg: string }
  close(): Promise<void>
}

const newKeys = (alg: string): Promise<Keys> => generateKeyPair(alg, { extractable: true })
/** What each key server of a thread begins with: one costs 60 ms of processor, and each has an issuer of its own. */
let firstKeys: Promise<Keys> | undefined

/** @param path of its issuer, Keycloak's unless another one is given */
export async function startKeyServer(path = '/realms/installer-services'): Promise<KeyServer> {
  firstKeys ??= newKeys('RS256')
  const published: { keys: Keys; kid: string; alg: string }[] = [
    { keys: await firstKeys, kid: randomUUID(), alg: 'RS256' },
  ]
  let asked = 0
  let away = false
  const server = createServer(async (request, response) => {
    if (request.url?.endsWith('/.well-known/openid-configuration')) {
      const at = (name: string) => `${origin}/o/${name}`
      const document = {
        issuer,
        jwks_uri: at('certs'),
        authorization_endpoint: at('authorize'),
        token_endpoint: at('token'),
        userinfo_endpoint: at('userinfo'),
        end_session_endpoint: at('logout'),
        revocation_endpoint: at('revoke'),
      }
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
    }
    if (!request.url?.endsWith('/certs')) return response.writeHead(404).end()
    asked++
    if (away) return response.writeHead(503).end('away')
    const keys = await Promise.all(
      published.map(async ({ keys, kid, alg }) => ({
        ...(await exportJWK(keys.publicKey)),
        kid,
        alg,
        use: 'sig',
      })),
    )
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const origin = `http://127.0.0.1:${port}`
  const issuer = `${origin}${path}`

  async function rotate(alg = 'RS256'): Promise<void> {
    published.push({ keys: await newKeys(alg), kid: randomUUID(), alg })
  }
  const current = () => {
    const last = published.at(-1)
    if (!last) throw new Error('no key')
    return last
  }

  return {
    issuer,
    jwksUrl: `${issuer}/protocol/openid-connect/certs`,
    asked: () => asked,
    away(value) {
      away = value
    },
    rotate,
    currentKey: current,
    async token(claims = {}, header = {}, key) {
      const { keys, kid, alg } = current()
      const now = Math.floor(Date.now() / 1000)
      const payload: JWTPayload = {
        iss: issuer,
        aud: ['support-console-api', 'account'],
        azp: 'support-console',
        sub: 'user-1',
        jti: randomUUID(),
        sid: randomUUID(),
        typ: 'Bearer',
        iat: now,
        // Longer than any test's clock is moved on.
        exp: now + 86_400,
        email: 'support@example.com',
        name: 'Sam Support',
        resource_access: { 'support-console': { roles: ['support'] } },
        ...claims,
      }
      return new SignJWT(withoutUndefined(payload))
        .setProtectedHeader(withoutUndefined({ alg, kid, typ: 'JWT', ...header }) as { alg: string })
        .sign(key ?? keys.privateKey)
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as T
