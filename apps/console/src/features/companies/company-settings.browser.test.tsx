import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/show.ts'
import { Form } from '../../ui/form/form.tsx'
import { CompanySettings } from './company-settings.tsx'
import { newDraft } from './draft.ts'
import { CompanyFormContext, useCompanyForm } from './use-company-form.ts'

function Settings() {
  const form = useCompanyForm('company:new:', 'add', null, newDraft())
  return (
    <CompanyFormContext value={{ ...form, readOnlyReason: undefined }}>
      <Form>
        <CompanySettings deviceRegions={[]} isFromLink={false} />
      </Form>
    </CompanyFormContext>
  )
}

describe('2.6, 5 company settings', () => {
  it("5 a usage alert e-mail with a space in it stays as it was typed: 'Email is invalid'", async () => {
    show(
      <MemoryRouter>
        <Settings />
      </MemoryRouter>,
    )
    const email = page.getByRole('textbox', { name: 'Usage alert email' })
    await email.fill('john smith@harbor.example')
    await page.getByRole('textbox', { name: 'Company name' }).click()
    await expect.element(email).toHaveValue('john smith@harbor.example')
    await expect.element(email).toHaveAccessibleDescription('Email is invalid')
    // What stands around it, and what nobody sees, comes with a paste and is no mistake.
    await email.fill('\u00a0john.smith\u200b@harbor.example ')
    await page.getByRole('textbox', { name: 'Company name' }).click()
    await expect.element(email).not.toHaveAttribute('aria-invalid')
    await expect.element(email).toHaveValue('john.smith@harbor.example')
  })
})
