import { addresses, patterns } from '@support-console/contract/addresses'
import type { Screen } from '../../kit/screen.ts'
import { thingShapes } from '../../kit/thing-icon.tsx'

/** One import for all pages: the first page carries the list of its parts once. */
const program = () => import('./index.ts')

export const csrScreen: Screen = {
  path: addresses.csr(),
  menu: 'MenuCsr',
  title: 'TitleCsr',
  letter: 's',
  icon: thingShapes.csr,
  permission: 'csr.read',
  load: async () => (await program()).CsrManagement,
  pages: [{ path: patterns.release, load: async () => (await program()).WavesPage }],
}
