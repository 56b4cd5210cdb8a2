import { sql } from 'kysely'
import type { Db } from '../../../platform/database/open-database.ts'
import { refuseLost } from '../../../platform/secrets/refuse-lost.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import type {} from './webhooks.table.ts'

/** Beside another webhook a secret cannot be opened. */
export const placeOf = (webhookId: string): string => `webhook ${webhookId}`

interface Kept {
  webhook_id: string
  secret: string
  former_secret: string
}

/** @throws SecretClosed */
export const openSecretsOf = (secrets: SecretBox, { webhook_id, ...kept }: Kept) => ({
  secret: secrets.open(kept.secret, placeOf(webhook_id)),
  former_secret: secrets.open(kept.former_secret, placeOf(webhook_id)),
})

/**
 * Encrypts with the newest key what a former key encrypted (D32). May be cut off anywhere and run beside others.
 * @returns of how many webhooks
 * @throws StartError where a key is not given that is still needed; then nothing is taken over
 */
export async function sealWebhooks(db: Db, secrets: SecretBox): Promise<number> {
  const { rows: former } = await sql<Kept>`
    select webhook_id, secret, former_secret from webhook
    where not starts_with(secret, ${secrets.keyId}) or not (former_secret = '' or starts_with(former_secret, ${secrets.keyId}))`.execute(
    db,
  )
  const keyIds = former.flatMap(({ secret, former_secret }) =>
    [secret, former_secret].flatMap((sealed) => (sealed === '' ? [] : (sealed.split(':')[0] ?? ''))),
  )
  refuseLost(
    secrets,
    'secrets of webhooks',
    Array.from(
      Map.groupBy(keyIds, (keyId) => keyId),
      ([keyId, { length: count }]) => ({ keyId, count }),
    ),
  )
  for (const kept of former) {
    const plain = openSecretsOf(secrets, kept)
    const seal = (secret: string) => secrets.seal(secret, placeOf(kept.webhook_id))
    await db
      .updateTable('webhook')
      .set({ secret: seal(plain.secret), former_secret: seal(plain.former_secret) })
      .where('webhook_id', '=', kept.webhook_id)
      // What was replaced meanwhile is newer.
      .where('secret', '=', kept.secret)
      .execute()
  }
  return former.length
}
