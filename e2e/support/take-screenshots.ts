// npm run task -- screenshots: the pictures of README and docs, taken of the product as it runs.
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import config from '../../playwright.config.ts'
import * as actions from './audit-trail.ts'
import { askToSave, choose, dialog, field, openCompany, prairie, saveChanges } from './companies.ts'
import * as csr from './csr.ts'
import * as environment from './panel-environment.ts'
import { cloudId, rows as panelRows, screen as panelsScreen } from './panels.ts'
import { compare, disagreeing, settled } from './sim-information.ts'
import { batchSims, chooseFile, happy, query, startBatch } from './sim-management.ts'
import { accounts, World } from './world.ts'

const refused = '8901170000000000054'
const folder = join(import.meta.dirname, '../../docs/screenshots')
const world = await World.create({ fieldDelays: 'demo' })
const browser = await chromium.launch(config.use?.launchOptions)
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      timezoneId: 'America/New_York',
      colorScheme,
    })
    // A machine that has other work takes its time.
    context.setDefaultTimeout(120_000)
    const page = await context.newPage()
    await world.signIn(page)
    await page.getByText('Session Expire On').waitFor()
    await page.getByRole('main').getByRole('heading', { name: 'Recent' }).waitFor()
    // Its links are loaded beside the rest.
    await page.waitForTimeout(400)
    // In the second round there is work to be seen.
    if (colorScheme === 'dark') await page.screenshot({ path: join(folder, 'home-dark.png') })
    await page.goto(`${world.consoleUrl}/sim-detail`)
    await compare(page, disagreeing)
    await page.getByText('3 of 5 shared fields differ').waitFor()
    await settled(page)
    await page.mouse.move(0, 0)
    if (colorScheme === 'dark') await page.getByRole('button', { name: /navigation/i }).click()
    await page.waitForTimeout(400)
    await page.screenshot({ path: join(folder, `sim-information-${colorScheme}.png`) })
    if (colorScheme === 'light') {
      await page.goto(`${world.consoleUrl}/simmanagement`)
      await query(page, happy)
      await page.getByText('Tier3 Standard').waitFor()
      await chooseFile(
        page,
        // The refused one first of AT&T's: another picture asks for it again, which no batch may hold by then.
        [...batchSims('vzn', 100, 6), refused, ...batchSims('att', 100, 12)].join('\n'),
        'swap.csv',
      )
      await startBatch(page)
      await page.getByText('of 19 done').waitFor()
      await page.getByRole('button', { name: /^Success [5-9]/ }).waitFor()
      await page.screenshot({ path: join(folder, 'sim-management-light.png') })
      await editByTwo(page)
      await page.screenshot({ path: join(folder, 'companies-light.png') })
      await locatePanels(page)
      await page.screenshot({ path: join(folder, 'panel-management-light.png') })
      await deployOnThree(page)
      await page.screenshot({ path: join(folder, 'csr-management-light.png') })
      await lookUpActions(page)
      await page.screenshot({ path: join(folder, 'user-action-detail-light.png') })
      await openSim(page)
      await page.screenshot({ path: join(folder, 'sim-page-light.png') })
      await search(page)
      await page.screenshot({ path: join(folder, 'search-light.png') })
      await page.keyboard.press('Escape')
      await page.goto(`${world.consoleUrl}/panels/${cloudId(1)}`)
      await page.getByText(/checked .* took/).waitFor()
      await page.waitForTimeout(400)
      await page.screenshot({ path: join(folder, 'verdict-light.png') })
      await lookAtCompany(page)
      await page.screenshot({ path: join(folder, 'company-light.png') })
    } else {
      await openSim(page)
      await page
        .getByRole('region', { name: 'Timeline' })
        .getByRole('button', { name: /more steps/ })
        .first()
        .click()
      await page.getByRole('region', { name: 'Timeline' }).evaluate((timeline) => timeline.scrollIntoView())
      await page.mouse.move(0, 0)
      await page.waitForTimeout(400)
      await page.screenshot({ path: join(folder, 'timeline-dark.png') })
      await page.goto(`${world.consoleUrl}/panels/${cloudId(1)}`)
      await page
        .getByRole('group', { name: 'Environment' })
        .getByText(/Pathfinder · .* live/)
        .first()
        .waitFor()
      await page.waitForTimeout(400)
      await page.screenshot({ path: join(folder, 'panel-page-dark.png') })
      await pointAPanel(page)
      await page.screenshot({ path: join(folder, 'panel-environment-dark.png') })
      await page.goto(`${world.consoleUrl}/wc-metrics`)
      // Its plots come after its figures.
      await page.getByText(/ in the last hour$/).waitFor()
      await page.waitForTimeout(400)
      await page.screenshot({ path: join(folder, 'webconnect-metrics-dark.png') })
      await page.goto(world.consoleUrl + actions.screen)
      await page.getByRole('button', { name: 'Export for an auditor…' }).click()
      await page.getByText('Key thumbprint', { exact: true }).waitFor()
      await page.waitForTimeout(400)
      await page.screenshot({ path: join(folder, 'user-action-detail-dark.png') })
    }
    await context.close()
  }
  /** The page of a SIM that its sources disagree about. */
  async function openSim(page: Page): Promise<void> {
    await page.goto(`${world.consoleUrl}/sims/${disagreeing}`)
    await page.getByText('3 of 5 shared fields differ').waitFor()
    await settled(page)
    await page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').first().waitFor()
    await page.mouse.move(0, 0)
    await page.waitForTimeout(400)
  }
  /** A company all of whose SIMs were checked: which are wrong. One with few SIMs, since AT&T takes one call at a time. */
  async function lookAtCompany(page: Page): Promise<void> {
    await page.goto(`${world.consoleUrl}/companies/5`)
    await page.getByRole('button', { name: 'Check all' }).click()
    const stop = page.getByRole('group', { name: 'Verdict' }).getByRole('button', { name: 'Stop' })
    await stop.waitFor()
    await stop.waitFor({ state: 'detached', timeout: 300_000 })
    await page.mouse.move(0, 0)
    await page.waitForTimeout(400)
  }
  /** What a few digits find. */
  async function search(page: Page): Promise<void> {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or go to' }).fill('000055')
    await page.getByRole('option').first().waitFor()
    await page.waitForTimeout(800)
  }
  /** Fifteen panels, and an id that none has. */
  async function locatePanels(page: Page): Promise<void> {
    const ids = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 9009].map(cloudId)
    await page.goto(`${world.consoleUrl}${panelsScreen}?by=cloudId&ids=${ids.join('+')}`)
    await panelRows(page).first().waitFor()
    await page.waitForTimeout(400)
  }
  /** One deployment that failed, two under way, and the question before a fourth. */
  async function deployOnThree(page: Page): Promise<void> {
    await csr.open(world, page)
    for (const [server, status] of [
      ['csr-07', 'Error'],
      ['csr-08', 'Running'],
      ['csr-03', 'Running'],
    ] as const) {
      await csr.askFor(page, server, '5.0.0')
      await csr.confirm(page, 'Upgrade')
      while (!(await csr.rowOf(page, server).innerText()).includes(status)) {
        await page.waitForTimeout(1000)
        await page.getByRole('button', { name: 'Refresh' }).click()
      }
    }
    await csr.askFor(page, 'csr-04', '5.0.0')
    await csr.question(page).waitFor()
    await page.waitForTimeout(400)
  }
  /** Who did what with SIMs in the last days, one refusal opened. */
  async function lookUpActions(page: Page): Promise<void> {
    await page.goto(world.consoleUrl + actions.screen)
    const transaction = await actions.refusedDeactivation(world, page)
    await page.goto(world.consoleUrl + actions.searchFor('deactivate', 'SIM Management'))
    await page
      .locator(`tr[data-key="${transaction}"]`)
      .getByRole('button', { name: /^Sub rows/ })
      .click()
    await page.mouse.move(0, 0)
    await page.waitForTimeout(400)
  }
  /** A panel found by its cloud ID, and pointed to another environment. */
  async function pointAPanel(page: Page): Promise<void> {
    const query = `physicalId=${environment.inTest}&panelId=CBS0000006&env=test`
    await page.goto(`${world.consoleUrl}${environment.screen}?${query}`)
    await environment.ask(page, 'DEV')
    await environment.confirm(page)
    await page.getByText('The update took effect.').waitFor()
    await page.waitForTimeout(400)
  }
  /** Prairie Alarm, saved by someone else while it is being edited. */
  async function editByTwo(page: Page): Promise<void> {
    const other = await browser.newPage()
    await world.signIn(other, accounts.engineer, `/company/update/${prairie.id}`)
    await openCompany(page, world, prairie.id)
    // A form that no one has touched would take the other's values at once.
    await field(page, 'Usage alert email').fill('alerts@prairie-alarm.example')
    await field(page, 'Company name').fill('Prairie Alarm Ltd.')
    await field(other, 'Usage alert email').fill('noc@prairie-alarm.example')
    await choose(other, 'Alert methodology', 'Every time')
    await saveChanges(other)
    await other.close()
    await askToSave(page)
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('region', { name: /meanwhile$/ }).waitFor()
    await page.mouse.move(0, 0)
    await page.waitForTimeout(400)
  }
} finally {
  await browser.close()
  await world.destroy()
}
