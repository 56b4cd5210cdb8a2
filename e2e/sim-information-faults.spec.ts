import { test } from './support/signed-in.ts'
import { compare, happy, head, simId, titled } from './support/sim-information.ts'
import { expect, type Fault } from './support/world.ts'

// Every kind of failure of each system: sim-detail.test.ts; here is what a person sees of one.
const failures: [title: string, system: string, fault: Fault][] = [
  ['MobileBroker data', 'MobileBroker', { system: 'mobile-broker', fault: 'refuse' }],
  ['Connector data', 'Connector', { system: 'connector', fault: 'garbage', variant: 'half-json' }],
  ['AT&T (ATT) data', 'AT&T', { system: 'att', fault: 'cut' }],
]
test('2.5 a system that fails keeps to its own column, and is asked again by itself', async ({
  world,
  page,
}) => {
  await page.goto(`${world.consoleUrl}/sim-detail`)
  await expect(simId(page)).toBeVisible()
  for (const [title, system, fault] of failures) {
    await world.fault(fault)
    await compare(page, happy)
    const retry = page.getByRole('button', { name: `Try again: ${system}` }).locator('visible=true')
    await expect(retry).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText(/Transaction ID/).locator('visible=true')).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: system }).locator('visible=true')).toContainText(
      'again',
    )
    await expect(page.getByRole('columnheader').filter({ hasText: 'Success' })).toHaveCount(2)
    await expect(page.getByText('No difference between the systems that answered')).toBeVisible()

    await world.clearFaults()
    // The breaker may still be open for a moment; the button stays until the system has answered.
    await expect(async () => {
      if (await retry.isVisible()) await retry.click()
      await expect(head(page, titled(title, ' Success'))).toBeVisible({ timeout: 5000 })
    }).toPass({ timeout: 75_000 })
    await expect(page.getByText('All shared fields agree')).toBeVisible()
  }
})
