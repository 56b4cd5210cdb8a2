import { type Kysely, sql, type Transaction } from 'kysely'
import type { DatabaseFigure } from '../../platform/database/database-figure.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type {} from './panels.table.ts'

/** How long one change of a flag may last; no one else begins one for the panel meanwhile (the call has 90 s). */
export const runSeconds = 95

/** A panel as a change of its flag needs it. */
interface FlagPanel {
  cloudId: string
  remoteId: string | null
  flagged: boolean
}

export async function findPanel(db: Kysely<Tables>, cloudId: string): Promise<FlagPanel | undefined> {
  return db
    .selectFrom('panel')
    .select(['cloud_id as cloudId', 'remote_id as remoteId', 'flagged'])
    .where('cloud_id', '=', cloudId.toUpperCase())
    .executeTakeFirst()
}

/**
 * Takes the panel for one change at the Remote Portal, so that two changes follow each other and the inventory ends
 * with what the second one found, on whichever servers they run.
 * @returns undefined while another change is under way; else whether one was left open, which may still have an effect
 */
export async function beginRun(
  trx: Transaction<Tables>,
  cloudId: string,
  runId: string,
): Promise<{ leftOpen: boolean } | undefined> {
  const before = await trx
    .selectFrom('panel')
    .select('flag_run')
    .where('cloud_id', '=', cloudId)
    .forUpdate()
    .executeTakeFirst()
  const taken = await trx
    .updateTable('panel')
    .set({
      flag_run: runId,
      flag_run_until: sql<Date>`clock_timestamp() + make_interval(secs => ${runSeconds})`,
    })
    .where('cloud_id', '=', cloudId)
    .where(({ or, eb }) => or([eb('flag_run', 'is', null), eb('flag_run_until', '<=', now)]))
    .returning('cloud_id')
    .executeTakeFirst()
  return taken && { leftOpen: before?.flag_run != null }
}

/** Whether no one has taken the panel over, nor has the run ended. */
export async function isOpen(db: Kysely<Tables>, cloudId: string, runId: string): Promise<boolean> {
  const panel = db.selectFrom('panel').select('cloud_id').where('cloud_id', '=', cloudId)
  return (await panel.where('flag_run', '=', runId).executeTakeFirst()) !== undefined
}

/**
 * Notes what the Remote Portal says, and ends the run, or leaves it to the job that looks again (`staysOpen`).
 * @param flagged undefined: the Portal did not say
 * @returns whether the inventory had said something else; undefined: another run has the panel by now
 */
export async function endRun(
  trx: Transaction<Tables>,
  { cloudId, runId, flagged, by, staysOpen }: FlagEnd,
): Promise<boolean | undefined> {
  const held = await trx
    .updateTable('panel')
    .set(staysOpen ? { flag_run_until: now } : { flag_run: null, flag_run_until: null })
    .where('cloud_id', '=', cloudId)
    .where('flag_run', '=', runId)
    .returning('flagged')
    .executeTakeFirst()
  if (!held || flagged === undefined || held.flagged === flagged) return held && false
  await trx
    .updateTable('panel')
    .set({ flagged, flag_changed_at: now, flag_changed_by: by, update_date: now })
    .where('cloud_id', '=', cloudId)
    .execute()
  return true
}

interface FlagEnd {
  cloudId: string
  runId: string
  flagged?: boolean | undefined
  by?: string
  staysOpen: boolean
}

/** Gives a run up that asked for nothing, or for nothing that is still open. */
export const dropRun = (trx: Transaction<Tables>, cloudId: string, runId: string) =>
  endRun(trx, { cloudId, runId, staysOpen: false })

/** Lets others begin while the outcome of this run is still to be found out. */
export const leaveRunOpen = (trx: Transaction<Tables>, cloudId: string, runId: string) =>
  endRun(trx, { cloudId, runId, staysOpen: true })

const now = sql<Date>`clock_timestamp()`

/** Changes of flags: under way, or left without an outcome; their age counts from when they should have been over. */
export const flagFigure: DatabaseFigure = {
  name: 'flag',
  kind: 'work',
  states: ['running', 'left'],
  text: `
    select case when flag_run_until > clock_timestamp() then 'running' else 'left' end as state, count(*)::int as rows,
      extract(epoch from clock_timestamp() - min(flag_run_until))::float8 as oldest
    from panel where flag_run is not null group by 1`,
}
