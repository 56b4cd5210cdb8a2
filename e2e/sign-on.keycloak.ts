import { randomBytes } from 'node:crypto'
import { type Page, test } from '@playwright/test'
import { decodePayload } from '../apps/console/src/session/token.ts'
import { settings } from '../apps/server/src/config.ts'
import { Keycloak, type Person } from './support/keycloak.ts'
import { leaveInPeace } from './support/leave-in-peace.ts'
import { accessTokenOf, cookiesOf, expectSignedIn, logOut, refreshIsOver } from './support/session.ts'
import { expect, World } from './support/world.ts'

const atProvider = '**/protocol/openid-connect/token'
const away = 'The sign-on service cannot be reached'
/** Of a token that lives for five minutes, as the realm says: past its renewal, and past its end. */
const RENEWAL = 271_000
const END = 310_000

let keycloak: Keycloak
let world: World

test.beforeAll(async () => {
  test.setTimeout(900_000)
  keycloak = await Keycloak.prepare(process.env.KEYCLOAK_HOME ?? '')
  // No demo: the neighbours are strangers that happen to be the field, and everything has to be said.
  const said = settings.flatMap((each) => ('demo' in each && each.demo ? [[each.name, each.demo]] : []))
  world = await World.create({
    serverSettings: {
      ...Object.fromEntries(said),
      DEMO: 'off',
      SECRETS_KEY: randomBytes(32).toString('base64'),
      OIDC_ISSUER: keycloak.issuer,
      OIDC_REFRESH_REUSE_SECONDS: '10',
    },
  })
  await keycloak.start(world.consoleUrl)
})

test.afterAll(async () => {
  await Promise.all([world?.destroy(), keycloak?.destroy()])
})

test.beforeEach(({ page }) => leaveInPeace(page, world.consoleUrl))

const newPerson = (roles: readonly string[] = ['support']) =>
  keycloak.addPerson({ email: `${crypto.randomUUID()}@example.com`, roles })

/** Keycloak's own page is in front. */
async function enterPassword(page: Page, { username, password }: Person): Promise<void> {
  await page.getByRole('textbox', { name: 'Username or email' }).fill(username)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** From no session at all to `path`, as a person does. */
async function signOn(page: Page, person: Person, path = '/sim-detail'): Promise<void> {
  await page.goto(world.consoleUrl + path)
  await enterPassword(page, person)
  await page.waitForURL(world.consoleUrl + path)
  await expectSignedIn(page)
}

const simIdOf = (page: Page) => page.getByRole('textbox', { name: 'SIM ID' })

/** What our server answers to this token, with the permissions that it gives. */
async function accessWith(token: string | undefined): Promise<{ code: number; permissions: string[] }> {
  const answer = await fetch(`${world.consoleUrl}/api/session/v1/access`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await answer.json()) as { data: { permissions: string[] } | null }
  return { code: answer.status, permissions: data?.permissions ?? [] }
}

const headerOf = (token = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())

/** The requests for Keycloak's sign-on that the page makes from now on. */
function signOnsOf(page: Page): URL[] {
  const seen: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('/openid-connect/auth')) seen.push(url)
  })
  return seen
}

test('18.1 2.3 a person signs on by PKCE, and comes to the page that was asked for; the token is one for our API', async ({
  page,
  context,
}) => {
  const signOns = signOnsOf(page)
  await signOn(page, await newPerson(['support', 'auditor']), '/sim-detail?simId=8901170000000000013')
  expect(signOns.map(({ searchParams }) => searchParams.get('code_challenge_method'))).toEqual(['S256'])
  const token = await accessTokenOf(context, world)
  expect(decodePayload(token ?? '')).toMatchObject({
    iss: keycloak.issuer,
    azp: 'support-console',
    aud: 'support-console-api',
    resource_access: { 'support-console': { roles: expect.arrayContaining(['support', 'auditor']) } },
  })
  expect((await accessWith(token)).code).toBe(200)
  expect((await cookiesOf(context, world)).size).toBe(6)
})

