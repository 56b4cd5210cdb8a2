import { rightOfSource } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { quietMs, type Trouble } from '../../platform/outbound/index.ts'
import type { Source } from './source.ts'

/** Tells the other servers which neighbours are in trouble, as this one sees it. */
export async function noteTroubles(db: Db, server: string, troubles: readonly Trouble[]): Promise<void> {
  await sql`delete from neighbour_trouble where server = ${server}
    and system <> all(${troubles.map(({ system }) => system)}::text[])`.execute(db)
  if (troubles.length === 0) return
  const rows = troubles.map(({ askedAt, ...trouble }) => ({ ...trouble, server, asked_at: askedAt }))
  await sql`
    insert into neighbour_trouble as kept (server, system, failed, calls, since, asked_at)
    select server, system, failed, calls, since, asked_at
    from jsonb_populate_recordset(null::neighbour_trouble, ${JSON.stringify(rows)}::jsonb) order by 1, 2
    on conflict (server, system) do update set (failed, calls, since, asked_at)
        = (excluded.failed, excluded.calls, excluded.since, excluded.asked_at)
      where kept.asked_at <> excluded.asked_at`.execute(db)
}

/** Neighbours in trouble, by what all servers see of them; one that has gone says nothing any more after a while. */
export const troublesSource: Source = async (db, now) => {
  const { rows } = await sql<{ system: string; failed: number; calls: number; since: Date }>`
    select system, sum(failed)::integer as failed, sum(calls)::integer as calls, min(since) as since from neighbour_trouble
    where asked_at > ${new Date(now.getTime() - quietMs).toISOString()}::timestamptz group by 1`.execute(db)
  return rows.flatMap(({ since, system, failed, calls }) => {
    const right = rightOfSource(system)
    if (right === undefined) return []
    const of = { kind: 'neighbour', id: system } as const
    return {
      key: `failing ${system}`,
      rights: [right],
      since: since.toISOString(),
      panels: null,
      what: { code: 'failing', of, name: system, figures: { failed, calls }, note: '' },
    }
  })
}
