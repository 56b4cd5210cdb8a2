import type { BrowserContext, Page } from '@playwright/test'
import { test } from './support/test.ts'
import { expect, type World } from './support/world.ts'

// A reload in the middle of the refresh that every start makes (4) is what this is about.
test.use({ leavesInPeace: false })

/** F7 asks for 200 of them: RELOADS=200 npx playwright test e2e/session-reload.spec.ts */
const count = Number(process.env.RELOADS ?? 10)

/** What the browser asked the provider for. */
function watch(context: BrowserContext, world: World) {
  const seen = { refreshes: 0, refused: 0, signOns: 0 }
  context.on('request', (request) => {
    if (request.url().startsWith(world.fieldUrl) && /\/openid-connect\/auth\?/.test(request.url()))
      seen.signOns += 1
  })
  context.on('response', (response) => {
    if (!response.url().endsWith('/openid-connect/token')) return
    if (response.status() === 400) seen.refused += 1
    else seen.refreshes += 1
  })
  return seen
}

/** Reloads twice, `apart` milliseconds between; a page on its way to the provider may be reloaded as well. */
async function reloadTwice(page: Page, apart: number): Promise<void> {
  const gone = () => undefined
  await page.reload({ waitUntil: 'commit' }).catch(gone)
  // Time is what this is about: when the second one comes, not what is seen by then.
  await new Promise((resolve) => setTimeout(resolve, apart))
  await page.reload({ waitUntil: 'commit' }).catch(gone)
}

async function endsSignedIn(page: Page, world: World): Promise<void> {
  await expect
    .poll(
      async () => {
        if (
          await page
            .getByLabel('Password', { exact: true })
            .isVisible()
            .catch(() => false)
        )
          return 'a sign-in form'
        const isThere = page.url().startsWith(`${world.consoleUrl}/sim-detail`)
        return (
          isThere &&
          (await page
            .getByRole('textbox', { name: 'SIM ID' })
            .isVisible()
            .catch(() => false))
        )
      },
      { timeout: 30_000 },
    )
    .toBe(true)
}

test(`F7, R4 ${count} double reloads 20 to 500 ms apart, in one tab and in two, end signed in without a form`, async ({
  page,
  context,
  world,
}) => {
  test.setTimeout(60_000 + count * 20_000)
  const other = await context.newPage()
  await world.signOn(page, undefined, '/sim-detail')
  const seen = watch(context, world)
  let failed = 0
  for (let n = 0; n < count; n++) {
    const apart = 20 + ((n * 61) % 481)
    const isBoth = n % 2 === 1
    if (isBoth && other.url() === 'about:blank') await other.goto(`${world.consoleUrl}/sim-detail`)
    await Promise.all([reloadTwice(page, apart), isBoth ? reloadTwice(other, 520 - apart) : undefined])
    try {
      await endsSignedIn(page, world)
      if (isBoth) await endsSignedIn(other, world)
    } catch (error) {
      if (!process.env.RELOADS) throw error
      failed += 1
      console.log(
        `${n} ${apart} ms ${isBoth} failed: ${page.url()} ${other.url()} ${String(error).slice(0, 200)}`,
      )
      await world.signOn(page, undefined, '/sim-detail')
    }
  }
  console.log({ count, failed, ...seen })
  expect(failed).toBe(0)
})
