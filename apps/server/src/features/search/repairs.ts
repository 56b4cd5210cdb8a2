import { isIccid, luhnFits } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { Asked } from './asked.ts'
import type { Candidate } from './source.ts'

/** A SIM ID whose check digit does not fit (D24): one digit of it is wrong, or it was made so. */
export const hasWrongCheckDigit = (digits: string | undefined): digits is string =>
  digits !== undefined && isIccid(digits) && !luhnFits(digits)

/** All numbers of which one digit differs, so that the check digit fits. */
function repairsOf(digits: string): string[] {
  const all: string[] = []
  for (let place = 0; place < digits.length; place++)
    for (let digit = 0; digit <= 9; digit++) {
      const repaired = `${digits.slice(0, place)}${digit}${digits.slice(place + 1)}`
      if (repaired !== digits && luhnFits(repaired)) all.push(repaired)
    }
  return all
}

/** The SIMs of the inventory that someone may have meant. */
export async function findRepairs(db: Db, { digits }: Asked): Promise<Candidate[]> {
  if (!hasWrongCheckDigit(digits)) return []
  const rows = await db
    .selectFrom('sim')
    .select(['iccid', 'update_date as activity'])
    .where('iccid', '=', sql<string>`any(${repairsOf(digits)}::text[])`)
    .orderBy('iccid')
    .execute()
  return rows.map(({ iccid, activity }) => ({
    id: iccid,
    field: 'iccid',
    value: iccid,
    how: 'repaired',
    activity,
  }))
}
