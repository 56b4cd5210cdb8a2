import { randomUUID } from 'node:crypto'
import {
  factRights,
  formerSecretHours,
  longestWebhookDays,
  mostWebhooks,
  type Webhook,
  type WebhookKind,
  type WebhookOffWhy,
} from '@support-console/contract'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../../../platform/database/tables.ts'
import { Problem, problems } from '../../../platform/problem.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import type { User } from '../../../platform/sign-on/user.ts'
import { type Beginner, behalfOf } from '../../../platform/undertakings/behalf.ts'
import { newSecret } from './message.ts'
import { placeOf } from './sealed-secrets.ts'

type From = Kysely<Tables>
export type WebhookRow = Selectable<Tables['webhook']>

/** How entries name what becomes of webhooks by itself. */
export const webhookKind = { name: 'webhooks', permission: 'webhooks.manage', activity: 'Webhooks' } as const

/** Our advisory lock: of two who save at once, one sees what the other saved. */
const webhooksLock = 7406
const dayMs = 86_400_000
const hourMs = 3_600_000

export interface Saved {
  name: string
  url: string
  kinds: readonly WebhookKind[]
  until: string
}

/** Whose one is, is what a person did (D45): their own is told to them in any case. */
type Reader = Pick<User, 'issuer' | 'subject' | 'may'>

export async function listWebhooks(db: From, reader: Reader, now: Date): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhook')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('webhook_delivery')
        .select(sql<number>`count(*)::integer`.as('rows'))
        .whereRef('webhook_delivery.webhook_id', '=', 'webhook.webhook_id')
        .where('state', '=', 'waiting')
        .where('due_at', 'is not', null)
        .as('waiting'),
    )
    .orderBy(sql`lower(name)`)
    .execute()
  return rows.map((row) => toWebhook(row, row.waiting ?? 0, reader, now))
}

/** @throws Problem NotFound */
export async function findWebhook(db: From, webhookId: string): Promise<WebhookRow> {
  const row = await db
    .selectFrom('webhook')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst()
  if (!row)
    throw new Problem('NotFound', 'There is no such webhook. It was deleted, or the link is incomplete.')
  return row
}

export async function readWebhook(db: From, webhookId: string, reader: Reader, now: Date): Promise<Webhook> {
  const all = await listWebhooks(db, reader, now)
  const found = all.find((webhook) => webhook.webhookId === webhookId)
  if (!found) throw new Error('a webhook went while it was saved')
  return found
}

/** @throws Problem Invalid where its end or its name cannot be, Conflict where there are too many */
async function refuse(trx: From, { name, until }: Saved, now: Date, own?: string): Promise<void> {
  const end = new Date(until).getTime()
  if (end <= now.getTime()) throw problems.invalid([{ field: 'until', message: 'must be in the future' }])
  // A day more: people choose days.
  if (end > now.getTime() + (longestWebhookDays + 1) * dayMs)
    throw problems.invalid([{ field: 'until', message: `must be within ${longestWebhookDays} days` }])
  await sql`select pg_advisory_xact_lock(${webhooksLock}, 0)`.execute(trx)
  const others = await trx
    .selectFrom('webhook')
    .select(sql<boolean>`lower(name) = lower(${name})`.as('isNamesake'))
    .where('webhook_id', '<>', own ?? '00000000-0000-0000-0000-000000000000')
    .execute()
  if (others.some(({ isNamesake }) => isNamesake))
    throw problems.invalid([{ field: 'name', message: 'is the name of another webhook' }])
  if (own === undefined && others.length >= mostWebhooks)
    throw new Problem(
      'Conflict',
      `There are ${mostWebhooks} webhooks already. Delete one before you add another.`,
    )
}

const savedBy = (saved: Saved, beginner: Beginner & { user: User }, now: Date) => ({
  name: saved.name,
  url: saved.url,
  kinds: [...new Set(saved.kinds)],
  until_at: new Date(saved.until),
  saved_at: now,
  ...behalfOf(webhookKind, beginner),
})

