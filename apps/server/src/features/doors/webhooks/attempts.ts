import { thing, type WebhookOffWhy } from '@support-console/contract'
import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { AuditedTransaction } from '../../../platform/audit/audited-transaction.ts'
import type { Db } from '../../../platform/database/open-database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { beginnerOf } from '../../../platform/undertakings/behalf.ts'
import type { Step } from '../../../platform/undertakings/undertakings.ts'
import type { Outcome } from './receiver.ts'
import { sayWebhook, switchOff, type WebhookRow } from './webhooks.store.ts'

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]
/** After which waits an event is tried, ten times in all, over three days (Standard Webhooks). */
export const waitsMs: readonly number[] = [
  ...[0, 5 * second, 5 * minute, 30 * minute],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
]
/** A wait is up to so much longer, so that not all come back at once. */
const jitter = 0.1
/** A webhook that has let nothing through for so long is switched off when an event is given up. */
const failsForMs = 3 * day
/** No receiver may ask for a longer pause. */
const longestPauseMs = day
/** So many attempts go to one webhook at once, whatever others wait for. */
const atOnce = 4
/** A server that has not told what came of an attempt by then is dead. */
const holdMs = minute

/** An attempt that this server makes. */
export interface Claimed {
  webhook_id: string
  event_id: string
  run_id: string
  /** A person asked for it. */
  by_hand: boolean
}

/** What is due now, and no server is at: at most `atOnce` of each webhook. What a person asked for comes first. */
export async function claim(db: Db, at: Date): Promise<Claimed[]> {
  const now = at.toISOString()
  const { rows } = await sql<Claimed>`
    with free as materialized (
      select webhook_id, off_why is null and until_at > ${now}::timestamptz
        and coalesce(paused_until, '-infinity') <= ${now}::timestamptz as is_on
      from webhook where exists (
        select from webhook_delivery as due where due.webhook_id = webhook.webhook_id and (due_at is not null or asked_at is not null))
      for no key update skip locked),
    picked as (
      select first.* from free cross join lateral (
        select webhook_id, event_id, asked_at is not null as by_hand
        from webhook_delivery as it join webhook_event using (event_id)
        where it.webhook_id = free.webhook_id and coalesce(held_until, '-infinity') <= ${now}::timestamptz
          and (asked_at is not null or (is_on and due_at <= ${now}::timestamptz))
        order by asked_at nulls last, due_at, noted_at
        limit greatest(0, ${atOnce}::integer - (
          select count(*)::integer from webhook_delivery as busy
          where busy.webhook_id = free.webhook_id and busy.held_until > ${now}::timestamptz))) as first)
    update webhook_delivery as it
    set run_id = gen_random_uuid(), held_until = ${now}::timestamptz + ${holdMs} * interval '1 ms'
    from picked where it.webhook_id = picked.webhook_id and it.event_id = picked.event_id
    returning it.webhook_id, it.event_id, it.run_id, picked.by_hand`.execute(db)
  return rows
}

/** Writes as long as no other server has taken it over (R44). */
const write = (db: Kysely<Tables>, claimed: Claimed, change: Updateable<Tables['webhook_delivery']>) =>
  db
    .updateTable('webhook_delivery')
    .set(change)
    .where('webhook_id', '=', claimed.webhook_id)
    .where('event_id', '=', claimed.event_id)
    .where('run_id', '=', claimed.run_id)
    .execute()

const released = { run_id: null, held_until: null } as const

/** It is as if it had not been tried: the next look takes it up. */
export const letGo = (db: Db, claimed: Claimed) => write(db, claimed, released)

/** It is not sent, and no person has to ask for it twice. */
export const giveUp = (db: Db, claimed: Claimed, state?: 'withheld') =>
  write(db, claimed, { ...released, asked_at: null, ...(state && { state, due_at: null }) })

type DeliveryRow = Selectable<Tables['webhook_delivery']>

