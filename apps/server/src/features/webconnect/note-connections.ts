import { mainIdentifier } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { keepObservations } from '../../platform/observations/observations.store.ts'
import { fieldsOf, type Observation } from '../../platform/observations/observed.ts'
import type { KeptConnection } from './kept-connection.ts'

const source = 'WebConnect'
/** How many panels are written in one transaction. */
const atOnce = 1_000
/** A container whose clock is wrong tells times that are put right a little otherwise at each look. */
const sameTimeMs = 5_000

/** A panel's connection at a container, as it is compared with the one before. */
export interface SeenPanel {
  id: string
  connection: 'connected' | 'silent'
  /** UTC, ISO 8601; empty: not known. */
  connected_at: string
  iccid: string
  host: string
}

/** What a connection tells of its panel, if it names one. */
export function seenPanel(
  [cloudId, host, , iccid, connected]: KeptConnection,
  isSilent: boolean,
): SeenPanel[] {
  const id = mainIdentifier('panel', cloudId)
  if (id === undefined) return []
  const connected_at = connected === null ? '' : new Date(connected).toISOString()
  return [{ id, connection: isSilent ? 'silent' : 'connected', connected_at, iccid, host }]
}

/**
 * Keeps of the panels at a container only what is otherwise than before: connected, moved here, silent, back, gone
 * (connected console 2). A panel that another container has too is taken over by a newer connection alone; of several
 * connections of one panel the latest counts.
 */
export async function noteConnections(
  db: Db,
  container: string,
  seen: readonly SeenPanel[],
  look: { askedAt: string; tookMs: number },
): Promise<void> {
  const latest = new Map<string, SeenPanel>()
  for (const each of seen)
    if (!((latest.get(each.id)?.connected_at ?? '') > each.connected_at)) latest.set(each.id, each)
  const panels = [...latest.values()]
  const { rows: others } = await sql<SeenPanel>`
    select seen.* from jsonb_to_recordset(${JSON.stringify(panels)}::jsonb)
      as seen (id text, connection text, connected_at text, iccid text, host text)
    left join observation as before
      on before.thing_kind = 'panel' and before.thing_id = seen.id and before.source = ${source}
    where before.fields is null
      or (before.fields ->> 'container' = ${container} or before.fields ->> 'connection' = 'gone'
          or (seen.connection = 'connected' and seen.connected_at > before.fields ->> 'connectedAt'))
        and ((before.fields ->> 'container', before.fields ->> 'connection', before.fields ->> 'iccid', before.fields ->> 'host')
            is distinct from (${container}, seen.connection, seen.iccid, seen.host)
          or coalesce(abs(extract(epoch from nullif(seen.connected_at, '')::timestamptz
              - nullif(before.fields ->> 'connectedAt', '')::timestamptz)) * 1000 > ${sameTimeMs}::int,
            seen.connected_at is distinct from before.fields ->> 'connectedAt'))`.execute(db)
  const { rows: gone } = await sql<{ id: string; fields: Record<string, string> }>`
    select thing_id as id, fields from observation
    where source = ${source} and fields ->> 'container' = ${container} and fields ->> 'connection' <> 'gone'
      and thing_id <> all(${panels.map(({ id }) => id)}::text[])`.execute(db)

  const told = (id: string, fields: object): Observation => ({
    kind: 'panel',
    id,
    source,
    ...look,
    said: { fields: fieldsOf(fields) },
  })
  const all = [
    ...others.map(({ id, connected_at, ...rest }) =>
      told(id, { ...rest, container, connectedAt: connected_at }),
    ),
    ...gone.map(({ id, fields }) => told(id, { ...fields, connection: 'gone' })),
  ]
  for (let i = 0; i < all.length; i += atOnce) await keepObservations(db, all.slice(i, i + atOnce))
}
