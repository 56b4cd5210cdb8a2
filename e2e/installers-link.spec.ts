import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { pressInMore } from './support/more.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

const panel = 'CBS0000001'

test('56.6 an installer opens the link without an account until it is revoked', async ({
  page,
  browser,
  world,
}) => {
  const main = page.getByRole('main')
  await page.goto(`${world.consoleUrl}/panels/${panel}`)
  await pressInMore(page, main.getByRole('button', { name: 'Link for the installer…' }))
  const dialog = page.getByRole('dialog', { name: `Link for the installer at panel ${panel}` })
  await expect(dialog.getByText('This panel has no link that works.')).toBeVisible()
  await dialog.getByText('Spanish').click()
  await dialog.getByRole('button', { name: 'Make link' }).click()
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  const address = await dialog.getByText(/\/i\/[\w-]{22}$/).innerText()
  await expectAccessible(page)

  const telephone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'de-DE' })
  try {
    const opened = await telephone.newPage()
    const failed: string[] = []
    opened.on('console', (message) => message.type() === 'error' && failed.push(message.text()))
    expect((await opened.goto(address))?.status()).toBe(200)
    await expect(opened.locator('html')).toHaveAttribute('lang', 'es')
    await expect(opened.getByRole('heading', { level: 1 })).not.toHaveText('Consultando…', {
      timeout: 30_000,
    })
    await expect(opened.getByText('Panel terminado en 0001')).toBeVisible()
    await opened.getByRole('link', { name: 'English' }).click()
    await expect(opened.getByRole('heading', { name: 'The way of a signal' })).toBeVisible()
    await expect(opened.getByRole('listitem').filter({ hasText: 'Mobile network' })).toBeVisible()
    await expectAccessible(opened)
    await expectNoSideways(opened, 'the page for the installer')
    expect(await telephone.cookies()).toEqual([])
    expect(failed).toEqual([])

    await dialog.getByRole('button', { name: /^Revoke the link/ }).click()
    await expect(dialog.getByText('This panel has no link that works.')).toBeVisible()
    await expect(dialog.getByRole('img', { name: /QR code/ })).toHaveCount(0)
    // The open page finds out by itself, and so does anyone who opens it then.
    await expect(opened.getByRole('heading', { name: 'This link has ended' })).toBeVisible({
      timeout: 40_000,
    })
    expect((await opened.goto(address))?.status()).toBe(410)
  } finally {
    await telephone.close()
  }
})
