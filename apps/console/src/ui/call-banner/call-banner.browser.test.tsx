import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import Messages from '../../gallery/sections/6-messages.tsx'
import { show } from '../../testing/show.ts'
import { expectHidden, expectNoViolations } from '../../testing/widget.ts'

const press = (name: string) => page.getByRole('button', { name }).click()

describe('8 call banner and messages', () => {
  beforeEach(() => show(<Messages />))

  it('8 a failure interrupts, the next call takes its place, and it can be closed', async () => {
    const alert = page.getByRole('alert')
    await press('Call fails')
    await expect.element(alert).toMatchTextContent(/503 Service Unavailable AT&T did not answer\./)
    // R32: the id by which the failure is found in the logs, whole in the copy.
    await expect.element(alert).toMatchTextContent('Transaction ID')
    await alert.getByRole('button', { name: 'Copy Transaction ID' }).click()
    await expect.poll(() => navigator.clipboard.readText()).toBe('79e8af3e-1d2c-4b61-9f0a-0c1d2e3f61ff')
    await expectNoViolations('[role=alert]')
    await press('No answer')
    await expect
      .element(alert)
      .toMatchTextContent(/Network Problem, Please Contact Admin! Please Contact Admin!/)
    await press('Call warns')
    await expect.poll(() => alert.length).toBe(0)
    await expect.element(page.getByRole('status').filter({ hasText: 'Busy Row 7 runs' })).toBeVisible()
    await press('Call succeeds')
    const done = page.getByRole('status').filter({ hasText: 'Success Operation Done.' })
    await done.getByRole('button', { name: 'Close this message' }).click()
    await expectHidden(done)
  })
})
