import { compare, disagreeing, happy, head } from './support/sim-information.ts'
import { test } from './support/test.ts'
import { accounts, expect } from './support/world.ts'

// One comparison is three calls to other systems, and those may be a tenth of all.
test.use({ worldName: 'limited' })

test('2.5, 8, R29 says when to come back to someone who compares too often', async ({ world, page }) => {
  await world.signIn(page, accounts.support, '/sim-detail')
  await compare(page, happy)
  await expect(head(page, /^AT&T \(ATT\) data Success/)).toBeVisible()
  await compare(page, disagreeing)
  await expect(
    page.getByRole('alert').filter({
      hasText: /429 Too Many Requests.*Too many calls in a short time\. Please try again in \d+ seconds\./,
    }),
  ).toHaveCount(3)
  await expect(
    page.getByRole('button', { name: /^Try again: (MobileBroker|Verizon|Connector)$/ }),
  ).toHaveCount(3)
})
