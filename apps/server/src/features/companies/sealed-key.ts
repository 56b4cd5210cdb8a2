import { createHash, randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { refuseLost } from '../../platform/secrets/refuse-lost.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import type { CompanyTable } from './companies.table.ts'

type CompanyRow = Selectable<CompanyTable>

/** A GUID in any letters is the same key; its 122 random bits need no salt. */
export const hashOf = (key: string): string => createHash('sha256').update(key.toLowerCase()).digest('hex')

/** Beside another hash, as in another company's row, a key cannot be opened. A SAP Company ID may be corrected. */
const placeOf = (hash: string | null): string => `the installer service key with the hash ${hash}`

/** A key as a company's row keeps it. */
export function sealKey(secrets: SecretBox, key: string = randomUUID()) {
  const hash = hashOf(key)
  return { sealed_service_key: secrets.seal(key, placeOf(hash)), service_key_hash: hash }
}

/** @throws SecretClosed */
export const openKey = (
  secrets: SecretBox,
  { sealed_service_key, service_key_hash }: Pick<CompanyRow, 'sealed_service_key' | 'service_key_hash'>,
): string => secrets.open(sealed_service_key, placeOf(service_key_hash))

/** Whether this is the company's present key. */
export const isKeyOf = ({ service_key_hash }: Pick<CompanyRow, 'service_key_hash'>, key: string): boolean =>
  service_key_hash === hashOf(key)

/**
 * Encrypts with the newest key what a former key encrypted (D32). May be cut off anywhere and run beside others.
 * @returns how many keys it took over
 * @throws StartError where a key is not given that is still needed; then nothing is taken over
 */
export async function sealServiceKeys(db: Db, secrets: SecretBox): Promise<number> {
  const former = await db
    .selectFrom('company')
    .select(['id', 'sealed_service_key', 'service_key_hash'])
    .where(sql<boolean>`sealed_service_key <> '' and not starts_with(sealed_service_key, ${secrets.keyId})`)
    .execute()
  const byKey = Map.groupBy(former, ({ sealed_service_key }) => sealed_service_key.split(':')[0] ?? '')
  refuseLost(
    secrets,
    'installer service keys',
    Array.from(byKey, ([keyId, { length: count }]) => ({ keyId, count })),
  )
  let sealed = 0
  for (const company of former) {
    const { numUpdatedRows } = await db
      .updateTable('company')
      .set({ sealed_service_key: sealKey(secrets, openKey(secrets, company)).sealed_service_key })
      .where('id', '=', company.id)
      // What was replaced meanwhile is newer.
      .where('sealed_service_key', '=', company.sealed_service_key)
      .executeTakeFirst()
    sealed += Number(numUpdatedRows)
  }
  return sealed
}
