import type { Page } from '@playwright/test'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

const sim = '8901170000000000013'
const batch = '00000000-0000-4000-8000-0000000061ff'
const panels = ['CBS0000001', 'CBS0000002', 'CBS0000003', 'CBS0000004']

/** An action of a user: where, what they do there, what is said of it, and the call that bears its transaction. */
interface Action {
  /** The screen's title. */
  screen: string
  /** Opened as a link that a colleague sent (D25); where nothing is done, opening it is the action. */
  path: string
  act?: (page: Page) => Promise<void>
  said: string
  call: RegExp
  /** What a read that runs by itself makes busy for a moment: pressed until it takes it. */
  mayBeBusy?: true
}

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()
const inDialog = (name: string) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

const actions: readonly Action[] = [
  {
    screen: 'SIM Information',
    path: `/sim-detail?simId=${sim}`,
    said: `Compare SIM ${sim}`,
    call: /simdetail\/8901170000000000013/,
  },
  {
    screen: 'SIM Management',
    path: `/simmanagement?simId=${sim}`,
    act: press('Deactivate…'),
    said: `Look up SIM ${sim} before it is deactivated`,
    call: /simmanagement\/v1\/sims\/8901170000000000013/,
  },
  {
    screen: 'SIM Management',
    path: `/simmanagement?simId=${sim}`,
    act: press('Check'),
    said: `Check usability of SIM ${sim}`,
    call: /simusability/,
  },
  {
    screen: 'SIM Management',
    path: `/simmanagement?batch=${batch}`,
    said: `Open batch ${batch}`,
    call: new RegExp(`batches/${batch}`),
  },
  {
    screen: 'Company Management',
    path: '/company/update/2',
    said: 'Open the company with the id 2',
    call: /companies\/2\/rpscontrols/,
  },
  {
    screen: 'Panel Info (CBS)',
    path: `/panel-management?by=cloudId&ids=${panels.join('+')}`,
    said: `Locate panels by Cloud ID: ${panels.join(', ')}`,
    call: /locate\//,
  },
  {
    screen: 'User Info (CBS)',
    path: '/user-management?email=nobody@example.com',
    said: 'Search the Remote Portal user nobody@example.com',
    call: /usermanagement\/nobody/,
  },
  {
    screen: 'Virtual CSR Management',
    path: '/csr-management',
    act: press('Refresh'),
    said: 'Refresh the CSR servers',
    call: /csrs\/getall/,
    mayBeBusy: true,
  },
  {
    screen: 'Virtual CSR Management',
    path: '/csr-management?history=csr-02',
    said: 'Read the deployments of csr-02',
    call: /127\.0\.40\.2\/deployments/,
  },
  {
    screen: 'Virtual CSR Management',
    path: '/csr-management?history=csr-03',
    act: inDialog('Refresh'),
    said: 'Read the deployments of csr-03',
    call: /127\.0\.40\.3\/deployments/,
  },
  {
    screen: 'WebConnect Metrics',
    path: '/wc-metrics',
    act: press('Refresh'),
    said: 'Refresh the WebConnect metrics',
    call: /metrics\/getall/,
    mayBeBusy: true,
  },
  {
    screen: 'WebConnect Metrics',
    path: '/wc-metrics?container=webconnect-1',
    said: 'Read the connections of webconnect-1',
    call: /webconnect-1\/connections/,
  },
  {
    screen: 'User Action Detail',
    path: '/user-action-detail',
    act: press('Export for an auditor…'),
    said: 'Read where the audit chain stands',
    call: /useractiondetail\/v1\/trail/,
  },
]

for (const { screen, path, act, said, call, mayBeBusy } of actions)
  test(`1, 7, D8, D18 '${said}'${act ? '' : ' by a link'} is recorded under the transaction of its call`, async ({
    page,
    world,
  }) => {
    const entries: { activity: string; message: string; transactionId: string | undefined }[] = []
    const calls: (string | undefined)[] = []
    page.on('request', (request) => {
      const transactionId = request.headers()['x-transaction-id']
      if (call.test(request.url())) calls.push(transactionId)
      if (!request.url().endsWith('/activitylog')) return
      const { Activity: activity, ActionMessage: message } = request.postDataJSON()
      entries.push({ activity, message, transactionId })
    })
    /** The transactions of entries that say so and of a call at once. */
    const recorded = () =>
      entries
        .filter(({ activity, message }) => activity === screen && message === said)
        .filter(({ transactionId }) => calls.includes(transactionId)).length
    await page.goto(`${world.consoleUrl}${path}`)
    if (act) {
      const before = path.includes('history=') ? 1 : 0
      await expect.poll(recorded).toBe(before)
      if (mayBeBusy)
        await expect(async () => {
          await act(page)
          await expect.poll(recorded, { timeout: 2000 }).toBeGreaterThan(before)
        }).toPass()
      else {
        await act(page)
        await expect.poll(recorded).toBe(before + 1)
      }
    } else await expect.poll(recorded).toBe(1)
  })
