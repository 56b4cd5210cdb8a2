import { addresses, patterns } from '@support-console/contract/addresses'
import type { Screen } from '../../kit/screen.ts'

export const simManagementScreen: Screen = {
  path: addresses.simManagement(),
  menu: 'MenuSimManagement',
  title: 'TitleSimManagement',
  letter: 'm',
  icon: <path d="M12.5 7V5.7L9.3 2.5H3.5v11h3.75M10 11.5h4M12 9.5v4" />,
  permission: 'sim-management.read',
  load: async () => (await import('./index.ts')).SimManagement,
  pages: [{ path: patterns.series, load: async () => (await import('./index.ts')).SeriesPage }],
}
