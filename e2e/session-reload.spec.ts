import type { BrowserContext, Page } from '@playwright/test'
import { reconnecting } from './support/reconnecting.ts'
import { accessTokenOf, expectSignedIn } from './support/session.ts'
import { test } from './support/test.ts'
import { expect, type World } from './support/world.ts'

// A reload in the middle of the refresh that every start makes (4) is what this is about.
test.use({ leavesInPeace: false })

const here = '/sim-detail'
/** By hand it shall be more: RELOADS=200 npx playwright test e2e/session-reload.spec.ts prints what was seen. */
const byHand = Number(process.env.RELOADS ?? 0)
const count = byHand || 8

/** What the browser asked the provider for. */
function watch(context: BrowserContext, world: World) {
  const seen = { refreshes: 0, refused: 0, signOns: 0 }
  context.on('request', (request) => {
    if (request.url().startsWith(world.fieldUrl) && /\/openid-connect\/auth\?/.test(request.url()))
      seen.signOns += 1
  })
  context.on('response', (response) => {
    if (!response.url().endsWith('/openid-connect/token')) return
    if (response.ok()) seen.refreshes += 1
    else seen.refused += 1
  })
  return seen
}

/** Reloads twice, `apart` milliseconds between: when the second one comes is the matter, not what is seen by then. */
async function reloadTwice(page: Page, apart: number): Promise<void> {
  // A page on its way to the provider may be reloaded as well.
  const reload = () => page.reload({ waitUntil: 'commit' }).catch(() => undefined)
  await reload()
  await new Promise((resolve) => setTimeout(resolve, apart))
  await reload()
}

/** Where a page ends: 'signed in', or at the provider's form. */
async function endOf(page: Page): Promise<string> {
  const field = page.getByRole('textbox', { name: 'SIM ID' })
  const form = page.getByLabel('Password', { exact: true })
  await expect(field.or(form)).toBeVisible({ timeout: 30_000 })
  return (await form.isVisible()) ? 'a sign-in form' : 'signed in'
}

for (const { provider, worldName } of [
  { provider: 'takes no refresh token twice', worldName: 'test' },
  { provider: 'takes one twice within seconds', worldName: 'forgiving' },
] as const)
  test.describe(`F7, R4 the provider ${provider}`, () => {
    test.use({ worldName })

    test('double reloads 20 to 500 ms apart, in one tab and in two, end signed in without a form', async ({
      page,
      context,
      world,
    }) => {
      test.setTimeout(60_000 + count * 20_000)
      await world.signOn(page, undefined, here)
      const other = await context.newPage()
      await other.goto(world.consoleUrl + here)
      const seen = watch(context, world)
      const ends: string[] = []
      for (let n = 0; n < count; n++) {
        const apart = 20 + ((n * 61) % 481)
        const tabs = n % 2 === 0 ? [page] : [page, other]
        await Promise.all(tabs.map((tab, at) => reloadTwice(tab, at === 0 ? apart : 520 - apart)))
        for (const tab of tabs) ends.push(await endOf(tab))
        if (ends.includes('a sign-in form') && !byHand) break
      }
      if (byHand)
        console.log({
          provider,
          count,
          forms: ends.filter((end) => end !== 'signed in').length,
          pages: ends.length,
          ...seen,
        })
      expect(ends.filter((end) => end !== 'signed in')).toEqual([])
    })
  })

test.describe('F7 the provider takes a refresh token twice within seconds', () => {
  test.use({ worldName: 'forgiving' })

  test('an answer that dies with its page is asked for again, without the provider’s login', async ({
    page,
    context,
    world,
  }) => {
    await world.signOn(page, undefined, here)
    const token = await accessTokenOf(context, world)
    let answered = 0
    await page.route('**/protocol/openid-connect/token', async (route) => {
      answered += 1
      if (answered > 1) return route.continue()
      await route.fetch(reconnecting)
    })
    await page.reload()
    await expect.poll(() => answered).toBe(1)
    const seen = watch(context, world)
    await page.reload()
    await expect.poll(() => accessTokenOf(context, world)).not.toBe(token)
    await expectSignedIn(page)
    expect([seen.signOns, seen.refused]).toEqual([0, 0])
  })
})

test('F7 pages that are left on their way to the provider, one after the other, end no sign-on', async ({
  page,
  context,
  world,
}) => {
  await world.signOn(page, undefined, here)
  // The provider answers, and the page that asked is gone: of each token no one knows whether it is spent.
  await page.route('**/protocol/openid-connect/token', async (route) => {
    await route.fetch(reconnecting)
  })
  const leaves = () =>
    page.waitForRequest((request) => /\/openid-connect\/(auth\?|token$)/.test(request.url()), {
      timeout: 5_000,
    })
  for (let n = 0; n < 9; n++) {
    const left = leaves().catch(() => undefined)
    await page
      .goto(`${world.consoleUrl}/login?return-url=${here}`, { waitUntil: 'commit' })
      .catch(() => undefined)
    await left
    expect(await accessTokenOf(context, world), `after visit ${n + 1}`).toBeDefined()
  }
  // The provider is there, and is not said to be away.
  await page.goto(world.consoleUrl + here, { waitUntil: 'commit' }).catch(() => undefined)
  await expect(page.getByText('It is not known whether your sign-on was renewed')).toBeVisible()
})
