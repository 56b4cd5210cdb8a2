import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { Problem, problems } from '../../platform/problem.ts'
import { sapIdTaken } from './create-company.ts'
import { overlapConstraint, overlaps, type WantedSubnet } from './subnets.ts'

/** What a change wanted that others may have taken while it ran. */
interface Wanted {
  /** Null: a new company. */
  companyId: number | null
  sapCompanyId: string
  subnets: readonly WantedSubnet[]
}

/**
 * Runs a change; where the database refused it because someone else was faster, that is told as if it had been seen
 * before (D26).
 */
export async function tellingLostRaces<T>(
  db: Kysely<Tables>,
  wanted: Wanted,
  change: () => Promise<T>,
): Promise<T> {
  try {
    return await change()
  } catch (error) {
    throw (await lostRace(db, wanted, error)) ?? error
  }
}

async function lostRace(db: Kysely<Tables>, wanted: Wanted, error: unknown): Promise<Problem | undefined> {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  if (code === '23505' && /^company_sap_(company_id_key|number)$/.test(String(constraint)))
    return sapIdTaken(db, wanted.sapCompanyId)
  // An overlap that is gone again, or a deadlock of two that look for one: the next try will tell.
  if (code === '40P01') return busy(error)
  if (code !== '23P01' || constraint !== overlapConstraint) return undefined
  const issues = await overlaps(db, wanted.companyId, wanted.subnets)
  return issues.length > 0 ? problems.invalid(issues) : busy(error)
}

const busy = (cause: unknown) =>
  new Problem('Busy', 'Someone else is changing the same company right now. Please save again.', { cause })
