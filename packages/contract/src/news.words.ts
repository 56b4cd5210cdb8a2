import { identified } from './identifiers.ts'
import type { Permission } from './permissions.ts'
import { type UndertakingKind, undertakingKinds } from './undertakings.words.ts'

const work = Object.fromEntries(
  Object.entries(undertakingKinds).map(([kind, { permission }]) => [kind, permission]),
) as Record<UndertakingKind, Permission>

/**
 * What news may be about (D37), and who may hear it: those with a right, or the person to whom each is addressed (`own`).
 * Its ids are main identifiers: server (IP address), cloud ID, company, ICCID, and the ids of lasting work.
 */
export const newsKinds = {
  ...work,
  csr: identified.csr.permission,
  panel: identified.panel.permission,
  company: identified.company.permission,
  sim: identified.sim.permission,
  /** Work that the reader has begun, of whichever kind. */
  undertaking: 'own',
} as const satisfies Record<string, Permission | 'own'>

export type NewsKind = keyof typeof newsKinds

/** Something has changed: what, and never how (D37). No id: of several things of this kind nobody knows which. */
export interface Notice {
  kind: NewsKind
  id: string | null
}
