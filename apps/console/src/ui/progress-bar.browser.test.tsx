import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import Values from '../gallery/sections/7-values.tsx'
import { show } from '../testing/show.ts'

describe('D29 values', () => {
  it('2.4 progress: figures, time left, announced every tenth; segments filter', async () => {
    show(<Values />)
    await expect
      .element(page.getByRole('progressbar', { name: 'Batch deactivate' }))
      .toHaveAttribute('aria-valuetext', '37 of 100 done')
    await expect.element(page.getByText('about 31 min left')).toBeVisible()
    await page.getByRole('button', { name: 'Ten more' }).click()
    await expect
      .element(page.getByCss('[aria-live=polite]').filter({ hasText: '47 of 100 done' }))
      .toBeInTheDocument()
    const segments = page.getByRole('group', { name: 'Rows shown' })
    await segments.getByRole('button', { name: 'Error 2' }).click()
    await expect.element(segments.getByRole('button', { pressed: true })).toHaveTextContent('Error 2')
  })
})
