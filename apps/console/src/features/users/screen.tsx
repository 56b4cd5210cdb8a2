import { addresses } from '@support-console/contract/addresses'
import type { Screen } from '../../kit/screen.ts'
import { thingShapes } from '../../kit/thing-icon.tsx'

export const usersScreen: Screen = {
  path: addresses.users(),
  menu: 'MenuUsers',
  title: 'TitleUsers',
  letter: 'u',
  icon: thingShapes.person,
  permission: 'users.read',
  load: async () => (await import('./index.ts')).UserManagement,
}
