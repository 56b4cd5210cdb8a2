import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

describe('D11 a provider that is not Keycloak', () => {
  let keys: KeyServer
  let app: TestApp
  beforeAll(async () => {
    // Authentik's issuers end in a slash.
    keys = await startKeyServer('/application/o/console/')
    const database = await openOneDatabase()
    app = await startTestApp({ database, keys, env: { OIDC_JWKS_URL: '' } })
    return async () => {
      await app.close()
      await database.close()
      await keys.close()
    }
  })
  const access = (token: string) =>
    app.call('GET', '/api/session/v1/access', { headers: { authorization: `Bearer ${token}` } })

  it('is taken at its own word: issuer to the letter, keys from its document', async () => {
    expect((await access(await keys.token())).code).toBe(200)
    expect((await access(await keys.token({ iss: keys.issuer.replace(/\/$/, '') }))).code).toBe(401)
  })

  it('has its addresses told to the browser, and allowed there (R20)', async () => {
    const { origin } = new URL(keys.issuer)
    const { envelope } = await app.call('GET', '/api/configuration/v1/runtime')
    expect(envelope.data).toMatchObject({
      signOn: {
        clientId: 'support-console',
        endpoints: {
          authorize: `${origin}/o/authorize`,
          token: `${origin}/o/token`,
          keys: `${origin}/o/certs`,
          logout: `${origin}/o/logout`,
          revoke: `${origin}/o/revoke`,
        },
      },
    })
    const policy = (await fetch(app.url)).headers.get('content-security-policy')
    expect(policy).toContain(`connect-src 'self' ${origin};`)
  })

  it('that cannot be asked is 503, and is asked again by the next call', async () => {
    const away = await startKeyServer('/elsewhere')
    await away.close()
    const database = await openOneDatabase()
    const other = await startTestApp({ database, keys: away, env: { OIDC_JWKS_URL: '' } })
    onTestFinished(async () => {
      await other.close()
      await database.close()
    })
    expect((await other.call('GET', '/api/configuration/v1/runtime')).code).toBe(503)
  })
})
