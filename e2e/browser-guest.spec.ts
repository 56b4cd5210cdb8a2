import type { Locator, Page } from '@playwright/test'
import { playTranslator } from '../apps/console/src/testing/translator.ts'
import { test } from './support/test.ts'
import { accounts, expect } from './support/world.ts'

const sim = '8901170000000000013'
const otherSim = '8901170000000000021'
const panel = 'CBS0000017'
const screens = (page: Page) => page.getByRole('navigation', { name: 'Screens' })

test('D48 a file dropped beside every zone does not replace the page', async ({ page, world }) => {
  await world.signIn(page)
  const isRefused = (kind: 'dragover' | 'drop') =>
    page.getByRole('heading', { level: 1 }).evaluate((element, kind) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['1'], 'list.txt'))
      return !element.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }))
    }, kind)
  expect(await isRefused('dragover')).toBe(true)
  expect(await isRefused('drop')).toBe(true)
})

test('D48 a page whose texts a translator has replaced goes on, on every screen', async ({ page, world }) => {
  test.slow()
  await page.addInitScript(playTranslator)
  await world.signIn(page)
  await expect(page.locator('html')).toHaveAttribute('translate', 'no')
  await expect(page.locator('meta[name=google]')).toHaveAttribute('content', 'notranslate')
  const main = page.getByRole('main')
  const open = (name: string) => screens(page).getByRole('link', { name }).click()
  const row = main.locator('tbody tr').first()
  const rowTwo = main.locator('tbody tr').nth(1)
  const walk: Record<string, () => Promise<void>> = {
    'SIM Information': async () => {
      for (const id of [sim, otherSim]) {
        await page.getByRole('textbox', { name: 'SIM ID' }).fill(id)
        await main.getByRole('button', { name: 'Compare', exact: true }).click()
        await expect(main.getByRole('table').first()).toContainText(id)
        await expect(main.getByRole('button', { name: 'Compare', exact: true })).toBeEnabled()
      }
    },
    'SIM Management': async () => {
      await page.getByRole('textbox', { name: 'SIM ID' }).fill(sim)
      await main.getByRole('button', { name: 'Query', exact: true }).click()
      await expect(main.getByRole('button', { name: /Check online status/ })).toBeEnabled()
      await expect(main.getByRole('button', { name: 'Query', exact: true })).toBeEnabled()
      await expect(main.getByRole('button', { name: 'Deactivate…', exact: true })).toBeEnabled()
    },
    'Company Management': async () => {
      await main.getByRole('searchbox').or(main.getByRole('textbox')).first().fill('Harbor')
      await expect(rowTwo).toHaveCount(0)
      await main.getByRole('columnheader').getByRole('button').first().click()
      await expect(row).toBeVisible()
    },
    'Panel Management': async () => {
      await main.getByRole('textbox').first().fill(panel)
      await main.getByRole('button', { name: 'Get Locate' }).click()
      await expect(row).toBeVisible()
    },
    'CSR Management': async () => {
      await expect(row).toBeVisible()
      await main
        .getByRole('button', { name: /history of its deployments/ })
        .first()
        .click()
      await page.keyboard.press('Escape')
    },
    'User Management': async () => {
      await page.getByRole('textbox', { name: 'Email' }).fill('installer@harbor.example')
      await main.getByRole('button', { name: 'Search', exact: true }).click()
      await expect(row).toBeVisible()
    },
    'User Action Detail': async () => {
      await main.getByRole('button', { name: 'Search', exact: true }).click()
      await expect(row).toBeVisible()
    },
    'WebConnect Metrics': async () => {
      await expect(row).toBeVisible()
      await main.getByRole('columnheader').getByRole('button').first().click()
      await main.getByRole('columnheader').getByRole('button').nth(1).click()
      await expect(row).toBeVisible()
    },
  }
  const holds = async (where: string, heading: string) => {
    await expect(page.getByRole('heading', { level: 1 }), where).toHaveText(heading)
    await expect(page.getByText(/ErrorDuringRendering|UnexpectedApplicationError/), where).toHaveCount(0)
  }
  const headings: Record<string, string> = {
    'Panel Management': 'Panel Info (CBS)',
    'CSR Management': 'Virtual CSR Management',
    'User Management': 'User Info (CBS)',
  }
  for (const [name, work] of Object.entries(walk))
    await test.step(name, async () => {
      await open(name)
      // The screen before may have a field of the same name.
      await expect(screens(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
      await holds(name, headings[name] ?? name)
      await work()
      await holds(name, headings[name] ?? name)
    })
  const things = {
    [`/panels/${panel}`]: `Panel ${panel}`,
    [`/sims/${sim}`]: `SIM ${sim}`,
    '/company/sap/1000001': 'Company Harbor Security',
  }
  for (const [path, heading] of Object.entries(things))
    await test.step(path, async () => {
      await page.goto(world.consoleUrl + path)
      await holds(path, heading)
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill(sim)
      await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
      await page.keyboard.press('Escape')
      await holds(path, heading)
    })
  // The translator was at work all the while.
  expect(await page.locator('font').count()).toBeGreaterThan(10)
})

/** What tells an element's state where fills are none: its colours, edges and what stands before it. */
const lookOf = (of: Locator) =>
  of.first().evaluate((element) => {
    const style = getComputedStyle(element)
    const edge = (side: string) =>
      ['style', 'width', 'color'].map((part) => style.getPropertyValue(`${side}-${part}`)).join(' ')
    return {
      edges: [edge('border-top'), edge('border-bottom'), edge('outline'), style.outlineOffset],
      ink: style.color,
    }
  })

test('D48 in forced colours current, focused, chosen, selected and disabled are told by more than a fill', async ({
  page,
  world,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await world.signIn(page)
  const main = page.getByRole('main')
  /** The same state is told by the same edges, and another one by others. */
  const differ = async (some: Locator, others: Locator) =>
    expect((await lookOf(some)).edges).not.toEqual((await lookOf(others)).edges)

  await test.step('the current entry of the menu, right after a click, and with the focus on it', async () => {
    const entry = screens(page).getByRole('link', { name: 'CSR Management' })
    const other = screens(page).getByRole('link', { name: 'User Management' })
    await entry.click()
    await expect(entry).toHaveAttribute('aria-current', 'page')
    await differ(entry, other)
    const clicked = await lookOf(entry)
    await other.focus()
    await page.keyboard.press('Shift+Tab')
    await expect(entry).toBeFocused()
    const focused = await lookOf(entry)
    expect(focused.edges).not.toEqual(clicked.edges)
    expect(focused.edges).not.toEqual((await lookOf(other)).edges)
  })

  await test.step('buttons have an edge, and another one with the focus', async () => {
    await screens(page).getByRole('link', { name: 'SIM Management' }).click()
    const field = page.getByRole('textbox', { name: 'SIM ID' })
    await field.fill(sim)
    await main.getByRole('button', { name: 'Query' }).click()
    const check = main.getByRole('button', { name: /Check online status/ })
    await expect(check).toBeEnabled()
    for (const button of [
      check,
      main.getByRole('button', { name: /^Deactivate/ }),
      main.getByRole('button', { name: 'Query' }),
    ])
      expect((await lookOf(button)).edges[0]).toMatch(/^solid [1-9]/)
    const before = await lookOf(check)
    await check.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(check).toBeFocused()
    expect((await lookOf(check)).edges).not.toEqual(before.edges)
  })

  await test.step('a part of a page, a page of a table, a button that cannot be pressed, a selected row', async () => {
    await page.goto(`${world.consoleUrl}/company/sap/1000001`)
    const parts = main.getByRole('navigation', { name: 'Parts of this page' }).getByRole('link')
    const rows = main.getByRole('table').getByRole('row')
    await expect(rows.nth(2)).toBeVisible()
    await differ(
      parts.and(page.locator('[aria-current=page]')),
      parts.and(page.locator(':not([aria-current])')),
    )
    await differ(
      main.getByRole('button', { name: 'Page 1', exact: true }),
      main.getByRole('button', { name: 'Page 2', exact: true }),
    )
    const inkOf = async (name: string) => (await lookOf(main.getByRole('button', { name }))).ink
    expect(await inkOf('Previous page')).not.toBe(await inkOf('Next page'))
    await rows.nth(1).getByRole('checkbox').press(' ')
    await expect(main.getByRole('group', { name: 'What is selected' })).toBeVisible()
    await differ(rows.nth(1), rows.nth(2))
  })

  await test.step('the chosen hit of the palette, and the word that was found in it', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('harbor')
    const options = page.getByRole('dialog').getByRole('option')
    await expect(options.nth(1)).toBeVisible()
    await differ(
      options.and(page.locator('[aria-selected=true]')),
      options.and(page.locator('[aria-selected=false]')),
    )
    const found = await page
      .locator('dialog mark')
      .first()
      .evaluate((mark) => {
        const { color, backgroundColor } = getComputedStyle(mark)
        return { color, backgroundColor, page: getComputedStyle(document.body).backgroundColor }
      })
    expect(found.color).not.toBe(found.backgroundColor)
    // The reader's own colour of what was found.
    expect([found.page, 'rgba(0, 0, 0, 0)']).not.toContain(found.backgroundColor)
  })
})

test('D48 releases are whole where the browser’s smallest letters are large', async ({ playwright, world }, {
  project,
}) => {
  const { launchOptions, viewport, locale, timezoneId } = project.use
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--blink-settings=minimumFontSize=18'],
  })
  const page = await browser.newPage({
    ...(viewport !== undefined && { viewport }),
    ...(locale !== undefined && { locale }),
    ...(timezoneId !== undefined && { timezoneId }),
  })
  await world.signIn(page, accounts.support, '/csr-management')
  const release = page.getByRole('main').getByRole('combobox').first()
  await expect(release).toBeVisible()
  // So it is read as it is meant: no letter is smaller.
  expect(
    await release.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
  ).toBeLessThanOrEqual(18)
  const cut = await page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('tbody td *, [role=combobox], [role=combobox] *')]
      .filter((each) => each.scrollWidth > each.clientWidth && each.clientWidth > 0)
      .filter((each) => getComputedStyle(each).textOverflow === 'ellipsis')
      .map((each) => each.textContent),
  )
  expect(cut).toEqual([])
  await browser.close()
})

