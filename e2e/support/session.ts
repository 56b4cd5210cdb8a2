import type { BrowserContext, Page } from '@playwright/test'
import { afterRefreshes } from './leave-in-peace.ts'
import { accounts, expect, type World } from './world.ts'

export const sessionCookies = [
  'oauth-access-token',
  'oauth-access-token-duration',
  'oauth-refresh-token',
  'oauth-refresh-token-duration',
  'remember-me',
  'support-console-session',
] as const

/** The console's cookies by name. */
export async function cookiesOf(context: BrowserContext, world: World) {
  const all = await context.cookies(world.consoleUrl)
  return new Map(all.filter(({ name }) => sessionCookies.some((own) => own === name)).map((c) => [c.name, c]))
}

export async function accessTokenOf(context: BrowserContext, world: World): Promise<string | undefined> {
  return (await cookiesOf(context, world)).get('oauth-access-token')?.value
}

/** A token answer whose access token says something else; no one has signed that. */
export function withClaims(answer: Record<string, string>, change: Record<string, unknown>) {
  const [header = '', payload = '', signature = ''] = (answer.access_token ?? '').split('.')
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...change }
  const changed = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return { ...answer, access_token: `${header}.${changed}.${signature}` }
}

/** Fills in the provider's page, which must be in front. */
export async function enterPassword(page: Page, email: string = accounts.support): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('console')
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export interface ProviderRequest {
  id: number
  method: string
  path: string
  status: number | null
}

/** What the sign-on service was asked since the request with this id (0: since its start), oldest first. */
export async function askedSince(world: World, id: number): Promise<ProviderRequest[]> {
  const answer = await fetch(`${world.fieldUrl}/control/requests?system=sign-on&limit=1000`)
  const { requests } = (await answer.json()) as { requests: ProviderRequest[] }
  return requests.filter((request) => request.id > id).reverse()
}

export async function lastAsked(world: World): Promise<number> {
  return (await askedSince(world, 0)).at(-1)?.id ?? 0
}

/** How often tokens were asked for since then. */
export async function tokenCallsSince(world: World, id: number): Promise<number> {
  return (await askedSince(world, id)).filter(
    ({ method, path }) => method === 'POST' && path.endsWith('/token'),
  ).length
}

/** Ends the login at the provider without the console's doing: its next refresh gets a 400. */
export async function endLoginElsewhere(context: BrowserContext, world: World): Promise<void> {
  const refresh = (await cookiesOf(context, world)).get('oauth-refresh-token')?.value ?? ''
  const answer = await fetch(`${world.fieldUrl}/realms/installer-services/protocol/openid-connect/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'support-console', token: refresh }),
  })
  expect(answer.status).toBe(200)
}

/**
 * The refresh that every start of the console makes at once (4) is over; something of its page must stand there already.
 * A page that is left before that passes through the provider's login (R18), which aborts a visit that has begun.
 */
export async function refreshIsOver(page: Page): Promise<void> {
  // A page that is on its way cannot be asked before it has arrived.
  await expect(() => page.evaluate(afterRefreshes)).toPass({ intervals: [50] })
}

/** The header shows who is signed in. */
export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('button', { name: /^Profile of/ })).toBeVisible()
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByRole('dialog', { name: 'Profile' }).getByRole('link', { name: 'Logout' }).click()
}
