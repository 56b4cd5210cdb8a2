import type { CompanyUpdate, FieldIssue } from '@support-console/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { Problem, problems } from '../../platform/problem.ts'
import { sayUtc } from '../../platform/say-utc.ts'
import { type CompanyRow, lockCompany } from './companies.store.ts'
import { changedSettings, columnsOf, fixedOtherwise } from './company-columns.ts'
import { isKeyOf } from './sealed-key.ts'
import { writeSubnets } from './subnets.ts'

/** A company after a save, or after its creation. */
export interface SavedCompany {
  companyId: number
  name: string
  updateDate: string
  /** What is different now, for the audit trail; empty: nothing was. */
  changes: string[]
}

/**
 * Saves a company (2.6). What is the same is not written: then no one else's form is out of date for it.
 * @param email of the person who saves
 * @throws Problem NotFound; Conflict where someone saved in between (D10); Invalid
 */
export async function saveCompany(
  trx: Transaction<Tables>,
  { companyId, body, email }: { companyId: number; body: CompanyUpdate; email: string },
): Promise<SavedCompany> {
  const before = await lockCompany(trx, companyId)
  if (before.update_date.getTime() !== Date.parse(body.companySettings.updateDate))
    throw savedInBetween(before, email)
  const after = columnsOf(body)
  // SAP ID, network model and device region (2.6), the VPN endpoint by the model (D34).
  const fixed = fixedOtherwise('update', { is: before, asked: after, why: 'is fixed' })
  if (fixed.length > 0) throw problems.invalid(fixed)
  refuseForeign(before, body)
  const changes = [
    ...changedSettings(before, after),
    ...(await writeSubnets(trx, companyId, body.companySubnets)),
  ]
  if (changes.length === 0)
    return { companyId, name: before.name, updateDate: before.update_date.toISOString(), changes }
  const { update_date } = await trx
    .updateTable('company')
    .set({ ...after, updated_by: email })
    .where('id', '=', companyId)
    .returning('update_date')
    .executeTakeFirstOrThrow()
  return { companyId, name: after.name, updateDate: update_date.toISOString(), changes }
}

/** D10: who was faster, when, and that nothing of theirs is lost. */
function savedInBetween({ name, updated_by, update_date }: CompanyRow, email: string): Problem {
  const at = sayUtc(update_date)
  const who = updated_by === email ? 'you, in another tab or by a save before this one' : updated_by
  return new Problem(
    'Conflict',
    `${name} was saved by ${who ?? 'an import'} at ${at}, after you opened it. Nothing was overwritten: ` +
      'check what is different now, and save again.',
  )
}

/** A bundle that was loaded may come back whole (3); another company's, or a key of one's own, may not. */
function refuseForeign(before: CompanyRow, body: CompanyUpdate): void {
  const { companySettings, rpsControlSettings, companyInfo, companyMobileAlertSettings: alerts } = body
  const key = rpsControlSettings.onlineServiceKey
  const is = (field: string, sent: unknown, value: unknown, message: string): FieldIssue[] =>
    sent === undefined || sent === value ? [] : [{ field, message }]
  const issues = [
    ...is('companySettings.companyId', companySettings.companyId, before.id, 'belongs to another company'),
    ...is('companyInfo.companyId', companyInfo.companyId, before.id, 'belongs to another company'),
    ...is(
      'companyMobileAlertSettings.sapCompanyId',
      alerts.sapCompanyId,
      before.sap_company_id,
      'belongs to another company',
    ),
    ...(key === undefined || isKeyOf(before, key)
      ? []
      : [
          {
            field: 'rpsControlSettings.onlineServiceKey',
            message: 'cannot be chosen: Generate makes a new key',
          },
        ]),
  ]
  if (issues.length > 0) throw problems.invalid(issues)
}
