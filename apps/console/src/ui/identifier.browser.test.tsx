import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import Values from '../gallery/sections/7-values.tsx'
import { show } from '../testing/show.ts'
import { press } from '../testing/widget.ts'

describe('D29 values', () => {
  beforeEach(() => show(<Values />))

  it('D29 an identifier is one string for search, selection and copy', async () => {
    const first = page.getByText('8901170000000000013').first()
    await expect.element(first).toBeVisible()
    getSelection()?.selectAllChildren(first.element())
    expect(String(getSelection())).toBe('8901170000000000013')
    const short = page.getByText('79e8af3e-1d2c-4b61-9f0a-0c1d2e3f61ff').first()
    await short.dblClick()
    expect(String(getSelection())).toBe('79e8af3e-1d2c-4b61-9f0a-0c1d2e3f61ff')
    await press(page.getByRole('button', { name: 'Copy TransactionID' }), '{Enter}')
    await expect.poll(() => navigator.clipboard.readText()).toBe('79e8af3e-1d2c-4b61-9f0a-0c1d2e3f61ff')
    await expect
      .element(page.getByCss('[aria-live=polite]').filter({ hasText: 'TransactionID copied' }))
      .toBeInTheDocument()
  })
})
