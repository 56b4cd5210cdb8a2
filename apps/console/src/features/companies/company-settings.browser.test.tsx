import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/show.ts'
import { Form } from '../../ui/form/form.tsx'
import { CompanySettings } from './company-settings.tsx'
import { type CompanyDraft, newCompanyOf, newDraft } from './draft.ts'
import { CompanyFormContext, useCompanyForm } from './use-company-form.ts'

let typed: CompanyDraft | undefined

function Settings() {
  const form = useCompanyForm('company:new:', 'add', null, newDraft())
  typed = form.draft
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
    // What stands around it, and what no one sees, comes with a paste and is no mistake.
    await email.fill('\u00a0john.smith\u200b@harbor.example ')
    await page.getByRole('textbox', { name: 'Company name' }).click()
    await expect.element(email).not.toHaveAttribute('aria-invalid')
    await expect.element(email).toHaveValue('john.smith@harbor.example')
  })

  it('use 3 alert thresholds may stay empty while nothing is monitored, and are required when something is', async () => {
    show(
      <MemoryRouter>
        <Settings />
      </MemoryRouter>,
    )
    const [warning, alert, monitoring] = [
      page.getByRole('textbox', { name: 'Warning threshold' }),
      page.getByRole('textbox', { name: 'Alert threshold' }),
      page.getByRole('checkbox', { name: 'Usage monitoring' }),
    ]
    await warning.fill('')
    await alert.fill('50')
    await page.getByRole('textbox', { name: 'Company name' }).click()
    await expect.element(warning).not.toHaveAttribute('aria-invalid')
    // What is saved for it is usual, and fits the other threshold (D26).
    const saved = () => newCompanyOf(typed ?? newDraft(), 'add').companyMobileAlertSettings
    expect(saved()).toMatchObject({ warningThresholdPercent: 50, alertThresholdPercent: 50 })
    await alert.fill('')
    expect(saved()).toMatchObject({ warningThresholdPercent: 75, alertThresholdPercent: 100 })
    await alert.fill('101')
    await page.getByRole('textbox', { name: 'Company name' }).click()
    await expect.element(alert).toHaveAttribute('aria-invalid', 'true')
    await monitoring.click()
    await expect.element(warning).toHaveAccessibleDescription(/This field is required/)
    await expect
      .element(page.getByRole('combobox', { name: 'Alert methodology' }))
      .toHaveTextContent('Once a day')
  })
})
