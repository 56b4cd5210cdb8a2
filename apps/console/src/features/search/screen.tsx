import { paths } from '../../app/paths.ts'
import type { Screen } from '../../kit/screen.ts'

/** Where several lines are looked up; no entry of the menu, the palette leads to it. */
export const searchScreen: Screen = {
  path: paths.searchMany(),
  menu: 'MenuSearch',
  title: 'TitleSearch',
  icon: null,
  load: async () => (await import('./search-many.tsx')).SearchMany,
}
