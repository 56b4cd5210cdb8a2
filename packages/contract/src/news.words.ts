import { identified } from './identifiers.ts'
import type { Permission } from './permissions.ts'
import { type UndertakingKind, undertakingKinds } from './undertakings.words.ts'

const work = Object.fromEntries(
  Object.entries(undertakingKinds).map(([kind, { permission }]) => [kind, permission]),
) as Record<UndertakingKind, Permission>

/**
 * What news may be about (D37), and who may hear it: those with a right, with those that its id names
 * (`by-id`), or the person to whom each is addressed (`own`).
 * Its ids are main identifiers: server (IP address), cloud ID, company, ICCID, and the ids of lasting work.
 */
export const newsKinds = {
  ...work,
  csr: identified.csr.permission,
  panel: identified.panel.permission,
  company: identified.company.permission,
  sim: identified.sim.permission,
  /** One that tells other systems: changed, or a delivery of it. */
  webhook: 'webhooks.manage',
  /** Work that the reader has begun, of whichever kind. */
  undertaking: 'own',
  /** What the reader is told of their work: new, or read on another device. */
  notice: 'own',
  /** What needs a person. Its id names the rights that it takes to hear of it, between commas. */
  attention: 'by-id',
} as const satisfies Record<string, Permission | 'own' | 'by-id'>

export type NewsKind = keyof typeof newsKinds

/** Something has changed: what, and never how (D37). No id: it may be any of several things of this kind. */
export interface Notice {
  kind: NewsKind
  id: string | null
}
