import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import Fields from '../../gallery/sections/2-fields.tsx'
import { show } from '../../testing/show.ts'
import { boxOf } from '../../testing/widget.ts'
import { Button } from '../button.tsx'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { hasUnsavedChanges } from '../unsaved-changes.ts'
import { Form } from './form.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'

const form = page.getByRole('form', { name: 'Company' })

describe('5 fields', () => {
  beforeEach(() => show(<Fields />))

  it('5 an error shows only after the field was left, and takes the place of the help', async () => {
    const field = form.getByRole('textbox', { name: 'Warning threshold' })
    await expect.element(field).toHaveAccessibleDescription('Below or equal to the alert threshold.')
    await field.fill('101')
    await expect.element(field).toHaveValue('101')
    await expect.element(field).not.toHaveAttribute('aria-invalid', 'true')
    await userEvent.keyboard('{Tab}')
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field).toHaveAccessibleDescription('Enter 100 or less')
    await field.fill('99')
    await expect.element(field).toHaveAccessibleDescription('Below or equal to the alert threshold.')
  })

  it('5 with shouldAlwaysShowErrors an error shows at once', async () => {
    await expect
      .element(page.getByRole('textbox', { name: 'Physical ID' }))
      .toHaveAccessibleDescription('Physical Id is invalid')
  })

  it('5 a form that is not right goes nowhere: all errors show, the first field has the focus', async () => {
    const name = form.getByRole('textbox', { name: 'Company name' })
    const email = form.getByRole('textbox', { name: 'Usage alert email' })
    await email.fill('alerts@prairie-alarm')
    await userEvent.keyboard('{Enter}')
    await expect.element(name).toHaveFocus()
    await expect.element(name).toHaveAccessibleDescription('This field is required')
    await expect.element(email).toHaveAccessibleDescription('Email is invalid')
    await expect.element(page.getByTestId('problems')).toHaveTextContent('Company name, Usage alert email')
    await expect.element(page.getByTestId('saved')).toHaveTextContent('0')
    await name.fill('Pr')
    await expect.element(name).toHaveAccessibleDescription('Enter at least 3 characters')
    await name.fill('Prairie Alarm')
    await expect.element(name).toHaveAccessibleDescription('Enter at most 8 characters')
    await name.fill('Prairie')
    await email.fill('alerts@prairie.example')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByTestId('saved')).toHaveTextContent('1')
    expect(form.element()).toHaveProperty('noValidate', true)
  })

  it('5 the error callout sits at the bottom or at the top', async () => {
    const button = form.getByRole('button', { name: 'Error callout' })
    await button.click()
    const callout = form.getByRole('alert')
    await expect.element(callout).toMatchTextContent(/The company was not saved\./)
    const isAbove = () => boxOf(callout).y < boxOf(button).y
    expect(isAbove()).toBe(false)
    await form.getByRole('button', { name: 'At the top' }).click()
    await expect.poll(isAbove).toBe(true)
  })

  it('5 a required field has an asterisk for the eye and says so to screen readers', async () => {
    await expect
      .element(page.getByRole('textbox', { name: 'SIM ID' }))
      .toHaveAttribute('aria-required', 'true')
    await expect.element(page.getByCss('label').filter({ hasText: 'SIM ID' })).toHaveTextContent('SIM ID*')
  })
})

function Guarded({ isQuery = false }: { readonly isQuery?: boolean }) {
  const [typed, setTyped] = useState('first')
  return (
    <Form aria-label="Guarded" isGuarded={!isQuery}>
      <TextField label="Text" value={typed} onChange={setTyped} />
      <TextArea label="Lines" value={typed} onChange={setTyped} />
      <Button onPress={() => setTyped('filled in')}>Fill in</Button>
    </Form>
  )
}

describe('54.5 a form guards what is typed', () => {
  it.each(['Text', 'Lines'])(
    '54.5 in %s until it is as it was, filled in by the page, or gone',
    async (name) => {
      show(<Guarded />)
      const field = page.getByRole('textbox', { name })
      expect(hasUnsavedChanges()).toBe(false)
      await field.fill('other')
      await expect.poll(hasUnsavedChanges).toBe(true)
      await field.fill('first')
      await expect.poll(hasUnsavedChanges).toBe(false)
      await field.fill('other')
      await expect.poll(hasUnsavedChanges).toBe(true)
      await page.getByRole('button', { name: 'Fill in' }).click()
      await expect.poll(hasUnsavedChanges).toBe(false)
      await field.fill('more')
      await expect.poll(hasUnsavedChanges).toBe(true)
      show(<p>Gone</p>)
      await expect.poll(hasUnsavedChanges).toBe(false)
    },
  )

  it('54.5 a query is not guarded', async () => {
    show(<Guarded isQuery />)
    await page.getByRole('textbox', { name: 'Text' }).fill('other')
    expect(hasUnsavedChanges()).toBe(false)
  })

  it('54.5 in a question the first Escape tells of what is typed, the second closes', async () => {
    const closed = vi.fn()
    function Question() {
      const [typed, setTyped] = useState('')
      return (
        <ConfirmDialog isOpen title="Disable?" verb="Disable" onConfirm={() => {}} onCancel={closed}>
          <TextField label="Reason" value={typed} onChange={setTyped} />
        </ConfirmDialog>
      )
    }
    show(<Question />)
    const told = page.getByText('What you typed is not saved.')
    const reason = page.getByRole('textbox', { name: 'Reason' })
    await userEvent.keyboard('{Escape}')
    expect(closed).toHaveBeenCalledTimes(1)
    await reason.fill('Moved out')
    await userEvent.keyboard('{Escape}')
    await expect.element(told).toBeVisible()
    await reason.fill('Moved out.')
    await expect.element(told).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.element(told).toBeVisible()
    expect(closed).toHaveBeenCalledTimes(1)
    await userEvent.keyboard('{Escape}')
    expect(closed).toHaveBeenCalledTimes(2)
  })
})
