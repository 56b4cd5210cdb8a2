import { addresses } from '@support-console/contract/addresses'
import type { Screen } from '../../kit/screen.ts'

export const webconnectScreen: Screen = {
  path: addresses.webconnect(),
  menuPath: addresses.webconnectRedirect(),
  menu: 'MenuWebconnect',
  title: 'TitleWebconnect',
  letter: 'w',
  icon: <path d="M3 13.5V8.5M6.35 13.5V3.5M9.7 13.5V6.5M13 13.5v-8M1.5 13.5h13" />,
  permission: 'webconnect.read',
  load: async () => (await import('./index.ts')).WebConnectMetrics,
}
