import { randomUUID } from 'node:crypto'
import { mostLooked, permissions, type Thing } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { behalfOfConsole } from '../../platform/undertakings/behalf.ts'
import { beginLook } from '../diagnosis/index.ts'
import type { View } from '../states/index.ts'
import { membersSql } from './members.ts'

/** Who stopped since is often back before anyone could look. */
const silentMs = 3600_000

/** A bulk check of the panels that do not report for so long, and whose cause no one has looked for: the longest silent first. */
export async function lookAtSilentPanels(db: Db, jobs: Jobs, view: View): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    with ${membersSql(view, { stand: ['counts', 'once'], cause: ['not-looked-at'], not: {} })}
    select thing_id as id from member where since <= ${new Date(view.now.getTime() - silentMs)}
    order by since, thing_id limit ${mostLooked}`.execute(db)
  if (rows.length === 0) return
  const things = rows.map(({ id }): Thing => `panel ${id}`)
  const order = { lookId: randomUUID(), asked: things.toSorted(), company: null, things }
  await db
    .transaction()
    .execute((trx) => beginLook(trx, jobs, { ...order, rights: permissions, behalf: behalfOfConsole() }))
}
