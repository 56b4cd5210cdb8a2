import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import Values from '../gallery/sections/7-values.tsx'
import { show } from '../testing/show.ts'

describe('D29 values', () => {
  it('D29 a password is shown, can be hidden, and the choice is remembered', async () => {
    const password = page.getByText('correct-horse-7')
    show(<Values />)
    await expect.element(password).toBeVisible()
    await page.getByRole('button', { name: 'Hide Password' }).click()
    await expect.element(password).not.toBeInTheDocument()
    show(<Values />)
    await page.getByRole('button', { name: 'Show Password' }).click()
    await expect.element(password).toBeVisible()
  })
})
