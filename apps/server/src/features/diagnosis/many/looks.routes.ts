import { randomUUID } from 'node:crypto'
import { calls } from '@support-console/contract'
import type { Api } from '../../../platform/http/api.ts'
import { registerCall } from '../../../platform/http/register-call.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { WorkerWatch } from '../../../platform/jobs/worker-watch.ts'
import type { Views } from '../../states/index.ts'
import { beginLook, lookedBy, type ToLook, toLook } from './begin-look.ts'
import { goOn, stopLook } from './end-look.ts'
import { objectOf } from './look.store.ts'
import * as read from './read-look.ts'

interface Parts {
  jobs: Jobs
  worker: Pick<WorkerWatch, 'isWorkedOn'>
  viewOf: Views
}

/** Looking at many (D50). Nothing is changed anywhere. */
export function registerLooks(api: Api, { jobs, worker, viewOf }: Parts): void {
  const { db, clock } = api.platform
  const shown = (from: Parameters<typeof read.toLook>[0], look: Parameters<typeof read.toLook>[1]) =>
    read.toLook(from, look, worker.isWorkedOn())

  registerCall(api, calls.beginLook, async ({ body, user, transactionId, remoteAddress }, work) => {
    const asked = await toLook(db, body, { user, view: viewOf(user) })
    return work.finish(async (trx) => {
      const order = { ...asked, ...lookedBy({ user, transactionId, remoteAddress }), lookId: randomUUID() }
      const { lookId, isNew } = await beginLook(trx, jobs, order)
      const look = await read.findLook(trx, lookId, user.may)
      const named = inWords(asked)
      return {
        status: 'Accepted',
        data: await shown(trx, look),
        message: isNew ? `Checking ${named}.` : 'These are already being checked.',
        headers: locationOf(lookId),
        entry: {
          message: `Check ${named}${isNew ? '' : ', which is already running'}`,
          object: objectOf(look),
          result: isNew ? 'Intent' : 'Success',
          detail: asked.company ? '' : asked.things.join(', '),
        },
      }
    })
  })

  registerCall(api, calls.listLooks, async ({ query, user }) => {
    const look = await read.lookOfCompany(db, { ...query, may: user.may, now: clock.now() })
    return { data: look ? [await shown(db, look)] : [] }
  })

  registerCall(api, calls.getLook, async ({ params, user }) => ({
    data: await shown(db, await read.findLook(db, params.lookId, user.may)),
  }))

  registerCall(api, calls.listLooked, async ({ params, user }) => {
    const { look_id: lookId } = await read.findLook(db, params.lookId, user.may)
    const rows = await db
      .selectFrom('look_thing')
      .selectAll()
      .where('look_id', '=', lookId)
      .orderBy('position')
      .execute()
    return {
      data: rows.map((row) => ({
        kind: row.thing_kind,
        id: row.thing_id,
        state: row.state,
        lookedAt: row.looked_at?.toISOString() ?? null,
      })),
    }
  })

  registerCall(api, calls.stopLook, async ({ params, user }, work) => {
    await read.findLook(db, params.lookId, user.may)
    return work.finish(async (trx) => {
      const { look, found } = await stopLook(trx, params.lookId, user.email)
      return {
        data: await shown(trx, look),
        message: found,
        entry: { message: 'Stop bulk check', object: objectOf(look), detail: found },
      }
    })
  })

  registerCall(api, calls.goOnWithLook, async ({ params, user }, work) => {
    await read.findLook(db, params.lookId, user.may)
    return work.finish(async (trx) => {
      const look = await goOn(trx, jobs, params.lookId)
      const data = await shown(trx, look)
      const others = `the other ${data.counts.left}`
      return {
        status: 'Accepted',
        data,
        message: `Checking ${others}.`,
        headers: locationOf(look.look_id),
        entry: { message: `Resume bulk check: ${others}`, object: objectOf(look), result: 'Intent' },
      }
    })
  })
}

const locationOf = (lookId: string) => ({ location: `/api/diagnosis/v1/looks/${lookId}` })

/** '410 SIMs of Harbor Security' */
function inWords({ things, company }: ToLook): string {
  const kinds = ['SIM', 'panel'].filter((kind) =>
    things.every((thing) => thing.startsWith(`${kind.toLowerCase()} `)),
  )
  const of = company ? ` of ${company.name}` : ''
  return `${things.length} ${kinds[0] ?? 'thing'}${things.length === 1 ? '' : 's'}${of}`
}
