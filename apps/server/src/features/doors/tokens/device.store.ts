import { randomInt } from 'node:crypto'
import { deviceFlow, type Permission } from '@support-console/contract'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../../../platform/database/tables.ts'
import { hashOf, keptOf, makeSecret } from './secret.ts'
import type {} from './tokens.table.ts'

export type DeviceRow = Selectable<Tables['device_sign_on']>

/** Consonants alone (RFC 8628, 6.1): no code is a word, and no letter looks like a digit. 35 bits. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
const codeLength = 8
/** So long an answer waits to be fetched. */
const fetchedWithinMs = 60_000

/** Codes are found by their hash, so that how long a search takes says nothing of the code. */
const codeHashOf = (typed: string): Buffer => hashOf(typed.toUpperCase().replace(/[^A-Z]/g, ''))

/**
 * A command line asks. What it proves itself with becomes its token once a person allows it, so that no secret is kept meanwhile.
 * @returns that, and the code for its person
 */
export async function beginDevice(
  db: Kysely<Tables>,
  asked: { machine: string; address: string; scopes: readonly Permission[] },
  now: Date,
): Promise<{ secret: string; code: string }> {
  const secret = makeSecret()
  const code = Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('')
  const { hash, beginning } = keptOf(secret)
  await db
    .insertInto('device_sign_on')
    .values({
      token_hash: hash,
      token_beginning: beginning,
      code_hash: codeHashOf(code),
      machine: asked.machine,
      remote_address: asked.address,
      scopes: sql`${[...asked.scopes]}::text[]`,
      ends_at: new Date(now.getTime() + deviceFlow.minutes * 60_000),
      pause_seconds: deviceFlow.seconds,
    })
    .execute()
  return { secret, code: `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}` }
}

/** What a command line is told that asks again; `allowed` once, and then it is no more. */
export const pollDevice = (db: Kysely<Tables>, secret: string, now: Date) =>
  db.transaction().execute(async (trx) => {
    const found = trx.selectFrom('device_sign_on').where('token_hash', '=', hashOf(secret))
    const row = await found.selectAll().forUpdate().executeTakeFirst()
    if (!row) return 'invalid_grant'
    if (row.ends_at <= now) return 'expired_token'
    if (row.answer) {
      await trx.deleteFrom('device_sign_on').where('token_hash', '=', row.token_hash).execute()
      return row.answer === 'allowed' ? 'allowed' : 'access_denied'
    }
    const isEarly =
      row.polled_at !== null && now.getTime() - row.polled_at.getTime() < row.pause_seconds * 1000
    await trx
      .updateTable('device_sign_on')
      .where('token_hash', '=', row.token_hash)
      .set({ polled_at: now, pause_seconds: row.pause_seconds + (isEarly ? deviceFlow.seconds : 0) })
      .execute()
    return isEarly ? 'slow_down' : 'authorization_pending'
  })

/** The one that waits with a code for its answer. */
export const waitingDevice = (db: Kysely<Tables>, code: string, now: Date): Promise<DeviceRow | undefined> =>
  db
    .selectFrom('device_sign_on')
    .selectAll()
    .where('code_hash', '=', codeHashOf(code))
    .where('ends_at', '>', now)
    .where('answer', 'is', null)
    .executeTakeFirst()

/** @returns false where it was answered meanwhile, or is over */
export async function settleDevice(
  trx: Kysely<Tables>,
  row: DeviceRow,
  answer: NonNullable<DeviceRow['answer']>,
  now: Date,
): Promise<boolean> {
  const settled = await trx
    .updateTable('device_sign_on')
    .set({ answer, ends_at: new Date(now.getTime() + fetchedWithinMs) })
    .where('token_hash', '=', row.token_hash)
    .where('ends_at', '>', now)
    .where('answer', 'is', null)
    .returning('token_hash')
    .executeTakeFirst()
  return settled !== undefined
}

export async function purgeDevices(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.deleteFrom('device_sign_on').where('ends_at', '<=', now).execute()
}
