import { identified } from './identifiers.ts'
import type { Permission } from './permissions.ts'

/**
 * What news may be about (D37), and who may hear it. Its ids are main identifiers: server (IP address), batch, cloud ID,
 * company, ICCID.
 */
export const newsKinds = {
  csr: identified.csr.permission,
  batch: 'sim-management.read',
  panel: identified.panel.permission,
  company: identified.company.permission,
  sim: identified.sim.permission,
} as const satisfies Record<string, Permission>

export type NewsKind = keyof typeof newsKinds

/** Something has changed: what, and never how (D37). No id: of several things of this kind nobody knows which. */
export interface Notice {
  kind: NewsKind
  id: string | null
}
