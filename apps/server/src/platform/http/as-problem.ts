import { NotRecorded } from '../audit/audited-transaction.ts'
import { NoPlace } from '../database/places.ts'
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

/** 53: no connection, room on the disk, or memory left; 25006: a standby that only reads. */
const awayCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOSPC|57P0[123]|53\w{3}|58030|25006|08\w{3})$/

/** The database is away, or cannot take anything now; the change, if any, was not committed. */
function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  if (typeof code === 'string' && awayCodes.test(code)) return true
  return /connection terminated|is not queryable|timeout exceeded when trying to connect|connection ended/i.test(
    error.message,
  )
}

/** A lock, or a place among the connections, did not come in time, or a statement took too long; nothing of it was done. */
const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof NoPlace ||
  (error instanceof Error && /^(55P03|57014|25P03)$/.test(String((error as NodeJS.ErrnoException).code)))
