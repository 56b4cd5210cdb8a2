import { webhookEndsSoonDays, webhookRight } from '@support-console/contract'
import { sql } from 'kysely'
import type { Source } from './source.ts'

/** One that fails for less may be a restart of its receiver. */
const failsForMinutes = 10
const dayMs = 86_400_000

interface Troubled {
  id: string
  name: string
  off_why: string | null
  since: Date
  until: Date
}

/** Webhooks that bring nothing any more, or soon, until a person does something: those switched off by a person are as they should be. */
export const webhooksSource: Source = async (db, now) => {
  const at = now.toISOString()
  const { rows } = await sql<Troubled>`
    select webhook_id as id, name, off_why, until_at as until,
      case when off_why is not null then off_at when until_at <= ${soon(now)}::timestamptz
        then until_at - ${webhookEndsSoonDays} * interval '1 day' else failing_since end as since
    from webhook where off_why <> 'person' or (off_why is null and (until_at <= ${soon(now)}::timestamptz
      or failing_since <= ${at}::timestamptz - ${failsForMinutes} * interval '1 minute'))`.execute(db)
  return rows.map(({ id, name, off_why, since, until }) => {
    const days = Math.ceil((until.getTime() - now.getTime()) / dayMs)
    const isEnding = off_why === null && days <= webhookEndsSoonDays
    return {
      key: `webhook ${id}`,
      rights: [webhookRight],
      since: since.toISOString(),
      panels: null,
      what: {
        code: off_why !== null ? 'webhook-off' : isEnding ? 'webhook-ends' : 'webhook-failing',
        of: { kind: 'webhook', id },
        name,
        figures: isEnding ? { days: Math.max(0, days) } : {},
        note: '',
      },
    }
  })
}

const soon = (now: Date): string => new Date(now.getTime() + webhookEndsSoonDays * dayMs).toISOString()
