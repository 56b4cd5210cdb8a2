import { addresses } from '@support-console/contract/addresses'
import type { Screen } from '../../kit/screen.ts'

export const simActivityScreen: Screen = {
  path: addresses.simActivity(),
  barePath: addresses.bareSimActivity(),
  menu: 'MenuSimActivity',
  title: 'TitleSimActivity',
  letter: 'a',
  icon: <path d="M6 4h7.5M6 8h7.5M6 12h7.5M2.75 4h.01M2.75 8h.01M2.75 12h.01" />,
  permission: 'sim-activity.read',
  load: async () => (await import('./index.ts')).SimActivityLogs,
}
