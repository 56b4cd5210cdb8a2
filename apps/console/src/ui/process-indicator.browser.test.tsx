import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import Values from '../gallery/sections/7-values.tsx'
import { show } from '../testing/show.ts'
import { textsOf } from '../testing/widget.ts'

describe('D29 values', () => {
  it('4 process indicator: only completed and current steps can be clicked', async () => {
    show(<Values />)
    const steps = page.getByRole('list', { name: 'Batch deactivation' })
    const buttons = steps.getByRole('button')
    await expect
      .poll(() => textsOf(buttons))
      .toEqual([expect.stringMatching(/Upload \(completed\)/), expect.stringMatching(/Check rows/)])
    const current = steps.getByCss('[aria-current=step]')
    await expect.element(current).toMatchTextContent(/Check rows/)
    await steps.getByRole('button', { name: /Upload/ }).click()
    await expect.element(current).toMatchTextContent(/Upload/)
    await expect.poll(() => buttons.length).toBe(1)
  })
})
