import { situations } from '@support-console/demo-world/situations'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

/** Those that need nothing but the field, with what the head of the page says then. */
const shown = {
  'sim-in-order': 'Nothing is wrong.',
  'sim-company-at-connector': 'Connector says Prairie Alarm',
  'sim-address-of-another': 'different addresses',
  'sim-deactivated': 'deactivated',
  'sim-suspended-at-the-carrier': 'suspended',
  'sim-never-activated': 'not activated at Verizon',
  'sim-state-at-connector': 'Connector',
  'sim-imei-at-the-carrier': 'IMEI',
  'sim-network-model-of-its-own': 'network model',
  'carrier-fails': 'AT&T',
}

test('connected console 5 ten situations in the browser: the head of the page says the cause, and none is wrongly fine', async ({
  world,
  page,
}) => {
  const control = `${world.fieldUrl}/control/situations`
  for (const [name, words] of Object.entries(shown))
    await test.step(name, async () => {
      const { about, expects } = situations[name] ?? {}
      if (!about || !('sim' in about) || !expects) throw new Error(`${name} is of no SIM`)
      expect((await fetch(`${control}/${name}`, { method: 'POST' })).status).toBe(201)
      await page.goto(`${world.consoleUrl}/sims/${about.sim}`)
      const verdict = page.getByRole('group', { name: 'Verdict' })
      await expect(verdict).toHaveAttribute('data-state', expects.state)
      await expect(verdict).toContainText(words)
      await fetch(control, { method: 'DELETE' })
    })
})
