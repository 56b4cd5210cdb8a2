import { NotRecorded } from '../audit/audited-transaction.ts'
import { NoPlace } from '../database/places.ts'
import { hasMoved } from '../database/postgres-pools.ts'
import { NoPrimary } from '../database/primary.ts'
import { Problem, problems } from '../problem.ts'

/** Whatever a call's work threw, as a problem that may be shown (R32). */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof NotRecorded) return problems.notRecorded(error, error.mayHaveHappened)
  const { code } = (error ?? {}) as NodeJS.ErrnoException
  // PostgreSQL: a character that its text or its JSON cannot hold.
  if (code === '22021' || code === '22P05') return problems.oddCharacter()
  if (isDatabaseAway(error)) return problems.databaseAway(error)
  if (isDatabaseBusy(error)) return problems.databaseBusy(error)
  return problems.unexpected(error)
}

/** 53: no connection, room on the disk, or memory left. */
const awayCodes = /^(ENOSPC|53\w{3}|58030)$/

/** The database is away, or cannot take anything now; the change, if any, was not committed. */
function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof NoPrimary || hasMoved(error) || (typeof code === 'string' && awayCodes.test(code)))
    return true
  // A standby has no tables of the moment.
  return /timeout exceeded when trying to connect|during recovery/i.test(error.message)
}

/** A lock, or a place among the connections, did not come in time, or a statement took too long; nothing of it was done. */
const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof NoPlace ||
  (error instanceof Error && /^(55P03|57014|25P03)$/.test(String((error as NodeJS.ErrnoException).code)))
