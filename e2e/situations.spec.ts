import { situations } from '@support-console/demo-world/situations'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

/** Those that need nothing but the field, with what the head of the page says then. */
const shown = {
  'sim-in-order': 'Nothing is wrong. All 14 checks answered.',
  'sim-company-at-connector':
    'The inventory says that the SIM belongs to Harbor Security, and Connector says Prairie Alarm.',
  'sim-address-of-another': 'AT&T names another address for the SIM than MobileBroker and Connector.',
  'sim-deactivated': 'The SIM was deactivated at',
  'sim-suspended-at-the-carrier': 'Verizon suspended the SIM',
  'sim-never-activated': 'The SIM is not activated at Verizon, which says preactive.',
  'sim-state-at-connector': 'Connector disagrees with Verizon: it says Deactivated, Verizon says Active',
  'sim-imei-at-the-carrier': 'Verizon names another IMEI since',
  'sim-network-model-of-its-own':
    'The SIM has the network model Tier2 No NAT, and its company Tier2 Standard.',
  'carrier-fails': 'Nothing wrong was found, but not all is known. AT&T did not answer.',
}

test('connected console 5 ten situations in the browser: the head of the page says the cause, and none is wrongly fine', async ({
  world,
  page,
}) => {
  for (const [name, words] of Object.entries(shown))
    await test.step(name, async () => {
      const { about, expects } = situations[name] ?? {}
      if (!about || !('sim' in about) || !expects) throw new Error(`${name} is of no SIM`)
      await world.enterSituation(name)
      await page.goto(`${world.consoleUrl}/sims/${about.sim}`)
      const verdict = page.getByRole('group', { name: 'Verdict' })
      await expect(verdict).toHaveAttribute('data-state', expects.state)
      await expect(verdict).toContainText(words)
      await world.leaveSituations()
    })
})
