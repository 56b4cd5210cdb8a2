import { addresses } from '@support-console/contract/addresses'
import type { Screen } from '../../kit/screen.ts'

export const panelEnvironmentScreen: Screen = {
  path: addresses.panelEnvironment(),
  menu: 'MenuPanelEnvironment',
  title: 'TitlePanelEnvironment',
  letter: 'e',
  icon: (
    <>
      <circle cx="4" cy="3.75" r="1.5" />
      <circle cx="4" cy="12.25" r="1.5" />
      <circle cx="12" cy="4.75" r="1.5" />
      <path d="M4 5.25v5.5M12 6.25c0 2.6-4 2.4-7.4 3.6" />
    </>
  ),
  permission: 'panel-environment.read',
  load: async () => (await import('./index.ts')).PanelEnvironment,
}
