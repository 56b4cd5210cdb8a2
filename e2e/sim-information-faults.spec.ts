import { test } from './support/signed-in.ts'
import { compare, happy, head, simId, titled } from './support/sim-information.ts'
import { expect, type Fault } from './support/world.ts'

// A carrier may take minutes; here it has fifteen seconds: one that hangs is given up soon, one that is well has time
// enough on a machine with other work.
test.use({ worldName: 'impatient' })

// The waits below add up, on such a machine.
test.describe.configure({ timeout: 180_000 })

test.beforeEach(async ({ world, page }) => {
  await page.goto(`${world.consoleUrl}/sim-detail`)
  await expect(simId(page)).toBeVisible()
})

const failures: Fault[] = [
  { system: 'mobile-broker', fault: 'refuse' },
  { system: 'mobile-broker', fault: '500' },
  { system: 'mobile-broker', fault: 'cut' },
  { system: 'mobile-broker', fault: 'garbage', variant: 'html' },
  { system: 'connector', fault: 'garbage', variant: 'half-json' },
  { system: 'att', fault: '500' },
  { system: 'att', fault: 'refuse' },
  { system: 'att', fault: 'cut' },
  { system: 'att', fault: 'hang' },
  { system: 'att', fault: 'garbage', variant: 'html' },
  { system: 'att', fault: 'garbage', variant: 'half-json' },
]
const columns = {
  'mobile-broker': ['MobileBroker data', 'MobileBroker'],
  connector: ['Connector data', 'Connector'],
  att: ['AT&T (ATT) data', 'AT&T'],
} as const
for (const fault of failures)
  test(`2.5 keeps to its own column when ${fault.system} fails by ${fault.fault} ${fault.variant ?? ''}`, async ({
    world,
    page,
  }) => {
    const [title, system] = columns[fault.system as keyof typeof columns]
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
  })
