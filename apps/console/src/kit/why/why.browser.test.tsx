import type { RuntimeConfig, Why } from '@support-console/contract'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { RuntimeConfigContext } from '../../api/runtime-config.ts'
import { show } from '../../testing/show.ts'
import { expectNoViolations } from '../../testing/widget.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useWhy, WhyFields, WhyLine } from './index.ts'

const config = (areRequired: boolean) =>
  ({ reasons: { areRequired, ticketUrl: 'https://tickets.example/{ticket}' } }) as RuntimeConfig

function Question({ of, act }: { readonly of: string; readonly act: (why: Why) => Promise<boolean> }) {
  const why = useWhy(of)
  return (
    <ConfirmDialog
      isOpen
      title={`Deactivate ${of}?`}
      verb="Deactivate"
      onConfirm={why.guard(act)}
      onCancel={() => {}}
    >
      <WhyFields of={why} />
    </ConfirmDialog>
  )
}

const reason = page.getByRole('textbox', { name: 'Reason' })
const ticket = page.getByRole('textbox', { name: 'Ticket' })
const confirm = page.getByRole('button', { name: 'Deactivate' })

it('issue 43 asks for the reason; what was typed outlives a failure, not a success', async () => {
  const said: Why[] = []
  let succeeds = false
  const act = async (why: Why) => {
    said.push(why)
    return succeeds
  }
  show(
    <RuntimeConfigContext value={config(true)}>
      <Question of="SIM 1" act={act} />
    </RuntimeConfigContext>,
  )
  await confirm.click()
  await expect.element(reason).toHaveFocus()
  await expect.element(reason).toHaveAccessibleDescription('Enter a reason')
  await expectNoViolations('dialog')
  await userEvent.keyboard('Moved out{Tab}INC 4711')
  await confirm.click()
  await expect.element(ticket).toHaveAccessibleDescription('Enter a number without spaces, such as INC-4711')
  expect(said).toEqual([])
  await ticket.fill('INC-4711')
  await confirm.click()
  await expect.poll(() => said).toEqual([{ reason: 'Moved out', ticket: 'INC-4711' }])
  await expect.element(reason).toHaveValue('Moved out')
  succeeds = true
  await confirm.click()
  await expect.element(reason).toHaveValue('')
})

it('issue 43 where none is required a question is answered without one', async () => {
  const said: Why[] = []
  show(
    <RuntimeConfigContext value={config(false)}>
      <Question of="SIM 2" act={async (why) => said.push(why) > 0} />
    </RuntimeConfigContext>,
  )
  await confirm.click()
  await expect.poll(() => said).toEqual([{}])
})

it('issue 43 a ticket leads to where tickets are read', async () => {
  show(
    <RuntimeConfigContext value={config(false)}>
      <WhyLine reason="Moved out" ticket="#A/1" />
    </RuntimeConfigContext>,
  )
  await expect
    .element(page.getByRole('link', { name: '#A/1' }))
    .toHaveAttribute('href', 'https://tickets.example/%23A%2F1')
  await expect.element(page.getByText('Reason: Moved out')).toBeVisible()
})
