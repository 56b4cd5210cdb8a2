import { type Delivery, mostDeliveries } from '@support-console/contract'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/tables.ts'
import { Problem } from '../../../platform/problem.ts'
import { pathOf } from './message.ts'

type From = Kysely<Tables>

/** One attempt by a person's order, of an event that is no one else's. @returns its ID */
export async function addTest(trx: From, webhookId: string, now: Date): Promise<string> {
  const { event_id } = await trx
    .insertInto('webhook_event')
    .values({ kind: 'test', thing_id: webhookId, about: '{}', rights: [], at: now, once: null })
    .returning('event_id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('webhook_delivery')
    .values({ webhook_id: webhookId, event_id, due_at: null, asked_at: now, run_id: null, held_until: null })
    .execute()
  return event_id
}

/** @throws Problem NotFound; Conflict while an attempt is under way */
export async function askAgain(trx: From, webhookId: string, eventId: string, now: Date): Promise<void> {
  const row = await trx
    .selectFrom('webhook_delivery')
    .select(isUnderWay(now).as('isUnderWay'))
    .where('webhook_id', '=', webhookId)
    .where('event_id', '=', eventId)
    .forUpdate()
    .executeTakeFirst()
  if (!row)
    throw new Problem(
      'NotFound',
      'This message is not in the log of this webhook. It may be older than the log.',
    )
  if (row.isUnderWay)
    throw new Problem(
      'Conflict',
      'An attempt is under way. Wait for its result, then send it again if you must.',
    )
  await trx
    .updateTable('webhook_delivery')
    .set({ asked_at: now })
    .where('webhook_id', '=', webhookId)
    .where('event_id', '=', eventId)
    .execute()
}

const isUnderWay = (now: Date) =>
  sql<boolean>`(asked_at is not null or coalesce(held_until > ${now.toISOString()}::timestamptz, false))`

type Attempt = Delivery['attempts'][number]

/** The newest first. */
export async function listDeliveries(
  db: From,
  webhookId: string,
  now: Date,
): Promise<{ deliveries: Delivery[]; hasMore: boolean }> {
  const rows = await db
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook_event as event', 'event.event_id', 'delivery.event_id')
    .select(['event.event_id', 'kind', 'thing_id', 'about', 'rights', 'at', 'state', 'asked_at'])
    .select(isUnderWay(now).as('isUnderWay'))
    // As soon as can be is not a time.
    .select(sql<Date | null>`nullif(due_at, '-infinity')`.as('next'))
    .select(sql<boolean>`due_at is not null`.as('isDue'))
    .select(
      sql<Attempt[]>`coalesce((
        select jsonb_agg(jsonb_build_object('at', to_char(attempt.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'tookMs', took_ms, 'status', status, 'problem', problem, 'answer', answer, 'byHand', by_hand) order by attempt_id desc)
        from webhook_attempt as attempt
        where attempt.webhook_id = delivery.webhook_id and attempt.event_id = delivery.event_id), '[]')`.as(
        'attempts',
      ),
    )
    .where('delivery.webhook_id', '=', webhookId)
    .orderBy('noted_at', 'desc')
    .orderBy('event.event_id')
    .limit(mostDeliveries + 1)
    .execute()
  const deliveries = rows.slice(0, mostDeliveries).map(
    (row): Delivery => ({
      messageId: row.event_id,
      kind: row.kind,
      id: row.thing_id,
      path: pathOf(row),
      at: row.at.toISOString(),
      state: row.state,
      nextAt: row.isDue ? (row.next ?? row.at).toISOString() : null,
      isUnderWay: row.isUnderWay,
      attempts: row.attempts,
    }),
  )
  return { deliveries, hasMore: rows.length > mostDeliveries }
}
