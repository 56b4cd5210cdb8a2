import { addresses } from '@support-console/contract/addresses'
import type { Screen } from '../../kit/screen.ts'

export const homeScreen: Screen = {
  path: addresses.home(),
  menu: 'MenuHome',
  title: 'TitleHome',
  letter: 'h',
  icon: <path d="M2.5 7.2 8 2.5l5.5 4.7M4 6.2v7.3h8V6.2M6.5 13.5V9.5h3v4" />,
}
