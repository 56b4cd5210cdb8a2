import { addresses } from '@support-console/contract/addresses'
import type { Screen } from '../../kit/screen.ts'
import { thingShapes } from '../../kit/thing-icon.tsx'

export const webconnectScreen: Screen = {
  path: addresses.webconnect(),
  menuPath: addresses.webconnectRedirect(),
  menu: 'MenuWebconnect',
  title: 'TitleWebconnect',
  letter: 'w',
  icon: thingShapes.container,
  permission: 'webconnect.read',
  load: async () => (await import('./index.ts')).WebConnectMetrics,
}