test('2.3 what is copied is what is shown: rows by Ctrl+C, a cell by the mouse, an identifier by its button', async ({
  page,
  world,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.consoleUrl })
  await world.signIn(page)
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await page.goto(`${world.consoleUrl}/company/sap/1000001`)
  const rows = page.getByRole('main').getByRole('table').getByRole('row')
  await expect(rows.nth(2)).toBeVisible()
  /** Without what is only said. */
  const readRow = () =>
    rows.nth(1).evaluate((row: HTMLElement) => {
      const said = [...row.querySelectorAll<HTMLElement>('.visually-hidden')]
      for (const each of said) each.style.display = 'none'
      const shown = row.innerText
      for (const each of said) each.style.display = ''
      return shown
    })
  const words = (text: string) => text.split(/\s+/).filter(Boolean)

  await test.step('a whole row: no word for listeners, none of a button', async () => {
    // Ages in it grow.
    await expect(async () => {
      await rows.nth(1).evaluate((row) => getSelection()?.selectAllChildren(row))
      await page.keyboard.press('Control+c')
      expect(words(await clipboard())).toEqual(words(await readRow()))
    }).toPass()
  })

  await test.step('a mouse drag from before a SIM ID to behind its cell: the ID as it is stored', async () => {
    const shown = words(await readRow())
    const id = shown[0] ?? ''
    expect(id).toMatch(/^\d{19,20}$/)
    const cell = rows.nth(1).getByRole('cell').or(rows.nth(1).getByRole('rowheader')).filter({ hasText: id })
    const box = await cell.last().boundingBox()
    if (!box) throw new Error('no cell')
    const text = await rows
      .filter({ hasText: id })
      .getByText(id)
      .filter({ visible: true })
      .first()
      .boundingBox()
    if (!text) throw new Error('no ID')
    await page.mouse.move(text.x - 2, text.y + text.height / 2)
    await page.mouse.down()
    await page.mouse.move(text.x + text.width + 2, text.y + text.height / 2, { steps: 10 })
    await page.mouse.up()
    await page.keyboard.press('Control+c')
    expect(words(await clipboard())[0]).toBe(id)
    expect(shown).toEqual(expect.arrayContaining(words(await clipboard())))
  })
  await test.step('its button: the ID bare', async () => {
    await page.goto(`${world.consoleUrl}/sims/${sim}`)
    await page.getByRole('main').getByRole('button', { name: 'Copy SIM ID' }).first().click()
    expect(await clipboard()).toBe(sim)
  })
})
