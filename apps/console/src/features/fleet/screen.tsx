import { addresses, patterns } from '@support-console/contract/addresses'
import type { Screen } from '../../kit/screen.ts'

export const fleetScreen: Screen = {
  path: addresses.fleet(),
  menu: 'MenuFleet',
  title: 'TitleFleet',
  letter: 'f',
  icon: <path d="M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 11.5l1.5 1.5 3-3" />,
  permission: 'fleet.read',
  load: async () => (await import('./index.ts')).Fleet,
  pages: [{ path: patterns.fleetReport, load: async () => (await import('./index.ts')).FleetReport }],
}
