import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../testing/show.ts'
import { expectHidden, stopClock } from '../testing/widget.ts'
import { ToastRegion } from './toast.tsx'
import { showToast } from './toast-store.ts'

describe('8 call banner and messages', () => {
  it('D28 a toast goes after 4 s, but not from under the pointer', async () => {
    stopClock()
    show(<ToastRegion />)
    showToast('ICCID copied')
    const toast = page.getByRole('status').getByText('ICCID copied')
    await toast.hover()
    vi.advanceTimersByTime(10_000)
    await expect.element(toast).toBeVisible()
    await userEvent.pointer({ coords: { x: 0, y: 0 } })
    vi.advanceTimersByTime(4_100)
    await expectHidden(toast)
  })
})
