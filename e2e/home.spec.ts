import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways, expectSeenWhole } from './support/layout.ts'
import { reconnecting } from './support/reconnecting.ts'
import { test } from './support/signed-in.ts'
import { batchSims, chooseFile, startBatch } from './support/sim-management.ts'
import { expect } from './support/world.ts'

const sim = '8914800000000000055'

test('use 2, 16 home: one field for text, a list or a file; what of mine ran, what I looked at last; at 390, for axe', async ({
  world,
  page,
}) => {
  const main = page.getByRole('main')
  const field = main.getByRole('textbox', { name: 'Search' })
  await page.goto(world.consoleUrl)

  await expect(
    main.getByText(/^Manage SIM cards, .* Use the menu icon .* to move between screens\.$/),
  ).toBeVisible()
  await test.step('text goes on in the palette, and a hit opens', async () => {
    await field.pressSequentially('00000055')
    const palette = page.getByRole('combobox', { name: 'Search or go to' })
    await expect(palette).toHaveValue('00000055')
    await expect(page.getByRole('option', { selected: true })).toContainText('Harbor Security')
    await page.keyboard.press('Escape')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
    await field.pressSequentially(sim)
    await expect(page.getByRole('option', { selected: true })).toContainText('Harbor Security')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${world.consoleUrl}/sims/${sim}`)
    await expect(main.getByRole('region', { name: 'Belongs to' })).toBeVisible()
  })

  await page.goto(`${world.consoleUrl}/simmanagement`)
  await chooseFile(page, batchSims('vzn', 196, 1).join('\n'))
  await startBatch(page)
  const batch = page.url()

  await test.step('what I have begun and how it ended, and what I looked at last', async () => {
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Home' }).click()
    const ended = main.getByRole('region', { name: 'Ended in the last day' })
    const work = ended.getByRole('listitem').filter({ hasText: 'Deactivate 1 SIM' })
    await expect(work.getByText('1 of 1 done')).toBeVisible()
    // What has ended is no work any more, and a part with nothing in it is not there.
    await expect(main.getByRole('heading', { name: 'My work' })).toHaveCount(0)
    await expect(main.getByRole('link', { name: sim })).toHaveAttribute('href', `/sims/${sim}`)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1024, height: 844 })
    await expectSeenWhole(page.getByRole('heading', { level: 1 }))
    // On a phone brand and environment stay, and the title is for listeners (cause-390).
    await page.setViewportSize({ width: 390, height: 844 })
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Installer Services, home' })).toBeInViewport({ ratio: 1 })
    await expect(header.getByText(/Environment TEST/)).toBeInViewport({ ratio: 1 })
    await expect(header.getByRole('heading', { level: 1 })).toHaveText(/^Welcome to the Installer/)
    await expectNoSideways(page)
    await expectAccessible(page)
    await work.getByRole('link', { name: 'Deactivate 1 SIM' }).press('Enter')
    await expect(page).toHaveURL(batch)
    await page.goBack()
  })

  await test.step('D37 what I begin on another machine is shown here, though nothing of mine was running', async () => {
    const cookies = await page.context().cookies(world.consoleUrl)
    const token = cookies.find(({ name }) => name === 'oauth-access-token')?.value
    const sims = batchSims('vzn', 198, 2).map((iccid) => ({ iccid, status: 'Ready' }))
    await expect(main.getByRole('listitem').filter({ hasText: 'Deactivate 1 SIM' })).toBeVisible()
    const answer = await page.request.post(`${world.consoleUrl}/api/simmanagement/v1/batchdeactivation`, {
      ...reconnecting,
      headers: { authorization: `Bearer ${token}`, prefer: 'respond-async' },
      data: sims,
    })
    expect(answer.status()).toBe(202)
    const work = main.getByRole('listitem').filter({ hasText: 'Deactivate 2 SIMs' })
    await expect(work.getByText('2 of 2 done')).toBeVisible()
  })

  await test.step('a file and a pasted list are looked up line by line, of columns the SIM IDs', async () => {
    await main
      .locator('input[type=file]')
      .setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from(' \n') })
    await expect(main.getByRole('alert')).toHaveText('The file contains no text.')
    await main.locator('input[type=file]').setInputFiles({
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Site 7,${sim}\n12 Elm Street,8901170000000000013\n`),
    })
    await expect(page.getByRole('heading', { name: '2 of 2 lines found' })).toBeVisible()
    await page.goBack()
    await field.evaluate((input, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', text)
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, `Customer;Card;Phone\nHarbor;${sim};+1 312 555 0155\nPier;8901170000000099908;`)
    await expect(page.getByRole('heading', { name: '1 of 2 lines found' })).toBeVisible()
  })
})
