import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { refuseLost } from '../../platform/secrets/refuse-lost.ts'
import type { Sealed, SecretBox } from '../../platform/secrets/secret-box.ts'

/** How many passwords one statement takes over to the newest key. */
const chunk = 1000

const placeOf = (iccid: string): string => `sim ${iccid}`

export const sealVpnPassword = (secrets: SecretBox, iccid: string, password: string): Sealed =>
  secrets.seal(password, placeOf(iccid))

/** @throws SecretClosed */
export const openVpnPassword = (secrets: SecretBox, iccid: string, sealed: Sealed): string =>
  secrets.open(sealed, placeOf(iccid))

/**
 * Encrypts with the newest key what a former key encrypted (D32). May be cut off anywhere and run
 * beside others: the next run goes on.
 * @returns how many passwords it took over
 * @throws StartError where a key is not given that is still needed; then nothing is taken over
 */
export async function sealSims(db: Db, secrets: SecretBox): Promise<number> {
  const isFormer = sql<boolean>`vpn_password <> '' and not starts_with(vpn_password, ${secrets.keyId})`
  const keyId = sql<string>`split_part(vpn_password, ':', 1)`
  const former = await db
    .selectFrom('sim')
    .select([keyId.as('keyId'), sql<number>`count(*)::integer`.as('count')])
    .where(isFormer)
    .groupBy(keyId)
    .execute()
  refuseLost(secrets, 'VPN passwords', former)
  if (former.length === 0) return 0
  let sealed = 0
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: { iccid: string; text: string }[] = await db
      .selectFrom('sim')
      .select(['iccid', 'vpn_password as text'])
      .where('iccid', '>', after)
      .where(isFormer)
      .orderBy('iccid')
      .limit(chunk)
      .execute()
    const changes = rows.map(({ iccid, text }) => ({
      iccid,
      text,
      sealed: sealVpnPassword(secrets, iccid, openVpnPassword(secrets, iccid, text)),
    }))
    // What an import changed meanwhile is newer.
    const { numAffectedRows } = await sql`
      update sim set vpn_password = change.sealed
      from json_to_recordset(${JSON.stringify(changes)}::json) as change (iccid text, text text, sealed text)
      where sim.iccid = change.iccid and sim.vpn_password = change.text`.execute(db)
    sealed += Number(numAffectedRows ?? 0)
    after = rows.at(-1)?.iccid
  }
  return sealed
}
