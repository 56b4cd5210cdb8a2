import { randomUUID } from 'node:crypto'
import { calls, readBatchFile, thing } from '@support-console/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { Api } from '../../platform/http/api.ts'
import type { AuditNote } from '../../platform/http/call-context.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { Problem } from '../../platform/problem.ts'
import { statusText } from './batch-rows.ts'
import type { BegunBatch, NewBatch, Order } from './begin-batch.ts'
import type { Deactivations } from './deactivations.ts'

const plural = (count: number, what = 'SIM') => `${count} ${what}${count === 1 ? '' : 's'}`

/** Where a batch's state can be read, and that the preference was followed (D6, RFC 7240). */
export const batchLocation = (batchId: string): Record<string, string> => ({
  location: `/api/simmanagement/v1/batches/${batchId}`,
  'preference-applied': 'respond-async',
})

/** Batches of deactivations as lasting jobs (2.4, D5, D6). */
export function registerBatches(api: Api, deactivations: Deactivations): void {
  registerCall(api, calls.batchUpload, async ({ body }, work) => {
    const list = readBatchFile(body)
    if ('refusal' in list) throw new Problem('Invalid', list.refusal)
    const { entries, duplicates, linesWithout } = list
    const data = await deactivations.check(entries)
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
    const orders = await deactivations.order(context.body)
    const batchId = randomUUID()
    const notes = notesOf('Deactivate', batchId, orders)
    const fileName = context.query.fileName ?? ''
    const batch = { ...context, batchId, isSingle: false, orders, fileName }
    if (context.respondAsync) return work.finish(...beginning(notes, batch))
    await work.step(notes, (trx) => deactivations.begin(trx, batch))
    const rows = await deactivations.ended(batchId, context.signal)
    return work.finish(
      { message: 'Tell the results of a batch', object: thing('batch', batchId) },
      async () => {
        const data = rows.map(({ iccid, state, note }) => ({ iccid, status: statusText(state, note) }))
        const done = rows.filter(({ state }) => state === 'done').length
        return { data, message: `${done} of ${plural(rows.length)} deactivated.` }
      },
    )
  })

  registerCall(api, calls.listBatches, async () => ({ data: await deactivations.list() }))

  registerCall(api, calls.getBatch, async ({ params }) => ({
    data: await deactivations.read(params.batchId),
  }))

  registerCall(api, calls.stopBatch, async ({ params, user }, work) => {
    const { batchId } = params
    await deactivations.read(batchId)
    return work.finish(
      ({ data }) => ({
        message: 'Stop a batch: leave out the SIMs not yet asked for',
        detail: data.rows
          .filter((row) => row.state === 'stopped')
          .map((row) => row.iccid)
          .join(' '),
      }),
      async (trx) => {
        const { stopped, batch: data } = await deactivations.stop(trx, batchId, user.email)
        const onTheirWay =
          data.counts.ready === 0 ? '' : ` ${data.counts.ready} asked already will still end.`
        return { data, message: `${plural(stopped)} left out.${onTheirWay}` }
      },
    )
  })

  registerCall(api, calls.retryBatch, async (context, work) => {
    const { batchId: retryOf } = context.params
    const { orders, fileName } = await deactivations.retry(retryOf)
    const batchId = randomUUID()
    const notes = notesOf('Try again to deactivate', batchId, orders)
    const batch = { ...context, batchId, isSingle: false, orders, fileName, retryOf }
    return work.finish(...beginning(notes, batch))
  })

  /** What a call that answers at once finishes with. */
  function beginning(notes: (begun: BegunBatch) => AuditNote[], batch: NewBatch) {
    let begun: BegunBatch = { ready: 0, leftOut: [] }
    const change = async (trx: Transaction<Tables>) => {
      begun = await deactivations.begin(trx, batch)
      return accepted(batch.batchId, begun.ready)
    }
    return [() => notes(begun), change] as const
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
