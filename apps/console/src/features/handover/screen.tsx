import { addresses } from '@support-console/contract/addresses'
import type { Screen } from '../../kit/screen.ts'

export const handoverScreen: Screen = {
  path: addresses.handover(),
  menu: 'MenuHandover',
  title: 'TitleHandover',
  letter: 'o',
  icon: <path d="M2.5 5.5h9M8.5 2.5l3 3-3 3M13.5 10.5h-9M7.5 7.5l-3 3 3 3" />,
  // Of every role.
  permission: 'activity-log.write',
  load: async () => (await import('./index.ts')).Handover,
}
