import { refreshIsOver } from './support/session.ts'
import { test } from './support/test.ts'
import { expect } from './support/world.ts'

/** As a refresh does whose answer is on its way; `letGo` ends it. */
const beginRefresh = `new Promise((begun) => void navigator.locks.request('support-console-refresh', () => {
  begun()
  return new Promise((over) => { window.letGo = over })
}))`
const waiting = 'navigator.locks.query().then(({ pending }) => pending.length)'

test('4, R18 a test that visits, reloads or asks waits for a refresh that is under way, also where the page’s clock stands', async ({
  page,
  world,
}) => {
  await page.clock.install()
  await page.goto(world.consoleUrl)
  const waits: Record<string, () => Promise<unknown>> = {
    'page.goto': () => page.goto(`${world.consoleUrl}/no-such-page`),
    'page.reload': () => page.reload(),
    refreshIsOver: () => refreshIsOver(page),
  }
  for (const [name, begin] of Object.entries(waits))
    await test.step(name, async () => {
      await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 60_000)
      await page.evaluate(beginRefresh)
      let isOver = false
      const over = begin().then(() => {
        isOver = true
      })
      await expect.poll(() => page.evaluate(waiting)).toBe(1)
      expect(isOver).toBe(false)
      await page.clock.resume()
      await page.evaluate('letGo()')
      await over
    })
})

test('2.3, R20 a test’s visit ends with the screen, however often it has to look', async ({
  page,
  world,
}) => {
  await world.signIn(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/users-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  let isOver = false
  const over = page.goto(`${world.consoleUrl}/user-management`).then(() => {
    isOver = true
  })
  await expect(page.getByRole('status').getByText('Loading the screen')).toBeAttached()
  // The page is looked at every 20 ms.
  await page.evaluate(
    'new Promise((painted) => { let n = 20; const next = () => n-- ? requestAnimationFrame(next) : painted(); next() })',
  )
  expect(isOver).toBe(false)
  held.resolve()
  await over
  await expect(page.getByRole('main').getByRole('textbox', { name: 'Email' })).toBeVisible()
})
