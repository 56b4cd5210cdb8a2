import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { standOn } from '../../testing/device.ts'
import { show } from '../../testing/show.ts'
import { boxOf } from '../../testing/widget.ts'
import { useUnsavedChanges } from '../../ui/unsaved-changes.ts'
import { Profile } from './profile.tsx'

const user = { name: 'Dana Reyes', email: 'dana@harbor.example', info: {} }
const name = page.getByRole('button', { name: /^Profile of/ }).getByText(user.name)

function Bar({ isDirty }: { readonly isDirty: boolean }) {
  useUnsavedChanges(isDirty, '/')
  return (
    <MemoryRouter>
      <Profile user={user} profileUrl="" applicationLinks={[]} rememberMe={false} onRememberMe={() => {}} />
    </MemoryRouter>
  )
}

describe('2.1 the app bar shows who is signed in, and Logout', () => {
  it.each([390, 1440])('2.1 %i wide: the name is seen, and Logout leads out', async (width) => {
    await standOn({ width })
    show(<Bar isDirty={false} />)
    await expect.element(name).toBeVisible()
    expect(boxOf(name).width).toBeGreaterThan(40)
    await expect.element(page.getByRole('link', { name: 'Logout' })).toHaveAttribute('href', '/logout')
  })

  it('2.1 behind the name stand the email, the way to the profile and those to other applications', async () => {
    const links = [
      { label: 'Status page', url: 'https://status.example/' },
      { label: 'Wiki', url: 'https://wiki.example/' },
    ]
    const account = 'https://login.example/account'
    show(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <Profile
            user={user}
            profileUrl={account}
            applicationLinks={links}
            rememberMe={false}
            onRememberMe={() => {}}
          />
        </MemoryRouter>
      </QueryClientProvider>,
    )
    await name.click()
    const panel = page.getByRole('dialog', { name: 'Profile' })
    await expect.element(panel.getByText(user.email)).toBeVisible()
    for (const { label, url } of [{ label: 'Profile', url: account }, ...links])
      await expect
        .element(panel.getByRole('link', { name: new RegExp(`^${label}`) }))
        .toHaveAttribute('href', url)
  })

  it('2.1 390 wide: Logout is refused with the reason while a form is dirty', async () => {
    await standOn({ width: 390 })
    show(<Bar isDirty />)
    const logout = page.getByRole('button', { name: 'Logout' })
    await expect.element(logout).toHaveAttribute('aria-disabled', 'true')
    await expect.element(logout).toHaveAccessibleDescription(/./)
    expect(page.getByRole('link', { name: 'Logout' }).length).toBe(0)
  })
})
