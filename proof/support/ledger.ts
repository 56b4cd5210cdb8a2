import type { Claim } from './claim.ts'

/** What the agents were told, to be held against what there is afterwards. */
export class Ledger {
  /** Transactions of changes that were acknowledged, each with what it was. */
  readonly acknowledged = new Map<string, string>()
  /** Those of them whose only entry says that it was done: a second one would be a second time. */
  readonly doneOnce = new Set<string>()
  /** SAP Company IDs of companies that were created, and whether that was acknowledged. */
  readonly created = new Map<string, boolean>()
  /** SIMs whose deactivation was acknowledged. */
  readonly deactivated = new Set<string>()
  /** The batches that were accepted, with their SIMs. */
  readonly batches = new Map<string, readonly string[]>()
  /** Values that one agent alone changes, by what they are; each is read once more at the end. */
  readonly claims = new Map<string, { claim: Claim<string>; read(): Promise<string | undefined> }>()
  /** Transactions that wait for a former run of theirs, which died: an agent never asks twice at once. */
  readonly busy = new Set<string>()
  readonly wrong: string[] = []
  readonly answers = { done: 0, refused: 0, none: 0 }
}
