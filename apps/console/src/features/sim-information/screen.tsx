import { addresses } from '@support-console/contract/addresses'
import type { Screen } from '../../kit/screen.ts'

export const simInformationScreen: Screen = {
  path: addresses.simInformation(),
  menu: 'MenuSimInformation',
  title: 'TitleSimInformation',
  letter: 'i',
  icon: (
    <>
      <path d="M3.5 2.5h5.8l3.2 3.2v7.8h-9Z" />
      <rect x="5.75" y="7.5" width="4.5" height="3.75" rx=".5" />
    </>
  ),
  permission: 'sim-information.read',
  load: async () => (await import('./index.ts')).SimInformation,
}
