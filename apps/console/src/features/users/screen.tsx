import { addresses } from '@support-console/contract/addresses'
import type { Screen } from '../../kit/screen.ts'

export const usersScreen: Screen = {
  path: addresses.users(),
  menu: 'MenuUsers',
  title: 'TitleUsers',
  letter: 'u',
  icon: (
    <>
      <circle cx="8" cy="5" r="2.5" />
      <path d="M3 13.5c.3-2.8 2.3-4.3 5-4.3s4.7 1.5 5 4.3" />
    </>
  ),
  permission: 'users.read',
  load: async () => (await import('./index.ts')).UserManagement,
}
