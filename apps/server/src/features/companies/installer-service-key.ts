import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { Problem } from '../../platform/problem.ts'
import { sayUtc } from '../../platform/say-utc.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { lockCompany } from './companies.store.ts'
import { hashOf, isKeyOf, sealKey } from './sealed-key.ts'

/** A key as the form shows it. */
interface MadeKey {
  /** Of the company. */
  name: string
  onlineServiceKey: string
  updateDate: Date
  keyGeneratedAt: Date
  keyGeneratedBy: string | null
}

/**
 * Replaces the installer service key: from this transaction's end on the former one links no new RPS install (2.6).
 * @param replaces the key that the user saw
 * @throws Problem NotFound; Conflict where another key has taken that one's place
 */
export async function replaceKey(
  trx: Transaction<Tables>,
  secrets: SecretBox,
  { companyId, replaces, email }: { companyId: number; replaces: string; email: string },
): Promise<MadeKey> {
  const company = await lockCompany(trx, companyId)
  if (!isKeyOf(company, replaces)) {
    const at = sayUtc(company.key_generated_at)
    throw new Problem(
      'Conflict',
      `The installer service key of ${company.name} was replaced by ${company.key_generated_by ?? 'the system'} at ${at}; ` +
        'no new key was made. Load the company again to see the current key.',
    )
  }
  const key = randomUUID()
  const row = await trx
    .updateTable('company')
    .set({
      ...sealKey(secrets, key),
      key_generated_at: sql<Date>`clock_timestamp()`,
      key_generated_by: email,
      updated_by: email,
    })
    .where('id', '=', companyId)
    .returning(['name', 'update_date', 'key_generated_at', 'key_generated_by'])
    .executeTakeFirstOrThrow()
  return {
    name: row.name,
    onlineServiceKey: key,
    updateDate: row.update_date,
    keyGeneratedAt: row.key_generated_at,
    keyGeneratedBy: row.key_generated_by,
  }
}

/** Whether a key is some company's current one; undefined: no company ever had it. */
export async function findKey(
  db: Kysely<Tables>,
  key: string,
): Promise<{ companyId: number; name: string; sapCompanyId: string; replacedAt: Date | null } | undefined> {
  return db
    .selectFrom('company_isk')
    .innerJoin('company', 'company.id', 'company_isk.company_id')
    .select([
      'company.id as companyId',
      'company.name',
      'company.sap_company_id as sapCompanyId',
      'company_isk.replaced_at as replacedAt',
    ])
    .where('key_hash', '=', hashOf(key))
    .executeTakeFirst()
}
