import { addresses } from '@support-console/contract/addresses'
import type { Screen } from '../../kit/screen.ts'

/** Where several lines are looked up; no entry of the menu, the palette leads to it. */
export const searchScreen: Screen = {
  path: addresses.searchMany(),
  menu: 'MenuSearch',
  title: 'TitleSearch',
  icon: null,
  load: async () => (await import('./search-many.tsx')).SearchMany,
  pages: [{ path: addresses.go(), load: async () => (await import('./go.tsx')).Go }],
}
