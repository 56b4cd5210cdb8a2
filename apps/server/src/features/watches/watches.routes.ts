import { randomUUID } from 'node:crypto'
import { calls, factRights, type Permission, thing, type Watch } from '@support-console/contract'
import { sql } from 'kysely'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { Problem } from '../../platform/problem.ts'
import { sayUtc } from '../../platform/say-utc.ts'
import type { User } from '../../platform/sign-on/user.ts'
import { behalfOf } from '../../platform/undertakings/behalf.ts'
import type { WatchRow } from './watch.table.ts'
import { endWatch, kind, standOf, type WatchJob, type WatchParts, watchJob } from './watch-work.ts'

/** Being told when a panel is back. Nothing is changed anywhere. */
export function registerWatches(api: Api, parts: WatchParts): void {
  const { db, clock } = api.platform

  registerCall(api, calls.listWatches, async ({ params, user }) => {
    const rows = await db
      .selectFrom('watch')
      .selectAll()
      .where('cloud_id', '=', params.cloudId.toUpperCase())
      .where('state', '=', 'running')
      .orderBy('created_at')
      .limit(20)
      .execute()
    return { data: rows.map((row) => toWatch(row, user)) }
  })

  registerCall(api, calls.beginWatch, async ({ params, body, user, transactionId, remoteAddress }, work) => {
    const cloudId = params.cloudId.toUpperCase()
    const stand = await standOf(parts, cloudId)
    if (stand.word === 'reporting')
      throw new Problem('Conflict', `Panel ${cloudId} is already reporting, so there is nothing to wait for.`)
    if (stand.word === 'not-known' && !(await isKnown(cloudId)))
      throw new Problem('NotFound', `not found: there is no panel ${cloudId}.`)
    return work.finish(async (trx) => {
      const row = await trx
        .insertInto('watch')
        .values({
          watch_id: randomUUID(),
          cloud_id: cloudId,
          until_at: new Date(clock.now().getTime() + body.hours * 3600_000),
          rights: sql<Permission[]>`${rightsOf(user)}::text[]`,
          ...behalfOf(kind, { user, transactionId, remoteAddress }),
        })
        .onConflict((conflict) =>
          conflict.columns(['cloud_id', 'issuer', 'subject']).where('state', '=', 'running').doNothing(),
        )
        .returningAll()
        .executeTakeFirst()
      if (!row) throw new Problem('Conflict', `You are already watching panel ${cloudId}.`)
      await parts.jobs.send(trx, watchJob, { watchId: row.watch_id, turn: 0 } satisfies WatchJob)
      const message = `Watch panel ${cloudId} for ${body.hours} ${body.hours === 1 ? 'hour' : 'hours'}`
      return {
        data: toWatch(row, user),
        message: 'You will be told when the panel is back.',
        entry: { message, object: thing('panel', cloudId), detail: `Until ${sayUtc(row.until_at)}` },
      }
    })
  })

  registerCall(api, calls.stopWatch, async ({ params, user }, work) => {
    const row = await db
      .selectFrom('watch')
      .selectAll()
      .where('watch_id', '=', params.watchId)
      .where('issuer', '=', user.issuer)
      .where('subject', '=', user.subject)
      .executeTakeFirst()
    if (!row) throw new Problem('NotFound', 'You have no such watch.')
    return work.finish(async (trx) => {
      const step = await endWatch(trx, row, { state: 'stopped', stopped_by: user.email })
      if (!step) throw new Problem('Conflict', 'The watch has already ended.')
      return {
        data: toWatch(row, user),
        message: `Panel ${row.cloud_id} is no longer watched.`,
        entry: { message: step.message, object: step.object },
      }
    })
  })

  const isKnown = async (cloudId: string) => {
    const { rows } = await sql`
      select from panel where cloud_id = ${cloudId} union all
      select from observation_now where thing_kind = 'panel' and thing_id = ${cloudId} limit 1`.execute(db)
    return rows.length > 0
  }
}

const rightsOf = ({ may }: Pick<User, 'may'>): Permission[] =>
  [factRights.session, factRights.userAction].filter(may)

const toWatch = (row: WatchRow, user: Pick<User, 'issuer' | 'subject'>): Watch => ({
  watchId: row.watch_id,
  cloudId: row.cloud_id,
  by: row.email,
  isMine: row.issuer === user.issuer && row.subject === user.subject,
  beganAt: row.created_at.toISOString(),
  until: row.until_at.toISOString(),
})
