import { readFile } from 'node:fs/promises'
import type { Locator, Route } from '@playwright/test'
import { parseCsv } from '../apps/server/src/testing/parse-csv.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { saidToListeners } from './support/said.ts'
import { test } from './support/signed-in.ts'
import { saveAs } from './support/workbook.ts'
import { expect } from './support/world.ts'

const sim = '8901170000000000013'
const paste = (field: Locator, lines: string) =>
  field.evaluate((input, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, lines)

test('connected console 3 the palette by keyboard alone: from anywhere to a SIM by its last digits', async ({
  page,
  world,
}) => {
  await page.goto(`${world.consoleUrl}/`)
  const door = page.getByRole('button', { name: 'Search or go to' })
  const field = page.getByRole('combobox', { name: 'Search or go to' })
  const chosen = page.getByRole('listbox', { name: 'Hits' }).getByRole('option', { selected: true })
  await door.focus()

  await test.step('Ctrl+K opens it with the screens; Escape gives the focus back', async () => {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await expect(chosen).toBeVisible()
    await expect(page.getByRole('option', { name: 'SIM Information' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(field).toBeHidden()
    await expect(door).toBeFocused()
  })

  await test.step('it opens again before the page was told that it has closed', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').evaluate((palette: HTMLDialogElement) => {
      palette.close()
      dispatchEvent(new KeyboardEvent('keydown', { key: '/', cancelable: true }))
    })
    await page.keyboard.type('013')
    await expect(field).toHaveValue('013')
    await page.keyboard.press('Escape')
    await expect(door).toBeFocused()
  })

  await test.step("'/' opens it, too; too few digits, and nothing at all, are said", async () => {
    await page.keyboard.press('/')
    await expect(field).toHaveValue('')
    await page.keyboard.type('013')
    await expect(page.getByText('3 digits are too few. Type at least 4.')).toBeVisible()
    await field.fill('qzzzx9')
    await expect(page.getByText(/^No SIM, panel, company.* contains “qzzzx9”\.$/)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a wrong check digit offers what may be meant', async () => {
    await field.fill('8901170000000000012')
    await expect(page.getByText('Check digit wrong. Did you mean one of these?')).toBeVisible()
    await expect(chosen).toContainText('check digit repaired')
  })

  await test.step('hits by kind, the found part marked; arrows choose, round the end', async () => {
    await field.fill('00000013')
    await expect(chosen).toContainText('ends with')
    await expect(chosen.locator('mark').first()).toBeVisible()
    const first = await field.getAttribute('aria-activedescendant')
    await page.keyboard.press('ArrowUp')
    await expect(field).not.toHaveAttribute('aria-activedescendant', first ?? '')
    await page.keyboard.press('ArrowDown')
    await expect(field).toHaveAttribute('aria-activedescendant', first ?? '')
    await expect(field).toBeFocused()
    await expectAccessible(page)
  })

  await test.step('the arrow at the end of the text leads to the actions, which lead to screens', async () => {
    await field.fill(sim)
    await expect(chosen).toContainText('Harbor Security')
    await page.keyboard.press('ArrowRight')
    await expect(
      page.getByRole('option', { name: 'Open', exact: false, selected: true }).last(),
    ).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${world.consoleUrl}/sims/${sim}`)
  })

  await test.step('what was visited is the first thing next time', async () => {
    await page.goto(`${world.consoleUrl}/`)
    await expect(door).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByText('yours, on every device')).toBeVisible()
    await expect(chosen).toContainText('Harbor Security')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${world.consoleUrl}/sims/${sim}`)
  })

  await test.step('Enter before the hits have come is for the first of them, never for one of what was typed before', async () => {
    const other = '8914800000000000055'
    await page.goto(`${world.consoleUrl}/`)
    await expect(door).toBeVisible()
    await page.keyboard.press('Control+k')
    await field.fill('00000013')
    await expect(chosen).toContainText('ends with')
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
    await page.route(new RegExp(`search/v1/find.*${other}`), async (route) => {
      await isAnswered
      await route.continue()
    })
    await field.fill(other)
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue(other)
    answer()
    await expect(page).toHaveURL(`${world.consoleUrl}/sims/${other}`)
  })

  await test.step('a search that fails says so, and the screens stay', async () => {
    await page.goto(`${world.consoleUrl}/`)
    await expect(door).toBeVisible()
    await page.route(/search\/v1\/find/, (route) => route.abort())
    await page.keyboard.press('Control+k')
    await field.fill('panel')
    await expect(page.getByText('The search does not answer')).toBeVisible()
    await expect(chosen).toContainText('Panel Management')
    await page.unroute(/search\/v1\/find/)
  })
})

test('connected console 3 what is typed while the palette is on its way is not lost, and its failure is said', async ({
  page,
  world,
}) => {
  const door = page.getByRole('button', { name: 'Search or go to' })
  const waiting = page.getByRole('textbox', { name: 'Search or go to' })
  const palette = page.getByRole('combobox', { name: 'Search or go to' })
  const programs = '**/*.js'
  type Answer = (route: Route) => Promise<void>
  const arrives: Answer = (route) => route.continue()
  let answer = arrives
  // One route for the whole test: a page that was loaded without any would have the palette in its cache.
  await page.route(programs, (route) => answer(route))
  /** A page whose palette is on its way until it is let go. */
  const visit = async () => {
    answer = arrives
    await page.goto(`${world.consoleUrl}/`)
    await door.focus()
    const { promise, resolve } = Promise.withResolvers<void>()
    answer = (route) => promise.then(() => route.continue())
    return resolve
  }

  await test.step('its field is there at once, no letter a shortcut; Escape leaves it', async () => {
    const letGo = await visit()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('gm')
    await expect(waiting).toHaveValue('gm')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(waiting).toHaveCount(0)
    await expect(door).toBeFocused()

    await page.keyboard.press('/')
    await page.keyboard.type(`${sim}4`)
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Control+k')
    letGo()
    await expect(palette).toBeFocused()
    await expect(palette).toHaveValue(sim)
    await page.keyboard.press('Escape')
    await expect(door).toBeFocused()
  })

  await test.step('so it is where a field of the page had the first letter, which has the caret again in the end', async () => {
    const own = page.getByRole('main').getByRole('textbox', { name: 'Search' })
    // Chromium alone gives the caret back now and then.
    for (const next of ['cbs1', 'cbs2', 'cbs3']) {
      const letGo = await visit()
      await own.focus()
      await page.keyboard.type(sim)
      await expect(waiting).toHaveValue(sim)
      letGo()
      await expect(palette).toHaveValue(sim)
      await page.keyboard.press('Escape')
      await expect(own).toBeFocused()
      await page.keyboard.type(next)
      await expect(palette).toHaveValue(next)
    }
  })

  await test.step('Enter is meant for what was typed', async () => {
    const letGo = await visit()
    await page.keyboard.press('Control+k')
    await page.keyboard.type(sim)
    await page.keyboard.press('Enter')
    letGo()
    await expect(page).toHaveURL(`${world.consoleUrl}/sims/${sim}`)
  })

  await test.step('who goes elsewhere meanwhile stays there', async () => {
    const letGo = await visit()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Shift+Tab')
    await expect(door).toBeFocused()
    letGo()
    await expect(waiting).toHaveCount(0)
    await expect(palette).toHaveCount(0)
  })

  await test.step('it cannot be loaded: a sentence, and the next try is one', async () => {
    await visit()
    answer = (route) => route.abort()
    await page.keyboard.press('Control+k')
    await expect(saidToListeners(page, /^The search could not be loaded\./)).toBeAttached()
    await expect(waiting).toHaveCount(0)
    await expect(door).toBeFocused()
    answer = arrives
    await page.keyboard.press('Control+k')
    await expect(palette).toBeFocused()
  })
})

test('connected console 3 at 390 px the palette fills the screen, and several lines are looked up one by one', async ({
  page,
  world,
}) => {
  await page.goto(`${world.consoleUrl}/`)
  const field = page.getByRole('combobox', { name: 'Search or go to' })

  await test.step('390 px', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Search or go to' }).click()
    await field.fill('0013')
    await expect(page.getByRole('listbox', { name: 'Hits' }).getByRole('option').first()).toBeVisible()
    await expectNoSideways(page)
    await expectAccessible(page)
  })

  await test.step('a pasted list has its page, each line with its answer or its reason', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await paste(field, `Hello,\n8901 1700 0000 0000 013\nRP000004\nCBS0009009\n8901170000000000012`)
    await expect(page).toHaveURL(`${world.consoleUrl}/search`)
    await expect(page.getByRole('heading', { name: '2 of 5 lines found' })).toBeVisible()
    const rows = page.locator('tbody tr')
    await expect(rows).toContainText([
      /Hello.*contains no identifier/,
      /ICCID.*Harbor Security/,
      /Remote Portal ID.*CBS0000004/,
      /Not found/,
      /Check digit wrong/,
    ])
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    const rightOfChoice = async () => {
      const choice = await page.getByLabel('Choose for line 5').boundingBox()
      return choice ? choice.x + choice.width : Number.NaN
    }
    await expect.poll(rightOfChoice).toBeLessThan(390)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    const file = await saveAs(page, 'CSV')
    expect(file.suggestedFilename()).toMatch(/\.csv$/)
    expect(parseCsv(await readFile(await file.path(), 'utf8')).map((cells) => cells[3])).toEqual([
      'Thing',
      '',
      sim,
      'CBS0000004',
      '',
      '',
    ])
  })

  await test.step('a decision makes a line found; the lines outlast a reload', async () => {
    await page.getByRole('combobox', { name: 'Choose for line 5' }).click()
    await page.getByRole('option').first().click()
    await expect(page.getByRole('heading', { name: '3 of 5 lines found' })).toBeVisible()
    await page.getByRole('button', { name: 'To decide 0' }).click()
    await expect(page.locator('tbody tr')).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { name: '2 of 5 lines found' })).toBeVisible()
  })

  await test.step('other lines pasted into the palette take their place', async () => {
    await page.keyboard.press('Control+k')
    await paste(field, `${sim}\nCBS0000004`)
    await expect(page.getByRole('heading', { name: '2 of 2 lines found' })).toBeVisible()
  })

  await test.step('the panels lead to their screen, the SIMs to a list that is checked before anything is done', async () => {
    await page.getByRole('button', { name: 'Panel Management' }).click()
    await expect(page).toHaveURL(/panel-management\?by=cloudId&ids=CBS0000004$/)
    await page.goBack()
    await page.getByRole('button', { name: 'Deactivate as a batch…' }).click()
    await expect(page).toHaveURL(/\/simmanagement$/)
    await expect(page.locator('textarea')).toHaveValue(sim)
  })
})
