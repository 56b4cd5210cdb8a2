import { calls, thing, type Watch } from '@support-console/contract'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { Problem } from '../../platform/problem.ts'
import type { User } from '../../platform/sign-on/user.ts'
import { endWork, findWork } from '../../platform/undertakings/runs.ts'
import { beginWatches, refusedPanels } from './begin-watches.ts'
import type { WatchRow } from './watch.table.ts'
import { watchMany } from './watch-many.ts'
import { kind, type WatchParts } from './watch-work.ts'

/** Being told when a panel is back. Nothing is changed anywhere. */
export function registerWatches(api: Api, parts: WatchParts): void {
  const { db } = api.platform

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

  registerCall(api, calls.beginWatch, async (context, work) => {
    const { body, user } = context
    const cloudId = context.params.cloudId.toUpperCase()
    const refused = await refusedPanels(parts, [cloudId])
    return work.finish(async (trx) => {
      const asked = { ...context, cloudIds: [cloudId], refused, hours: body.hours }
      const begun = (await beginWatches(trx, parts, asked)).get(cloudId)
      if (begun?.outcome !== 'begun') throw refusalOf(cloudId, begun?.outcome)
      return {
        data: toWatch(begun.row, user),
        message: 'You will be notified when the panel is back.',
        entry: begun.entry,
      }
    })
  })

  registerCall(api, calls.beginWatches, (context, work) => watchMany(parts, context, work))

  registerCall(api, calls.stopWatch, async ({ params, user }, work) => {
    const row = await findWork(db, kind, params.watchId)
    if (!row || !isOf(row, user)) throw new Problem('NotFound', 'You have no such watch.')
    return work.finish(async (trx) => {
      const change = { state: 'stopped', stopped_by: user.email } as const
      if (!(await endWork(trx, kind, row.watch_id, change)))
        throw new Problem('Conflict', 'The watch has already ended.')
      return {
        data: toWatch(row, user),
        message: `Panel ${row.cloud_id} is no longer watched.`,
        entry: { message: `Stop watching panel ${row.cloud_id}`, object: thing('panel', row.cloud_id) },
      }
    })
  })
}

function refusalOf(cloudId: string, outcome: 'mine' | 'reporting' | 'unknown' | undefined): Problem {
  if (outcome === 'reporting')
    return new Problem('Conflict', `Panel ${cloudId} is already reporting, so there is nothing to wait for.`)
  if (outcome === 'unknown') return new Problem('NotFound', `not found: there is no panel ${cloudId}.`)
  return new Problem('Conflict', `You are already watching panel ${cloudId}.`)
}

type Person = Pick<User, 'issuer' | 'subject'>

const isOf = (row: WatchRow, user: Person): boolean =>
  row.issuer === user.issuer && row.subject === user.subject

const toWatch = (row: WatchRow, user: Person): Watch => ({
  watchId: row.watch_id,
  cloudId: row.cloud_id,
  by: row.email,
  isMine: isOf(row, user),
  beganAt: row.created_at.toISOString(),
  until: row.until_at.toISOString(),
})
