import { addresses } from '@support-console/contract/addresses'
import type { Screen } from '../../kit/screen.ts'
import { thingShapes } from '../../kit/thing-icon.tsx'

export const simInformationScreen: Screen = {
  path: addresses.simInformation(),
  menu: 'MenuSimInformation',
  title: 'TitleSimInformation',
  letter: 'i',
  icon: thingShapes.sim,
  permission: 'sim-information.read',
  load: async () => (await import('./index.ts')).SimInformation,
}
