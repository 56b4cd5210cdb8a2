import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expectNoSideways } from './support/layout.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

const [sim, other, panel] = ['8901170000000000013', '8914800000000000055', 'CBS0000001']
const email = `Hello,\nSIM ${sim} and ${other} in panel ${panel} of\nHarbor Security\nare silent!! Thanks a lot`

/** Drops a file, and another one with it, where no zone is, or pastes beside every field. */
const bring = (page: Page, kind: 'drop' | 'paste', text: string) =>
  page.getByRole('heading', { level: 1 }).evaluate(
    (element, [kind, text]) => {
      const data = new DataTransfer()
      if (kind === 'drop') {
        for (const [name, content] of [
          ['mail.txt', text ?? ''],
          ['other.txt', 'CBS0000009'],
        ] as const)
          data.items.add(new File([content], name, { type: 'text/plain' }))
      } else data.setData('text/plain', text ?? '')
      const options = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        kind === 'drop'
          ? new DragEvent('drop', { dataTransfer: data, ...options })
          : new ClipboardEvent('paste', { clipboardData: data, ...options }),
      )
    },
    [kind, text],
  )

test('issue 43 an email dropped or pasted on any page is looked up, with the ways on', async ({
  world,
  page,
}) => {
  const main = page.getByRole('main')
  await page.goto(`${world.consoleUrl}/csr-management`)
  await bring(page, 'drop', email)
  await expect(page).toHaveURL(`${world.consoleUrl}/search`)
  await expect(main).toContainText('4 things: 2 SIMs, 1 panel, 1 company, 2 lines not understood')
  await expect(main).toContainText('1 more file was dropped but not read')
  for (const name of ['Find the cause', 'Deactivate as a batch…', 'Check all'])
    await expect(main.getByRole('button', { name })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideways(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await test.step('a paste takes the place of it; one line opens the palette; a field keeps what is its own', async () => {
    await bring(page, 'paste', `${sim}\n${panel}`)
    await expect(main).toContainText('2 things: 1 SIM, 1 panel')
    await expect(main).not.toContainText('more file')
    await page.goto(`${world.consoleUrl}/user-management`)
    await bring(page, 'paste', panel)
    await expect(page.getByRole('combobox', { name: 'Search or go to' })).toHaveValue(panel)
    await page.keyboard.press('Escape')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate((text) => navigator.clipboard.writeText(text), 'a@harbor.example\nb@harbor.example')
    await page.getByRole('textbox', { name: 'Email' }).press('Control+v')
    await expect(page.getByRole('textbox', { name: 'Email' })).not.toHaveValue('')
    await expect(page).toHaveURL(`${world.consoleUrl}/user-management`)
  })
})
