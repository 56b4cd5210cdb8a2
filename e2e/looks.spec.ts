import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { saidToListeners } from './support/said.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

test('D50 all SIMs of a company are checked: started, seen elsewhere, stopped, resumed; by keyboard, for axe', async ({
  page,
  world,
}) => {
  const main = page.getByRole('main')
  const verdict = main.getByRole('group', { name: 'Verdict' })
  const all = main.getByRole('button', { name: /Check all|Checking…/ })
  const bar = main.getByRole('progressbar', { name: 'Progress' })
  await page.goto(`${world.consoleUrl}/companies/1`)
  await expect(all).toBeVisible()
  const width = (await all.boundingBox())?.width
  const tabs = main.getByRole('navigation', { name: 'Parts of this page' })
  await expect(verdict).toContainText(/410 SIMs|No known faults/)
  const top = (await tabs.boundingBox())?.y

  await test.step('it goes on, says how far it is, and nothing moves', async () => {
    // Some are answered, the others held.
    await world.fault({ system: 'connector', fault: 'slow', seconds: 600, after: 45 })
    await all.press('Enter')
    await expect(verdict).toContainText('Checking')
    await expect(verdict).toContainText(/\d+ of 410 · /)
    await expect(saidToListeners(page, /of 410 done/)).toHaveCount(1)
    await expect(all).toHaveAttribute('aria-disabled', 'true')
    expect((await all.boundingBox())?.width).toBe(width)
    expect((await tabs.boundingBox())?.y).toBe(top)
    await expectAccessible(page)
  })

  await test.step('another page shows the same look', async () => {
    await page.reload()
    await expect(bar).toHaveAttribute('aria-valuemax', '410')
    await expect(verdict).toContainText('You can leave this page. The check continues.')
  })

  await test.step('stopped at once, it keeps what was found, and checks the others', async () => {
    await verdict.getByRole('button', { name: 'Stop' }).press('Enter')
    await expect(verdict).toContainText(/Stopped at \d+ of 410\./)
    await expect(verdict).toContainText(/\d+ wrong, \d+ not known, \d+ fine\./)
    await world.clearFaults()
    await verdict.getByRole('button', { name: /^Check the other 3\d\d$/ }).press('Enter')
    await expect(verdict).toContainText(/checked so far (is|are) wrong\./)
    await verdict.getByRole('button', { name: 'Stop' }).press('Enter')
    await verdict.getByRole('button', { name: 'Close' }).press('Enter')
    await expect(all).not.toHaveAttribute('aria-disabled', 'true')
    await expect(bar).toHaveCount(0)
  })

  await test.step('what is selected alone; its state changes in place; the address brings it back', async () => {
    const rows = main.getByRole('table').getByRole('row')
    await main.getByRole('searchbox', { name: 'Search SIMs' }).fill('8932300000000000011')
    await expect(rows).toHaveCount(2)
    await rows.nth(1).getByRole('checkbox').press(' ')
    const chosen = main.getByRole('group', { name: 'What is selected' })
    await chosen.getByRole('button', { name: 'Check these' }).press('Enter')
    await expect(page).toHaveURL(/look=/)
    await expect(verdict).toContainText(/(None of 1 is known to be wrong|1 of 1 is wrong)\./)
    await expect(rows.nth(1)).toContainText('Aeris')
    await page.reload()
    await expect(verdict).toContainText(/of 1 is/)
  })
})

test('D50 lines that were found are checked, paused where a source does not answer, at 390', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const main = page.getByRole('main')
  const verdict = main.getByRole('group', { name: 'Verdict' })
  const sims = ['8914800000000000014', '8914800000000000055', '8914800000000000022', '8914800000000000030']
  await page.goto(`${world.consoleUrl}/search`)
  await main.getByRole('textbox').fill(`${sims.join('\n')}\nCBS0000001`)
  await main.getByRole('button', { name: 'Look up' }).press('Enter')
  const all = main.getByRole('button', { name: 'Check all' })
  await expect(all).toBeVisible()
  await world.fault({ system: 'verizon', fault: '500' })
  await all.press('Enter')
  await expect(verdict).toContainText(/Verizon does not answer\. Paused at \d of \d\./)
  await expectNoSideways(page)
  await expectAccessible(page)
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await expect(verdict).toContainText('Paused at')
  await expect(main.getByRole('table')).toContainText('8914800000000000055')
  await world.clearFaults()
  const goOn = verdict.getByRole('button', { name: 'Resume' })
  await expect(async () => {
    if (await goOn.isVisible()) await goOn.press('Enter')
    await expect(verdict).toContainText(/of \d are wrong\.|1 of \d is wrong\./, { timeout: 3000 })
  }).toPass()
})

test('D50 /diagnose checks all panels of its list, live, and reads the causes again', async ({
  page,
  world,
}) => {
  const main = page.getByRole('main')
  await page.goto(`${world.consoleUrl}/diagnose?ids=CBS0000001+CBS0000002`)
  await main.getByRole('button', { name: 'Check all' }).press('Enter')
  await expect(page).toHaveURL(/look=/)
  const verdict = main.getByRole('group', { name: 'Verdict' })
  await expect(verdict).toContainText(/(of 2 are wrong|1 of 2 is wrong|None of 2 is known to be wrong)\./)
  await expect(main.getByText(/not asked|Not asked/)).toHaveCount(0)
  await verdict.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(verdict).toHaveCount(0)
})
