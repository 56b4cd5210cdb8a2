import { addresses } from '@support-console/contract/addresses'
import type { Screen } from '../../kit/screen.ts'

export const panelsScreen: Screen = {
  path: addresses.panels(),
  menu: 'MenuPanels',
  title: 'TitlePanels',
  letter: 'p',
  icon: (
    <>
      <rect x="3" y="2" width="10" height="12" rx="1" />
      <path d="M5.5 4.75h5v2.5h-5ZM5.6 9.75h.01M8 9.75h.01M10.4 9.75h.01M5.6 11.75h.01M8 11.75h.01M10.4 11.75h.01" />
    </>
  ),
  permission: 'panels.read',
  load: async () => (await import('./index.ts')).PanelManagement,
}
