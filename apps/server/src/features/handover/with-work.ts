import {
  factRights,
  mostShiftCompanies,
  type Shift,
  type UndertakingKind,
  undertakingKinds,
} from '@support-console/contract'
import type { Db } from '../../platform/database/open-database.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { workOfTransactions } from '../../platform/undertakings/read.ts'
import { type Changed, countFolded } from '../audit-trail/index.ts'
import { answersOfNone, besideBatches } from '../sim-management/index.ts'

/** What was entered and has no row, in numbers. */
export async function foldedOf(
  db: Db,
  time: { from: Date; to: Date; robot: string },
): Promise<NonNullable<Shift['folded']>> {
  const [counts, ofNone] = await Promise.all([countFolded(db, time), answersOfNone(db, time)])
  return { ...counts, answersOfNone: ofNone }
}

/** Changes with what they began, as it stands now. */
export async function withWork(db: Db, changes: readonly Changed[], may: May): Promise<Shift['changes']> {
  const ids = changes.map(({ transactionId }) => transactionId)
  const kinds = (Object.keys(undertakingKinds) as UndertakingKind[]).filter((kind) =>
    may(undertakingKinds[kind].permission),
  )
  const [work, batches] = await Promise.all([
    workOfTransactions(db, ids, kinds, may),
    may(factRights.deactivation) ? besideBatches(db, ids, mostShiftCompanies) : undefined,
  ])
  return changes.map(({ done, at, ...change }) => ({
    ...change,
    at: at.toISOString(),
    outcome: change.failed > 0 ? 'failed' : done > 0 ? 'done' : 'open',
    work: work.get(change.transactionId) ?? null,
    companies: may('companies.read') ? (batches?.get(change.transactionId)?.companies ?? []) : [],
    answers: batches?.get(change.transactionId)?.answers ?? 0,
  }))
}
