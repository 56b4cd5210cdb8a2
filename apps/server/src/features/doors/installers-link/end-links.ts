import { factRights, linkLasts } from '@support-console/contract'
import { sql } from 'kysely'
import type { Platform } from '../../../platform/platform.ts'
import { panelStatesOf, type Views } from '../../states/index.ts'
import { endLink } from './installers-link.store.ts'

/** Only the session of a panel is read. */
const maySession = (right: string) => right === factRights.session

/** Ends links whose time is up, and those of panels that have reported for long enough. */
export async function endLinks(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  viewOf: Views,
  signal?: AbortSignal,
): Promise<void> {
  const rows = await db.selectFrom('installers_link').selectAll().where('ended_at', 'is', null).execute()
  const cloudIds = [...new Set(rows.map((row) => row.cloud_id))]
  const states = await panelStatesOf(db, viewOf({ may: maySession }), cloudIds)
  for (const row of rows) {
    if (signal?.aborted) return
    const now = clock.now()
    const reports = states.get(row.cloud_id)?.state === 'reporting'
    const since = reports ? (row.reporting_since ?? now) : null
    const isBack = since !== null && now.getTime() - since.getTime() >= linkLasts.reportingMinutes * 60_000
    if (row.until_at <= now) await endLink(db, row.link_id, 'time', now)
    else if (isBack) await endLink(db, row.link_id, 'reported', now)
    else if (since?.getTime() !== row.reporting_since?.getTime())
      await sql`update installers_link set reporting_since = ${since} where link_id = ${row.link_id}`.execute(
        db,
      )
  }
}
