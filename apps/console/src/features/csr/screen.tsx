import { addresses, patterns } from '@support-console/contract/addresses'
import type { Screen } from '../../kit/screen.ts'
import { thingShapes } from '../../kit/thing-icon.tsx'

export const csrScreen: Screen = {
  path: addresses.csr(),
  menu: 'MenuCsr',
  title: 'TitleCsr',
  letter: 's',
  icon: thingShapes.csr,
  permission: 'csr.read',
  load: async () => (await import('./index.ts')).CsrManagement,
  pages: [{ path: patterns.release, load: async () => (await import('./index.ts')).WavesPage }],
}
