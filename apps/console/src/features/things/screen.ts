import { identified } from '@support-console/contract/identifiers'
import type { Page } from '../../kit/screen.ts'

/** The pages of things, each at the address that the table of identifiers gives it (connected console, section 4). */
export const thingPages: readonly Page[] = [
  {
    path: '/sims/:iccid',
    title: 'TitleSim',
    permission: identified.sim.permission,
    load: async () => (await import('./sim/sim-page.tsx')).SimPage,
  },
]
