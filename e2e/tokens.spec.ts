import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { cookieNames } from '../apps/console/src/session/cookies.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { test } from './support/signed-in.ts'
import { accounts, expect } from './support/world.ts'

/** On the page Tokens. @returns the token */
async function makeToken(page: Page, name: string, days?: number): Promise<string> {
  await page.getByRole('button', { name: 'Make a token…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  if (days) await page.getByRole('textbox', { name: 'Days until it ends' }).fill(String(days))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Make token', exact: true }).click()
  const secret = page.getByRole('textbox', { name: 'Token', exact: true })
  await expect(secret).toHaveValue(/^isc_\w{38}$/)
  const token = await secret.inputValue()
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await expect(secret).toBeHidden()
  return token
}

test('56.1 a token is made, copied, used by a script, and revoked', async ({ page, world }) => {
  const main = page.getByRole('main')
  const call = async (token: string) =>
    (
      await fetch(`${world.consoleUrl}/api/search/v1/find?q=000055`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status
  await page.goto(`${world.consoleUrl}/tokens`)
  const token = await makeToken(page, 'Nightly list')
  expect(await call(token)).toBe(200)
  await main.getByRole('button', { name: 'Revoke the token “Nightly list”' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(main.getByText(/^Revoked .* by support@example\.com$/)).toBeVisible()
  expect(await call(token)).toBe(401)
})

test('56.1 reading is chosen, too, where one’s rights come after the dialog was opened', async ({
  page,
  world,
}) => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  await page.route('**/api/session/v1/access', async (route) => {
    await opened
    await route.continue()
  })
  await page.goto(`${world.consoleUrl}/tokens`)
  await page.getByRole('button', { name: 'Make a token…' }).click()
  const choices = page.getByRole('group', { name: 'What it may do' })
  await expect(choices.getByRole('checkbox')).toHaveCount(0)
  open()
  await expect(choices.getByRole('checkbox', { name: 'Read panels' })).toBeChecked()
  await expect(choices.getByRole('checkbox', { name: 'Change panels' })).not.toBeChecked()
})

test('56.1 Home tells people of their tokens that end within seven days', async ({ page, world }) => {
  await page.goto(`${world.consoleUrl}/tokens`)
  await makeToken(page, 'Longer', 8)
  await makeToken(page, 'Shorter', 7)
  await page.goto(world.consoleUrl)
  const hints = page.getByRole('main').getByRole('link', { name: /^Your token / })
  await expect(hints).toHaveText([/^Your token “Shorter” ends .*\. Make a new one before\.$/])
  await hints.click()
  await expect(page).toHaveURL(`${world.consoleUrl}/tokens`)
})

test('56.1 engineers see everyone’s tokens, revoke them, and see whose sign-ons ended', async ({
  page,
  browser,
  world,
}) => {
  const everyones = (where: Page) => where.getByRole('list', { name: 'Everyone’s tokens' })
  await page.goto(`${world.consoleUrl}/tokens`)
  await makeToken(page, 'Of support')
  await expect(everyones(page)).toBeHidden()

  const auditor = await browser.newPage()
  await world.signIn(auditor, accounts.auditor, '/tokens')
  await makeToken(auditor, 'Of the auditor')
  await auditor.close()

  const desk = await browser.newPage()
  await world.signIn(desk, accounts.engineer, '/tokens')
  const row = (name: string) => everyones(desk).getByRole('listitem').filter({ hasText: name })
  await expect(row('Of support')).toContainText(accounts.support)
  await expect(row('Of the auditor')).toContainText(accounts.auditor)
  await row('Of support').getByRole('button', { name: 'Revoke the token “Of support”' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(row('Of support')).toContainText(/Revoked .* by engineer@example\.com/)

  const cookies = await desk.context().cookies()
  const access = cookies.find(({ name }) => name === cookieNames.access)?.value
  const ended = await fetch(`${world.consoleUrl}/api/usermanagement/v1/signons/${accounts.auditor}/end`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
    body: JSON.stringify({ alsoMyOwn: false }),
  })
  expect(ended.status).toBe(200)
  // One's own is in both lists at once.
  await makeToken(desk, 'Of the engineer')
  await expect(row('Of the engineer')).toContainText(accounts.engineer)
  await expect(row('Of the auditor')).toContainText('Ended with their sign-ons')
  await expect(row('Of the auditor').getByRole('button')).toBeHidden()
  await expectAccessible(desk)
  await desk.close()
})

test('D60 a command line is signed in with its code: one is refused, the next is allowed', async ({
  page,
  world,
}) => {
  const home = await mkdtemp(join(tmpdir(), 'isc-'))
  const program = join(import.meta.dirname, '../packages/isc/bin/isc.mjs')
  /** As in a terminal of that home. @returns what it has said so far, and how it ends */
  const run = (...args: string[]) => {
    const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, HOME: home } })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    return { said: () => said, ended }
  }
  const dialog = page.getByRole('dialog', { name: 'Sign in a command line' })
  const question = page.getByRole('alertdialog', { name: /^Sign in the command line on .+\?$/ })
  const field = dialog.getByRole('textbox', { name: 'Code' })
  const begin = async () => {
    const command = run('sign-in', '--url', world.consoleUrl)
    const code = () => /and enter (\S+)$/m.exec(command.said())?.[1] ?? ''
    await expect.poll(code, { timeout: 30_000 }).not.toBe('')
    await page.getByRole('button', { name: 'Sign in a command line…' }).click()
    return { ...command, code: code() }
  }
  try {
    await page.goto(`${world.consoleUrl}/tokens`)
    const first = await begin()
    expect(first.said()).toContain(`${world.consoleUrl}/tokens`)
    await field.fill('BBBB-BBBB')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(field).toHaveAccessibleDescription(/No command line waits with this code/)
    await expectAccessible(page)
    await field.fill(first.code)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(question).toContainText('Read SIM information')
    await expect(question).not.toContainText('Change companies')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Refuse' }).click()
    expect([await first.ended, first.said()]).toEqual([3, expect.stringContaining('It was refused')])

    const second = await begin()
    await field.fill(second.code)
    await field.press('Enter')
    await question.getByRole('button', { name: 'Allow' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'signed in with a code from' })
    await expect(row).toContainText('isc on ')
    expect([await second.ended, second.said()]).toEqual([0, expect.stringContaining('Stored in')])
    const found = run('find', '000055')
    expect([await found.ended, found.said()]).toEqual([0, expect.stringContaining('8914800000000000055')])
  } finally {
    await rm(home, { recursive: true, force: true })
  }
})
