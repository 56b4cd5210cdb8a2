import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { accessTokenOf, expectSignedIn, refreshIsOver } from './session.ts'
import type { World } from './world.ts'

export const screen = '/user-action-detail'
export const call = /useractiondetail\/v1\/details/
/** AT&T refuses to deactivate it. */
export const refusedSim = '8901170000000000054'

export const email = (page: Page): Locator => page.getByRole('textbox', { name: 'Email' })
export const freeText = (page: Page): Locator => page.getByRole('textbox', { name: 'Text', exact: true })
export const hideRobot = (page: Page): Locator => page.getByRole('checkbox', { name: 'HideRobot' })
export const changesOnly = (page: Page): Locator => page.getByRole('checkbox', { name: 'Changes only' })
export const pageFilter = (page: Page): Locator => page.getByRole('combobox', { name: 'Action page' })
export const nothingFound = (page: Page): Locator => page.getByText('No User Action Data found')

/** A word that nothing but the test's own entries holds. */
export const ownWord = (): string => `probe${randomUUID().replaceAll('-', '').slice(0, 12)}`

/** A call of the API as anyone who is signed in on the page; resolves with its status and what it answered. */
export async function ask(
  world: World,
  page: Page,
  method: 'GET' | 'POST',
  path: string,
  { body, transactionId = randomUUID() }: { body?: unknown; transactionId?: string } = {},
): Promise<{ status: number; data: unknown }> {
  // A page that was just opened may be fetching the token that is good.
  await expectSignedIn(page)
  await refreshIsOver(page)
  const token = await accessTokenOf(page.context(), world)
  const answer = await fetch(`${world.consoleUrl}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-transaction-id': transactionId,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const envelope = (await answer.json()) as { data: unknown }
  return { status: answer.status, data: envelope.data }
}

/** What the console would say of its user, entered; resolves with its transaction. */
export async function claim(
  world: World,
  page: Page,
  message: string,
  { activity = 'SIM Information', transactionId = randomUUID() } = {},
): Promise<string> {
  const body = { SessionId: 's', Email: 'e', Activity: activity, ActionMessage: message, Detailinfo: '' }
  const { status } = await ask(world, page, 'POST', '/activity/v1/activitylog', { body, transactionId })
  expect(status).toBe(200)
  return transactionId
}

/** A deactivation that AT&T refuses, with its claim; resolves with its transaction. */
export async function refusedDeactivation(world: World, page: Page): Promise<string> {
  const message = `Deactivate SIM ${refusedSim}`
  const transactionId = await claim(world, page, message, { activity: 'SIM Management' })
  const path = `/simmanagement/v1/deactivate/${refusedSim}`
  expect((await ask(world, page, 'POST', path, { transactionId })).status).toBe(502)
  return transactionId
}

/** The address of a search for a text on one page: the search's own entry is on another. */
export const searchFor = (word: string, activity = 'SIM Information'): string =>
  `${screen}?${new URLSearchParams({ text: word, actionPage: activity })}`

export interface ShownRow {
  /** Empty in a sub row of the same person. */
  email: string
  page: string
  description: string
  date: string
  localTime: string
  transactionId: string
  isError: boolean
}

/** The rows as they are read: the whole of what is shortened for the eye. */
export async function shownRows(page: Page): Promise<ShownRow[]> {
  const read = await page.locator('tbody tr[data-key]').evaluateAll((all) =>
    all.map((row) => ({
      isError: row.getAttribute('data-state') === 'error',
      cells: [...row.querySelectorAll('td')].slice(-6).map((cell) => {
        const copy = cell.cloneNode(true) as HTMLElement
        for (const hidden of copy.querySelectorAll('[aria-hidden="true"], button, [popover]')) hidden.remove()
        return copy.textContent.replace(/^All of transaction /, '').trim()
      }),
    })),
  )
  return read.map(({ isError, cells }) => {
    const [email = '', page = '', description = '', date = '', local = '', transactionId = ''] = cells
    const localTime = local.replace(/ [−-]\d\d:\d\d$/, '')
    return { email, page, description, date, localTime, transactionId, isError }
  })
}
