import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { settings } from '../apps/server/src/config.ts'
import { addresses } from '../packages/contract/src/addresses.ts'
import { roles } from '../packages/contract/src/permissions.ts'

const folder = join(import.meta.dirname, '../deploy/keycloak')
const env = Object.fromEntries(
  readFileSync(join(folder, 'console.env'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split('=')),
) as Record<string, string>
const file = readFileSync(join(folder, 'realm.json'), 'utf8')
// As Keycloak does at the import, with its environment variable.
const realm = JSON.parse(file.replaceAll(/\$\{CONSOLE_URL\}/g, env.PUBLIC_URL ?? ''))
const [client] = realm.clients

it('18.1 D16 the realm has the roles of the table of rights, and no others', () => {
  expect(realm.roles).toEqual({
    client: { [client.clientId]: roles.map((name) => ({ name, description: expect.any(String) })) },
  })
})

it("18.1 R17 the console's client: public, code flow with PKCE S256, and exact addresses", () => {
  expect(client).toMatchObject({
    clientId: env.OIDC_CLIENT_ID,
    publicClient: true,
    standardFlowEnabled: true,
    implicitFlowEnabled: false,
    directAccessGrantsEnabled: false,
    serviceAccountsEnabled: false,
    fullScopeAllowed: false,
    redirectUris: [`${env.PUBLIC_URL}${addresses.login()}`],
    webOrigins: [env.PUBLIC_URL],
    attributes: {
      'pkce.code.challenge.method': 'S256',
      'post.logout.redirect.uris': `${env.PUBLIC_URL}${addresses.logout()}`,
    },
    defaultClientScopes: expect.arrayContaining(['basic', 'profile', 'email', 'roles']),
  })
  expect(realm.clients).toHaveLength(1)
})

it('18.1 R10 the access token names our API, the ID token does not', () => {
  expect(client.protocolMappers).toEqual([
    expect.objectContaining({
      protocolMapper: 'oidc-audience-mapper',
      config: {
        'included.custom.audience': env.OIDC_AUDIENCE,
        'access.token.claim': 'true',
        'id.token.claim': 'false',
      },
    }),
  ])
})

it('18.1 R18 R19 refresh tokens rotate, with one more use for a reload, as the settings say; lives are short', () => {
  expect(realm).toMatchObject({
    revokeRefreshToken: true,
    refreshTokenMaxReuse: 1,
    accessTokenLifespan: 300,
    accessCodeLifespan: 60,
    ssoSessionIdleTimeout: 30 * 60,
    ssoSessionMaxLifespan: 8 * 3600,
    bruteForceProtected: true,
    registrationAllowed: false,
  })
  expect(env.OIDC_REFRESH_REUSE_SECONDS).toBe('10')
})

it('18.1 R10 who someone is in the audit trail, no user changes', () => {
  const [provider] = realm.components['org.keycloak.userprofile.UserProfileProvider']
  const { attributes } = JSON.parse(provider.config['kc.user.profile.config'][0])
  const editors = Object.fromEntries(
    attributes.map(({ name, permissions }: { name: string; permissions: { edit: string[] } }) => [
      name,
      permissions.edit,
    ]),
  )
  expect([editors.username, editors.email]).toEqual([['admin'], ['admin']])
})

it('18.1 R36 the file has no people, no keys and no secrets', () => {
  expect(file).not.toMatch(/"(users|credentials|secret|privateKey|password\w*)"/)
  expect(realm.components['org.keycloak.keys.KeyProvider']).toBeUndefined()
})

it('18.1 the settings beside it are settings of the server, and fit the realm', () => {
  const known = new Map(settings.map((each) => [each.name as string, each]))
  for (const [name, value] of Object.entries(env))
    expect(known.get(name)?.check.safeParse(value).success, name).toBe(true)
  expect(env.OIDC_ISSUER?.endsWith(`/realms/${realm.realm}`)).toBe(true)
})

it('18.1 what is tried, what the page names and what compose starts is one version of Keycloak', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
  const [, version] = /const version = '([\d.]+)'/.exec(read('scripts/test-keycloak.mjs')) ?? []
  expect(read('docs/keycloak.md')).toContain(`Keycloak ${version} `)
  expect(read('deploy/compose.yaml')).toContain(`/keycloak:${version}\n`)
})