/** @returns its ID, and its secret, which is told nowhere else */
export async function addWebhook(
  trx: From,
  secrets: SecretBox,
  saved: Saved,
  beginner: Beginner & { user: User },
  now: Date,
): Promise<{ webhookId: string; secret: string }> {
  await refuse(trx, saved, now)
  const [webhookId, secret] = [randomUUID(), newSecret()]
  await trx
    .insertInto('webhook')
    .values({
      webhook_id: webhookId,
      secret: secrets.seal(secret, placeOf(webhookId)),
      ...savedBy(saved, beginner, now),
      ...{ former_until: null, off_why: null, off_at: null },
      ...{ failing_since: null, delivered_at: null, paused_until: null },
    })
    .execute()
  return { webhookId, secret }
}

/** The person who saves it is whose it is from now on, and one that was switched off for its owner goes on. */
export async function saveWebhook(
  trx: From,
  row: WebhookRow,
  saved: Saved,
  beginner: Beginner & { user: User },
  now: Date,
): Promise<void> {
  await refuse(trx, saved, now, row.webhook_id)
  // What waited when it ended is not news any more.
  if (row.until_at <= now) await dropWaiting(trx, row.webhook_id)
  const isOwners = row.off_why === 'owner'
  await trx
    .updateTable('webhook')
    .set({ ...savedBy(saved, beginner, now), ...(isOwners && { off_why: null, off_at: null }) })
    .where('webhook_id', '=', row.webhook_id)
    .execute()
}

/** @returns whether it was on */
export async function switchOff(
  trx: From,
  webhookId: string,
  why: WebhookOffWhy,
  now: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable('webhook')
    .set({ off_why: why, off_at: now })
    .where('webhook_id', '=', webhookId)
    .where('off_why', 'is', null)
    .returning('webhook_id')
    .executeTakeFirst()
  if (row) await dropWaiting(trx, webhookId)
  return row !== undefined
}

/** It begins with a clean slate: what failed before says nothing of now. */
export async function switchOn(trx: From, webhookId: string): Promise<void> {
  await trx
    .updateTable('webhook')
    .set({ off_why: null, off_at: null, failing_since: null, paused_until: null })
    .where('webhook_id', '=', webhookId)
    .execute()
}

const dropWaiting = (trx: From, webhookId: string) =>
  trx
    .updateTable('webhook_delivery')
    .set({ state: 'dropped', due_at: null })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .where('due_at', 'is not', null)
    .execute()

/** @returns the new secret, which is told nowhere else */
export async function changeSecret(
  trx: From,
  secrets: SecretBox,
  row: WebhookRow,
  endsFormer: boolean,
  now: Date,
): Promise<string> {
  const secret = newSecret()
  await trx
    .updateTable('webhook')
    .set({
      secret: secrets.seal(secret, placeOf(row.webhook_id)),
      former_secret: endsFormer ? '' : row.secret,
      former_until: endsFormer ? null : new Date(now.getTime() + formerSecretHours * hourMs),
    })
    .where('webhook_id', '=', row.webhook_id)
    .execute()
  return secret
}

export async function deleteWebhook(trx: From, webhookId: string): Promise<void> {
  await trx.deleteFrom('webhook').where('webhook_id', '=', webhookId).execute()
}

function toWebhook(row: WebhookRow, waiting: number, reader: Reader, now: Date): Webhook {
  const isMine = row.issuer === reader.issuer && row.subject === reader.subject
  const isFuture = (at: Date | null) => (at !== null && at > now ? at.toISOString() : null)
  return {
    webhookId: row.webhook_id,
    name: row.name,
    url: row.url,
    kinds: row.kinds,
    state:
      row.off_why !== null ? 'off' : row.until_at <= now ? 'ended' : row.failing_since ? 'failing' : 'on',
    offWhy: row.off_why,
    offAt: row.off_at?.toISOString() ?? null,
    failingSince: row.failing_since?.toISOString() ?? null,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    waiting,
    pausedUntil: isFuture(row.paused_until),
    by: isMine || reader.may(factRights.userAction) ? row.email : '',
    savedAt: row.saved_at.toISOString(),
    until: row.until_at.toISOString(),
    formerSecretUntil: isFuture(row.former_until),
  }
}

/** As the trail and the log name it: without the path, which may hold a secret of the receiver. */
export const sayWebhook = ({ name, url }: { name: string; url: string }): string =>
  `the webhook “${name}” to ${new URL(url).origin}`
