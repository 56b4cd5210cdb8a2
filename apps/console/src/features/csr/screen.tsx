import { addresses } from '@support-console/contract/addresses'
import type { Screen } from '../../kit/screen.ts'

export const csrScreen: Screen = {
  path: addresses.csr(),
  menu: 'MenuCsr',
  title: 'TitleCsr',
  letter: 's',
  icon: (
    <>
      <rect x="2.25" y="2.75" width="11.5" height="4.5" rx=".75" />
      <rect x="2.25" y="8.75" width="11.5" height="4.5" rx=".75" />
      <path d="M5 5h.01M7.5 5h3.5M5 11h.01M7.5 11h3.5" />
    </>
  ),
  permission: 'csr.read',
  load: async () => (await import('./index.ts')).CsrManagement,
}
