import { randomUUID } from 'node:crypto'
import { calls, readBatchFile, thing } from '@support-console/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { Api } from '../../platform/http/api.ts'
import type { AuditNote } from '../../platform/http/call-context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { User } from '../../platform/sign-on/user.ts'
import type { Carriers } from '../../systems/carriers/carrier.ts'
import { plainRows, readBatch, recentBatches } from './batch-rows.ts'
import type { BegunBatch, Order } from './begin-batch.ts'
import { checkedRows, ordersOf } from './check-rows.ts'
import type { Deactivations } from './deactivations.ts'
import { batchEnded, rowsToRetry } from './open-rows.ts'
import { lockBatch } from './settle-row.ts'

const plural = (count: number, what = 'SIM') => `${count} ${what}${count === 1 ? '' : 's'}`

interface BatchOrder {
  batchId: string
  orders: Order[]
  fileName: string
  retryOf?: string
  transactionId: string
  user: User
  remoteAddress: string
}

/** Where a batch's state can be read, and that the preference was followed (D6, RFC 7240). */
export const batchLocation = (batchId: string): Record<string, string> => ({
  location: `/api/simmanagement/v1/batches/${batchId}`,
  'preference-applied': 'respond-async',
})

/** Batches of deactivations as lasting jobs (2.4, D5, D6). */
export function registerBatches(api: Api, carriers: Carriers, deactivations: Deactivations): void {
  const { db } = api.platform

  registerCall(api, calls.batchUpload, async ({ body }, work) => {
    const list = readBatchFile(body)
    if ('refusal' in list) throw new Problem('Invalid', list.refusal)
    const { entries, duplicates, linesWithout } = list
    const data = await checkedRows(db, carriers, entries)
    const ready = data.filter((row) => row.status === 'Ready').length
    const message =
      `${plural(entries.length)} read: ${ready} ready, ${plural(entries.length - ready, 'error')}.` +
      (duplicates === 0 ? '' : ` ${plural(duplicates, 'duplicate')} left out.`) +
      (linesWithout === 0 ? '' : ` ${plural(linesWithout, 'line')} without a SIM ID left out.`)
    return work.finish({ message: `Check a batch file: ${message}` }, async () => ({
      data,
      message,
    }))
  })

  registerCall(api, calls.batchDeactivation, async (context, work) => {
    const orders = await ordersOf(db, context.body)
    const batchId = randomUUID()
    const notes = notesOf('Deactivate', batchId, orders)
    const batch = { ...context, batchId, orders, fileName: context.query.fileName ?? '' }
    if (context.respondAsync) return work.finish(...beginning(notes, batch))
    await work.step(notes, (trx) => begin(trx, batch))
    await batchEnded(deactivations, batchId, context.signal)
    return work.finish(
      { message: 'Tell the results of a batch', object: thing('batch', batchId) },
      async (trx) => {
        const data = await plainRows(trx, batchId)
        const done = data.filter((row) => row.status.startsWith('Success')).length
        return { data, message: `${done} of ${plural(data.length)} deactivated.` }
      },
    )
  })

  registerCall(api, calls.listBatches, async () => ({ data: await recentBatches(db) }))

  registerCall(api, calls.getBatch, async ({ params }) => ({
    data: await readBatch(db, carriers, params.batchId),
  }))

  registerCall(api, calls.stopBatch, async ({ params, user }, work) => {
    const { batchId } = params
    await readBatch(db, carriers, batchId)
    return work.finish(
      ({ data }) => ({
        message: 'Stop a batch: leave out the SIMs not yet asked for',
        detail: data.rows
          .filter((row) => row.state === 'stopped')
          .map((row) => row.iccid)
          .join(' '),
      }),
      async (trx) => {
        const batch = await lockBatch(trx, batchId)
        if (batch.finished_at)
          throw new Problem('Conflict', 'The batch is over already; nothing was left to stop.')
        const stopped = await deactivations.stop(trx, batchId, user.email)
        const data = await readBatch(trx, carriers, batchId)
        const onTheirWay =
          data.counts.ready === 0 ? '' : ` ${data.counts.ready} asked already will still end.`
        return { data, message: `${plural(stopped)} left out.${onTheirWay}` }
      },
    )
  })

  registerCall(api, calls.retryBatch, async (context, work) => {
    const { batchId: retryOf } = context.params
    const batch = await readBatch(db, carriers, retryOf)
    if (!batch.finishedAt)
      throw new Problem(
        'Conflict',
        'The batch still runs. Wait for its end, or stop it, before you try again.',
      )
    const orders = await ordersOf(db, await rowsToRetry(db, retryOf))
    const batchId = randomUUID()
    const notes = notesOf('Try again to deactivate', batchId, orders)
    const { fileName } = batch
    return work.finish(...beginning(notes, { ...context, batchId, orders, fileName, retryOf }))
  })

  /** What a call that answers at once finishes with. */
  function beginning(notes: (begun: BegunBatch) => AuditNote[], batch: BatchOrder) {
    let begun: BegunBatch = { ready: 0, leftOut: [] }
    const change = async (trx: Transaction<Tables>) => {
      begun = await begin(trx, batch)
      return accepted(batch.batchId, begun.ready)
    }
    return [() => notes(begun), change] as const
  }

  async function begin(trx: Transaction<Tables>, batch: BatchOrder): Promise<BegunBatch> {
    const { batchId, orders, fileName, retryOf, transactionId, user, remoteAddress } = batch
    const begun = await deactivations.begin(trx, {
      batchId,
      isSingle: false,
      fileName,
      ...(retryOf === undefined ? {} : { retryOf }),
      transactionId,
      user,
      remoteAddress,
      orders,
    })
    if (begun.ready === 0)
      throw new Problem(
        'Conflict',
        'All of these SIMs are being deactivated already. Look at Recent batches.',
      )
    return begun
  }
}

const accepted = (batchId: string, ready: number) => ({
  status: 'Accepted' as const,
  data: { batchId },
  message: `The batch has begun: ${plural(ready)} to deactivate.`,
  headers: batchLocation(batchId),
})

/** The entries of a batch: its own, which names every SIM that it may touch, and one for each that is left out. */
function notesOf(verb: string, batchId: string, orders: readonly Order[]) {
  const ready = orders.filter((order) => !('invalid' in order)).map((order) => order.iccid)
  const intent: AuditNote = {
    message: `${verb} ${plural(ready.length)}`,
    object: thing('batch', batchId),
    result: 'Intent',
    detail: ready.join(' '),
  }
  return ({ leftOut }: BegunBatch): AuditNote[] => [
    intent,
    ...leftOut.map(({ deactivationId, iccid, why }) => ({
      message: `${verb} SIM ${iccid}`,
      object: thing('sim', iccid),
      result: 'Invalid',
      detail: why,
      subTransactionId: deactivationId,
    })),
  ]
}
