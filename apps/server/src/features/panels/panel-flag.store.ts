import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type {} from './panels.table.ts'

/** How long one change of a flag may last; nobody else begins one for the panel meanwhile (the call has 90 s). */
const runSeconds = 95

/** A panel as a change of its flag needs it. */
export interface FlagPanel {
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
    .set({ flag_run: runId, flag_run_until: inSeconds(runSeconds) })
    .where('cloud_id', '=', cloudId)
    .where(({ or, eb }) =>
      or([eb('flag_run', 'is', null), eb('flag_run_until', '<=', sql<Date>`clock_timestamp()`)]),
    )
    .returning('cloud_id')
    .executeTakeFirst()
  return taken && { leftOpen: before?.flag_run != null }
}

/**
 * Notes what the Remote Portal says, and ends the run, or leaves it to the job that looks again (`staysOpen`).
 * @returns whether the inventory had said something else; undefined: another run has the panel by now
 */
export async function endRun(
  trx: Transaction<Tables>,
  {
    cloudId,
    runId,
    flagged,
    by,
    staysOpen,
  }: { cloudId: string; runId: string; flagged: boolean; by: string; staysOpen: boolean },
): Promise<boolean | undefined> {
  const before = await trx
    .selectFrom('panel')
    .select('flagged')
    .where('cloud_id', '=', cloudId)
    .where('flag_run', '=', runId)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return undefined
  const differs = before.flagged !== flagged
  await trx
    .updateTable('panel')
    .set({
      flag_run: staysOpen ? runId : null,
      flag_run_until: staysOpen ? sql<Date>`clock_timestamp()` : null,
      ...(differs && {
        flagged,
        flag_changed_at: sql<Date>`clock_timestamp()`,
        flag_changed_by: by,
        update_date: sql<Date>`clock_timestamp()`,
      }),
    })
    .where('cloud_id', '=', cloudId)
    .execute()
  return differs
}

/** Gives a run up that asked for nothing, or for nothing that is still open. */
export async function dropRun(trx: Transaction<Tables>, cloudId: string, runId: string): Promise<void> {
  await trx
    .updateTable('panel')
    .set({ flag_run: null, flag_run_until: null })
    .where('cloud_id', '=', cloudId)
    .where('flag_run', '=', runId)
    .execute()
}

/** Lets others begin while the outcome of this run is still to be found out. */
export async function leaveRunOpen(trx: Transaction<Tables>, cloudId: string, runId: string): Promise<void> {
  await trx
    .updateTable('panel')
    .set({ flag_run_until: sql<Date>`clock_timestamp()` })
    .where('cloud_id', '=', cloudId)
    .where('flag_run', '=', runId)
    .execute()
}

const inSeconds = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`
