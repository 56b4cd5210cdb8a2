import type { Locator, Page, Route } from '@playwright/test'
import { reconnecting } from './reconnecting.ts'
import { accessTokenOf } from './session.ts'
import { expect, type World } from './world.ts'

/** The address of csr-04 is 127.0.40.4. */
export const ipOf = (server: string): string => `127.0.40.${Number(server.slice(-2))}`

export const rowOf = (page: Page, server: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: new RegExp(`^${server} `) }) })
export const choiceOf = (page: Page, server: string): Locator => rowOf(page, server).getByRole('combobox')
export const deployOf = (page: Page, server: string): Locator =>
  rowOf(page, server).getByRole('button', { name: /^Deploy/ })
export const descriptionOf = (page: Page, server: string): Locator => rowOf(page, server).getByRole('textbox')
/** The one that is open; one that fades away is no longer asked. */
export const question = (page: Page): Locator => page.getByRole('alertdialog').and(page.locator('[open]'))

export async function open(world: World, page: Page, query = ''): Promise<void> {
  await page.goto(`${world.consoleUrl}/csr-management${query}`)
  await expect(rowOf(page, 'csr-01')).toBeVisible()
}

export async function choose(page: Page, server: string, release: string): Promise<void> {
  await choiceOf(page, server).click()
  await page.getByRole('option', { name: release, exact: true }).click()
}

/** Chooses a release and presses Deploy. */
export async function askFor(page: Page, server: string, release: string): Promise<void> {
  await choose(page, server, release)
  await deployOf(page, server).click()
}

/** Answers the question with its verb, and waits until the server has said that it begins. */
export async function confirmAndBegin(page: Page, verb: Parameters<typeof confirm>[1]): Promise<void> {
  const [answer] = await Promise.all([page.waitForResponse(/\/(upgrade|return)$/), confirm(page, verb)])
  expect(answer.status()).toBe(202)
}

/** Answers the question with its verb, for example Upgrade. */
export async function confirm(page: Page, verb: 'Upgrade' | 'Downgrade' | 'Return'): Promise<void> {
  await question(page).getByRole('button', { name: verb, exact: true }).click()
}

interface Said {
  csrStatus: string
  name: string
  deployment: { deploymentId: string; outcome: string | null } | null
}

/** How a CSR stands by the server itself, past the page. */
export async function serverSays(world: World, page: Page, server: string): Promise<Said> {
  const answer = await page.request.get(
    `${world.consoleUrl}/api/csrmanagement/v1/csrs/${ipOf(server)}/status`,
    { ...reconnecting, headers: await headersOf(world, page) },
  )
  return ((await answer.json()) as { data: Said }).data
}

/** Someone else deploys a release, past the page. */
export async function deployElsewhere(world: World, page: Page, server: string, release: string) {
  const ip = ipOf(server)
  const answer = await page.request.post(`${world.consoleUrl}/api/csrmanagement/v1/csrs/${ip}/upgrade`, {
    ...reconnecting,
    headers: await headersOf(world, page),
    data: { IPAddress: ip, Name: release },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const headersOf = async (world: World, page: Page) => ({
  authorization: `Bearer ${await accessTokenOf(page.context(), world)}`,
})

/** The deployment on this server is over by the server itself; the page may not know it yet. */
export async function isOver(world: World, page: Page, server: string): Promise<void> {
  await expect
    .poll(async () => (await serverSays(world, page, server)).csrStatus, { timeout: 60_000 })
    .toMatch(/Succeeded|Error/)
}

/** A look of the page at one server. */
interface Look {
  /** By the page's own clock in ms, which no one can set back. */
  at: number
  /** No one saw the page. */
  isUnseen: boolean
}

/** Remembers the page's looks at one server and when it first asked for the list; begins before the page is opened. */
export async function rememberLooks(
  page: Page,
  server: string,
): Promise<() => Promise<{ listedAt: number; looks: Look[] }>> {
  await page.addInitScript(
    (path) => {
      const seen: { listedAt: number; looks: Look[] } = { listedAt: 0, looks: [] }
      Object.assign(window, { seenLooks: seen })
      const send = window.fetch
      window.fetch = (input, init) => {
        const url = input instanceof Request ? input.url : String(input)
        if (url.endsWith('/csrs/getall')) seen.listedAt ||= performance.now()
        if (url.endsWith(path)) seen.looks.push({ at: performance.now(), isUnseen: document.hidden })
        return send(input, init)
      }
    },
    `/csrs/${ipOf(server)}/status`,
  )
  return () =>
    page.evaluate(() => (window as unknown as { seenLooks: { listedAt: number; looks: Look[] } }).seenLooks)
}

/**
 * Whatever the server says of this one, to the page it is Running until `release`; the list is not read by itself after
 * that, so that it is a look that tells of the end.
 */
export async function holdRunning(page: Page, server: string): Promise<{ release: () => void }> {
  let isHeld = true
  await page.route(/\/csrs\/([\d.]+\/status|getall)$/, async (route: Route) => {
    const wasHeld = isHeld
    if (!wasHeld && news.test(route.request().url())) return
    const held = <Item extends { ipAddress: string }>(csr: Item) =>
      wasHeld && csr.ipAddress === ipOf(server) ? { ...csr, csrStatus: 'Running' } : csr
    const response = await route.fetch(reconnecting)
    const json = await response.json()
    const data = json.data.info ? { ...json.data, info: json.data.info.map(held) } : held(json.data)
    await route.fulfill({ response, json: { ...json, data } })
  })
  return {
    release: () => {
      isHeld = false
    },
  }
}

/**
 * What the console's own server knows does not reach the page by itself until `page.unroute(news)`: what it sees comes of its
 * looks every 60 seconds, or of what is asked by hand.
 */
export const withoutNews = (page: Page): Promise<unknown> => page.route(news, () => {})
export const news = /\/csrs\/getall$/

/** The page is not seen, or seen again. */
export const setSeen = (page: Page, isSeen: boolean): Promise<void> =>
  page.evaluate((seen) => {
    Object.defineProperty(document, 'hidden', { value: !seen, configurable: true })
    const visibilityState = seen ? 'visible' : 'hidden'
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isSeen)