interface Tried {
  claimed: Claimed
  webhook: WebhookRow
  outcome: Outcome
  at: Date
  tookMs: number
  now: Date
}

/** Keeps what came of an attempt. @returns how the console switched the webhook off for it */
export async function record(trx: AuditedTransaction, tried: Tried): Promise<Step | undefined> {
  const { claimed, webhook, outcome, at, tookMs } = tried
  const { webhook_id, event_id, run_id, by_hand } = claimed
  const row = await trx
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', webhook_id)
    .where('event_id', '=', event_id)
    .where('run_id', '=', run_id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const { status, problem, answer } = outcome
  await trx
    .insertInto('webhook_attempt')
    .values({ webhook_id, event_id, at, took_ms: Math.round(tookMs), status, problem, answer, by_hand })
    .execute()
  await write(trx, claimed, { ...released, ...(by_hand ? afterOrder(row, tried) : afterTry(row, tried)) })
  // A person's attempt says nothing of how the webhook stands.
  if (by_hand) return undefined
  await trx.updateTable('webhook').set(healthAfter(tried)).where('webhook_id', '=', webhook_id).execute()
  const why = whyOff(row, tried)
  return why && (await switchOff(trx, webhook_id, why, tried.now)) ? offStep(webhook, why) : undefined
}

type Change = Updateable<Tables['webhook_delivery']>

/** One attempt of a person's, of whatever was sent before, or of a test. */
function afterOrder({ state, due_at }: DeliveryRow, { outcome: { problem } }: Tried): Change {
  if (problem === null) return { asked_at: null, state: 'delivered', due_at: null }
  const isTest = state === 'waiting' && due_at === null
  return { asked_at: null, ...(isTest && { state: 'failed' }) }
}

function afterTry(row: DeliveryRow, { outcome, now }: Tried): Change {
  const attempts = row.attempts + 1
  if (outcome.problem === null) return { attempts, state: 'delivered', due_at: null }
  // One that was switched off meanwhile has dropped it.
  if (row.state !== 'waiting') return { attempts }
  const wait = waitsMs[attempts]
  if (outcome.status === 410 || wait === undefined) return { attempts, state: 'failed', due_at: null }
  const waitMs = Math.max(wait * (1 + Math.random() * jitter), pauseOf(outcome))
  return { attempts, due_at: new Date(now.getTime() + waitMs) }
}

const pauseOf = ({ pauseMs = 0 }: Outcome): number => Math.min(pauseMs, longestPauseMs)

function healthAfter({ outcome, at, now }: Tried) {
  if (outcome.problem === null) return { failing_since: null, delivered_at: now, paused_until: null }
  const pauseMs = pauseOf(outcome)
  return {
    failing_since: sql<Date>`coalesce(failing_since, ${at.toISOString()}::timestamptz)`,
    ...(pauseMs > 0 && { paused_until: new Date(now.getTime() + pauseMs) }),
  }
}

function whyOff(row: DeliveryRow, { outcome, webhook, at, now }: Tried): WebhookOffWhy | undefined {
  if (outcome.problem === null) return undefined
  if (outcome.status === 410) return 'gone'
  const isLast = waitsMs[row.attempts + 1] === undefined
  return isLast && now.getTime() - (webhook.failing_since ?? at).getTime() >= failsForMs
    ? 'failing'
    : undefined
}

const offWords: Record<WebhookOffWhy, string> = {
  person: 'by a person',
  gone: 'Its receiver answered that it is gone (410)',
  failing: 'Every attempt failed for three days',
  owner: 'The person who saved it last may no longer manage webhooks',
}

/** As the trail has it: on behalf of the person who saved it last. */
export const offStep = (webhook: WebhookRow, why: WebhookOffWhy): Step => ({
  ...beginnerOf(webhook),
  object: thing('transaction', webhook.transaction_id),
  message: `Switched off by the console: ${sayWebhook(webhook)}`,
  result: 'Success',
  detail: offWords[why],
})
