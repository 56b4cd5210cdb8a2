import type { BrowserContext, Page } from '@playwright/test'
import { companyOf, field, prairie, rows, serviceKey, showKey } from './support/companies.ts'
import { descriptionOf } from './support/csr.ts'
import { reconnecting } from './support/reconnecting.ts'
import { test } from './support/signed-in.ts'
import { accounts, expect, type World } from './support/world.ts'

const stream = '/api/news/v1/stream'
const list = /\/companymanager\/v1\/companies$/

/** Someone else, on another machine: what they change is changed by the API, as their console would. */
async function colleague(world: World, page: Page) {
  const context = await page.context().browser()?.newContext()
  if (!context) throw new Error('no browser')
  const other = await context.newPage()
  await world.signIn(other, accounts.engineer)
  const post = async (path: string, data: unknown) => {
    const cookies = await context.cookies(world.consoleUrl)
    const token = cookies.find(({ name }) => name === 'oauth-access-token')?.value
    const headers = { authorization: `Bearer ${token}` }
    const answer = await other.request.post(`${world.consoleUrl}/api${path}`, {
      ...reconnecting,
      headers,
      data,
    })
    expect(answer.status()).toBe(200)
  }
  const newKey = async () => {
    const { rpsControlSettings } = await companyOf(other, world, prairie.id)
    await post(`/companymanager/v1/companies/${prairie.id}/isk`, {
      replaces: rpsControlSettings.onlineServiceKey,
    })
    return (await companyOf(other, world, prairie.id)).rpsControlSettings.onlineServiceKey as string
  }
  return { post, newKey, close: () => context.close() }
}

function countStreams(context: BrowserContext): () => number {
  let count = 0
  context.on('request', (request) => {
    if (request.url().endsWith(stream)) count++
  })
  return () => count
}

test('D37 one stream serves all tabs: what a colleague saves shows in each, and after the reading tab has closed', async ({
  world,
  page,
}) => {
  const streams = countStreams(page.context())
  const { newKey, close } = await colleague(world, page)
  const isOpen = page.context().waitForEvent('response', (response) => response.url().endsWith(stream))
  const first = await page.context().newPage()
  await first.goto(`${world.consoleUrl}/company`)
  await expect(rows(first).first()).toBeVisible()
  await isOpen
  const second = await page.context().newPage()
  await second.goto(`${world.consoleUrl}/company/update/${prairie.id}`)
  await showKey(second)
  const before = await serviceKey(second).inputValue()

  const readAgain = first.waitForRequest(list)
  const key = await newKey()
  // What is replaced is hidden again; the next one is seen by those who ask.
  await expect(serviceKey(second)).not.toHaveValue(before)
  await showKey(second)
  await expect(serviceKey(second)).toHaveValue(key)
  await readAgain
  expect(streams()).toBe(1)

  // Who is at the form keeps it as it is: at the save both are brought together (D10).
  await field(second, 'Usage alert email').fill('mine@example.com')
  const alsoRead = first.waitForRequest(list)
  await newKey()
  await alsoRead
  await expect(field(second, 'Usage alert email')).toHaveValue('mine@example.com')
  await expect(serviceKey(second)).toHaveValue(key)

  const third = await page.context().newPage()
  await third.goto(`${world.consoleUrl}/company`)
  await expect(rows(third).first()).toBeVisible()
  const askedAgain = third.waitForRequest(list)
  const overtakes = page.context().waitForEvent('request', (request) => request.url().endsWith(stream))
  await first.close()
  await overtakes
  await askedAgain
  const heardAgain = third.waitForRequest(list)
  await newKey()
  await heardAgain
  expect(streams()).toBe(2)
  await second.close({ runBeforeUnload: false })
  await third.close()
  await close()
})

test('D37 where the stream is away, the polls are all there is, and nothing is wrong', async ({
  world,
  page,
}) => {
  await page.route(`**${stream}`, (route) => route.abort())
  const { post, close } = await colleague(world, page)
  await page.goto(`${world.consoleUrl}/csr-management`)
  await expect(descriptionOf(page, 'csr-12')).toBeVisible()
  await post('/csrmanagement/v1/csrs/127.0.40.12/desc', { Description: 'seen by the poll' })
  await expect(descriptionOf(page, 'csr-12')).toHaveValue('seen by the poll')
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await close()
})
