import { addresses } from '@support-console/contract/addresses'
import { logShapes } from '../../kit/log-search/log-shapes.tsx'
import type { Screen } from '../../kit/screen.ts'

export const simActivityScreen: Screen = {
  path: addresses.simActivity(),
  barePath: addresses.bareSimActivity(),
  menu: 'MenuSimActivity',
  title: 'TitleSimActivity',
  letter: 'a',
  icon: logShapes.simActivity,
  permission: 'sim-activity.read',
  load: async () => (await import('./index.ts')).SimActivityLogs,
}
