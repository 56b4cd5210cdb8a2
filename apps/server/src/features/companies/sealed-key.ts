import { createHash, randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { refuseLost } from '../../platform/secrets/refuse-lost.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import type { CompanyTable } from './companies.table.ts'

type CompanyRow = Selectable<CompanyTable>

/** A GUID in any letters is the same key; its 122 random bits need no salt. */
export const hashOf = (key: string): string => createHash('sha256').update(key.toLowerCase()).digest('hex')

type Owner = Pick<CompanyRow, 'sap_company_id'>

/** Moved to another company, a key cannot be opened. */
const placeOf = ({ sap_company_id }: Owner): string =>
  `the installer service key of company ${sap_company_id}`

/** A key as the company's row keeps it. */
export const sealKey = (secrets: SecretBox, owner: Owner, key: string = randomUUID()) => ({
  sealed_service_key: secrets.seal(key, placeOf(owner)),
  service_key_hash: hashOf(key),
})

/** @throws SecretClosed */
export const openKey = (
  secrets: SecretBox,
  company: Owner & Pick<CompanyRow, 'sealed_service_key'>,
): string => secrets.open(company.sealed_service_key, placeOf(company))

/** Whether this is the company's present key. */
export const isKeyOf = ({ service_key_hash }: Pick<CompanyRow, 'service_key_hash'>, key: string): boolean =>
  service_key_hash === hashOf(key)

/**
 * Encrypts with the newest key what a former key encrypted, or nobody yet (D32). May be cut off anywhere and run beside others.
 * @returns how many keys it took over
 * @throws StartError where a key is not given that is still needed; then nothing is taken over
 */
export async function sealServiceKeys(db: Db, secrets: SecretBox): Promise<number> {
  const former = await db
    .selectFrom('company')
    .select(['sap_company_id', 'plain_service_key', 'sealed_service_key'])
    .where(
      sql<boolean>`plain_service_key is not null
        or sealed_service_key <> '' and not starts_with(sealed_service_key, ${secrets.keyId})`,
    )
    .execute()
  const byKey = Map.groupBy(former, ({ sealed_service_key }) => sealed_service_key.split(':')[0] ?? '')
  refuseLost(
    secrets,
    'installer service keys',
    Array.from(byKey, ([keyId, { length: count }]) => ({ keyId, count })),
  )
  let sealed = 0
  for (const company of former) {
    const key = company.plain_service_key ?? openKey(secrets, company)
    const { numUpdatedRows } = await db
      .updateTable('company')
      .set({ sealed_service_key: sealKey(secrets, company, key).sealed_service_key, plain_service_key: null })
      .where('sap_company_id', '=', company.sap_company_id)
      // What was replaced meanwhile is newer.
      .where('sealed_service_key', '=', company.sealed_service_key)
      .executeTakeFirst()
    sealed += Number(numUpdatedRows)
  }
  return sealed
}
