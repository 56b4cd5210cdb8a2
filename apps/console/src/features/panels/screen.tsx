import { addresses } from '@support-console/contract/addresses'
import type { Screen } from '../../kit/screen.ts'
import { thingShapes } from '../../kit/thing-icon.tsx'

export const panelsScreen: Screen = {
  path: addresses.panels(),
  menu: 'MenuPanels',
  title: 'TitlePanels',
  letter: 'p',
  icon: thingShapes.panel,
  permission: 'panels.read',
  load: async () => (await import('./index.ts')).PanelManagement,
}