test('18.1 R18 a renewal brings a new refresh token; the old one is taken once more, for a reload in the middle of it, and no third time', async ({
  page,
  context,
}) => {
  const person = await newPerson()
  await signOn(page, person)
  await refreshIsOver(page)
  const refreshToken = async () => (await cookiesOf(context, world)).get('oauth-refresh-token')?.value ?? ''
  const first = await refreshToken()
  const signOns = signOnsOf(page)

  // Keycloak has renewed, and the page does not read it: the next one asks with the same token.
  let isSpent = false
  await page.route(atProvider, async (route) => {
    if (isSpent) return route.continue()
    await route.fetch()
    isSpent = true
  })
  // Not `page.reload`, which would wait for the screen, and leave the renewal in peace.
  await page.evaluate('location.reload()')
  await expect.poll(() => isSpent).toBe(true)
  await page.evaluate('location.reload()')
  await expect.poll(refreshToken).not.toBe(first)
  await refreshIsOver(page)
  await expectSignedIn(page)
  expect(signOns.map(String)).toEqual([])
  await page.unroute(atProvider)

  const second = await refreshToken()
  await page.reload()
  await expect.poll(refreshToken).not.toBe(second)
  const third = await fetch(`${keycloak.issuer}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: 'support-console',
      grant_type: 'refresh_token',
      refresh_token: first,
    }),
  })
  expect([third.status, await third.json()]).toEqual([
    400,
    expect.objectContaining({ error: 'invalid_grant' }),
  ])
})

test('18.1 R8 R14 a logout ends the login at Keycloak and the token at our server', async ({
  page,
  context,
}) => {
  const person = await newPerson()
  await signOn(page, person)
  await refreshIsOver(page)
  const token = await accessTokenOf(context, world)
  expect(await keycloak.sessionsOf(person)).toBe(1)
  await logOut(page)
  await expect(page.getByRole('heading', { name: 'Please login first!!!' })).toBeVisible()
  await expect(page).toHaveURL(`${world.consoleUrl}/`)
  expect(await keycloak.sessionsOf(person)).toBe(0)
  expect((await accessWith(token)).code).toBe(401)
  expect((await cookiesOf(context, world)).size).toBe(0)
  await signOn(page, person)
})

test('18.1 a person who is disabled is out at the next renewal, and Keycloak says why', async ({
  page,
  context,
}) => {
  const person = await newPerson()
  await page.clock.install()
  await signOn(page, person)
  await keycloak.change(person, { enabled: false })
  await page.clock.fastForward(RENEWAL)
  await page.waitForURL((url) => url.href.startsWith(keycloak.url))
  expect((await cookiesOf(context, world)).size).toBe(0)
  await enterPassword(page, person)
  await expect(page.getByText('Account is disabled, contact your administrator.')).toBeVisible()
})

test('18.1 6 D16 a role that is taken away is gone at the next renewal: from the menu, the page and the calls', async ({
  page,
  context,
}) => {
  const person = await newPerson(['support', 'auditor'])
  await page.clock.install()
  await signOn(page, person, '/company')
  const menu = page.getByRole('navigation', { name: 'Screens' })
  await expect(menu.getByRole('link', { name: 'Company Management' })).toBeVisible()
  await expect(page.getByText('No items found')).toBeVisible()
  await keycloak.takeRole(person, 'support')
  await page.clock.fastForward(RENEWAL)
  await expect(page.getByText("Sorry, you don't have access to this page.")).toBeVisible()
  await expect(menu.getByRole('link', { name: 'User Action Detail' })).toBeVisible()
  const { permissions } = await accessWith(await accessTokenOf(context, world))
  expect(permissions).not.toContain('companies.read')
  expect(permissions).toContain('user-actions.read')
})

test('18.1 R12 a new signing key: tokens of the old one count until they end, those of the new one at once', async ({
  page,
  context,
}) => {
  await signOn(page, await newPerson())
  await refreshIsOver(page)
  const old = await accessTokenOf(context, world)
  expect((await accessWith(old)).code).toBe(200)
  await keycloak.rotateKey()
  await page.reload()
  await expect.poll(() => accessTokenOf(context, world)).not.toBe(old)
  const fresh = await accessTokenOf(context, world)
  expect(headerOf(fresh).kid).not.toBe(headerOf(old).kid)
  expect((await accessWith(fresh)).code).toBe(200)
  expect((await accessWith(old)).code).toBe(200)
  await expectSignedIn(page)
})

test('18.1 an account without e-mail gets one page that says so, and is let in when it has one', async ({
  page,
  context,
}) => {
  const person = await keycloak.addPerson({ roles: ['support'] })
  const signOns = signOnsOf(page)
  await page.goto(`${world.consoleUrl}/sim-detail`)
  await enterPassword(page, person)
  await expect(page.getByText('Unable to authenticate!')).toBeVisible()
  await expect(page.getByText(`Sam ${person.username} has no email address`)).toBeVisible()
  expect(signOns).toHaveLength(1)
  expect((await cookiesOf(context, world)).size).toBe(0)
  await keycloak.change(person, { email: `${person.username}@example.com` })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL(`${world.consoleUrl}/sim-detail`)
  await expectSignedIn(page)
})

test('18.1 R5 Keycloak restarts while someone works: a line says so, and nothing is lost', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await signOn(page, await newPerson())
  await simIdOf(page).fill('89011700')
  const token = await accessTokenOf(context, world)
  await keycloak.stop()
  await page.clock.fastForward(RENEWAL)
  await expect(page.getByText(away)).toBeVisible()
  await keycloak.start(world.consoleUrl)
  await expect(page.getByText(away)).toBeHidden()
  await expect.poll(() => accessTokenOf(context, world)).not.toBe(token)
  await expect(page).toHaveURL(/\/sim-detail/)
  await expect(simIdOf(page)).toHaveValue('89011700')
})

test('18.1 2.3 D12 after an absence longer than the token, with Keycloak away meanwhile, the person is back on the page with what was typed', async ({
  page,
}) => {
  const person = await newPerson()
  await page.clock.install()
  await signOn(page, person, '/sim-detail')
  await simIdOf(page).fill('89011700')
  await keycloak.stop()
  await page.clock.fastForward(END)
  await expect(page.getByText('Your session has expired.')).toBeVisible()
  await expect(page).toHaveURL(`${world.consoleUrl}/`)
  await keycloak.start(world.consoleUrl)
  await expect(page).toHaveURL(`${world.consoleUrl}/sim-detail`)
  await expect(simIdOf(page)).toHaveValue('89011700')

  // The same, and the login at Keycloak is over too: the way back leads through its page.
  await page.route(atProvider, (route) => route.abort())
  await page.clock.fastForward(END)
  await expect(page.getByText('Your session has expired.')).toBeVisible()
  await keycloak.endSessionsOf(person)
  await page.unroute(atProvider)
  await enterPassword(page, person)
  await expect(page).toHaveURL(`${world.consoleUrl}/sim-detail`)
  await expect(simIdOf(page)).toHaveValue('89011700')
})
