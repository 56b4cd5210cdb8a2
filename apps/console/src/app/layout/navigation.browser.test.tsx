import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../testing/show.ts'
import { Navigation } from './navigation.tsx'

it('2.1 a click expands an entry with submenus, and another collapses it', async () => {
  const leaf = { key: 'sims', text: 'Sim logs', icon: null, url: '/sims', isActive: false }
  const logs = { key: 'logs', text: 'Logs', icon: null, url: '/logs', isActive: false, submenus: [leaf] }
  show(
    <MemoryRouter>
      <Navigation items={[logs]} />
    </MemoryRouter>,
  )
  const [entry, child] = [
    page.getByRole('button', { name: 'Logs' }),
    page.getByRole('link', { name: 'Sim logs' }),
  ]
  await expect.element(entry).toHaveAttribute('aria-expanded', 'false')
  await entry.click()
  await expect.element(entry).toHaveAttribute('aria-expanded', 'true')
  await expect.element(child).toBeVisible()
  await entry.click()
  await expect.element(entry).toHaveAttribute('aria-expanded', 'false')
  await expect.poll(() => child.length).toBe(0)
})
