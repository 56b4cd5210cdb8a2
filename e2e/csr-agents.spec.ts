import { randomUUID } from 'node:crypto'
import { expectAccessible } from './support/accessibility.ts'
import { askFor, confirmAndBegin, ipOf, isOver, open, question, rowOf } from './support/csr.ts'
import { expectNoSideways } from './support/layout.ts'
import { test } from './support/signed-in.ts'
import { expect, type World } from './support/world.ts'

test.use({ worldName: 'listening' })

/** Someone deploys a release at the server itself, past the console. */
async function deployPast(world: World, server: string, release: string): Promise<void> {
  const answer = await fetch(`${world.fieldUrl}/csr-agent/${ipOf(server)}/v1/deployments/${randomUUID()}`, {
    method: 'PUT',
    headers: { authorization: 'Bearer demo-csr-agent-token', 'content-type': 'application/json' },
    body: JSON.stringify({ release }),
  })
  expect(answer.status, await answer.text()).toBe(202)
}

test('D54 a server moved past the console, and one that is down, stand so beside Status', async ({
  world,
  page,
}) => {
  await deployPast(world, 'csr-06', '4.1.0')
  await deployPast(world, 'csr-07', '5.0.0')
  await open(world, page)
  const csr06 = rowOf(page, 'csr-06')
  await expect(csr06).toContainText('Other release', { timeout: 60_000 })
  // 2.10: the status is the last deployment's.
  await expect(csr06).toContainText('Succeeded')
  await expect(csr06).toContainText(/4\.1\.0 · \d+ panels · (yesterday )?\d\d:\d\d/)
  const csr07 = rowOf(page, 'csr-07')
  await expect(csr07).toContainText('Core down')
  await expect(csr07).toContainText('Succeeded')
  await expect(csr07).toContainText(/0 panels · (yesterday )?\d\d:\d\d/)
  await expect(csr07).toHaveAttribute('data-state', 'error')
  await expect(rowOf(page, 'csr-08')).toContainText('In order')
  await expect(rowOf(page, 'csr-09')).toContainText('Never heard')
  await expectNoSideways(page)
  await expectAccessible(page)

  await csr07.getByRole('button', { name: /history/ }).click()
  const history = page.getByRole('dialog', { name: 'Deployments on csr-07' })
  await expect(history).toContainText(/Core down.*since \d\d:\d\d.*Deployment failed\. csr-core is stopped/)
  await expect(history).toContainText(/0 panels report to this server, as of .* ago/)

  await page.goto(`${world.consoleUrl}/`)
  await expect(page.getByText('The core of csr-07 is down.')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('csr-06 runs another release than ordered.')).toBeVisible({ timeout: 60_000 })
})

test('D61 a deployment that succeeded is returned from the table to what ran before', async ({
  world,
  page,
}) => {
  await open(world, page)
  const row = rowOf(page, 'csr-10')
  await expect(row).toContainText('In order', { timeout: 60_000 })
  await expect(row.getByRole('button', { name: /^Return/ })).toHaveCount(0)
  await askFor(page, 'csr-10', '4.2.0')
  await confirmAndBegin(page, 'Downgrade')
  await isOver(world, page, 'csr-10')
  await row.getByRole('button', { name: 'Return to 5.0.0… on csr-10' }).click()
  await expect(question(page)).toHaveAccessibleName('Return csr-10 to 5.0.0?')
  await expect(question(page)).toContainText('The server runs 4.2.0 now.')
  await confirmAndBegin(page, 'Return')
  await isOver(world, page, 'csr-10')
  await row.getByRole('button', { name: /history/ }).click()
  const history = page.getByRole('dialog', { name: 'Deployments on csr-10' })
  await expect(history).toContainText(/Panels: \d+ before \(\d\d:\d\d\)/)
  await expect(history).toContainText('Return from 4.2.0 to 5.0.0')
  await expectAccessible(page)
})
