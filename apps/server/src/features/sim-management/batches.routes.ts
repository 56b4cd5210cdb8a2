import { randomUUID } from 'node:crypto'
import { calls, readBatchFile, thing } from '@support-console/contract'
import type { AuditedTransaction } from '../../platform/audit/audited-transaction.ts'
import type { Api } from '../../platform/http/api.ts'
import type { AuditNote } from '../../platform/http/call-context.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { Problem } from '../../platform/problem.ts'
import type { Views } from '../states/index.ts'
import { statusText } from './batch-rows.ts'
import type { BegunBatch, NewBatch } from './begin-batch.ts'
import type { Deactivations } from './deactivations.ts'

const plural = (count: number, what = 'SIM') => `${count} ${what}${count === 1 ? '' : 's'}`

const mostNamed = 5

/** What else stands there and may be a SIM: nothing is gone unsaid (issue 54). */
function saidLeftOut(numbers: readonly string[]): string {
  if (numbers.length === 0) return ''
  const more = numbers.length > mostNamed ? ` and ${numbers.length - mostNamed} more` : ''
  return ` Not taken: ${plural(numbers.length, 'other number')} in the text, ${numbers.slice(0, mostNamed).join(', ')}${more}.`
}

/** Where a batch's state can be read, and that the preference was followed (D6, RFC 7240). */
export const batchLocation = (batchId: string): Record<string, string> => ({
  location: `/api/simmanagement/v1/batches/${batchId}`,
  'preference-applied': 'respond-async',
})

/** Batches of deactivations as lasting jobs (2.4, D5, D6). */
export function registerBatches(api: Api, deactivations: Deactivations, viewOf: Views): void {
  registerCall(api, calls.batchUpload, async ({ body, user }, work) => {
    const list = readBatchFile(body)
    if ('refusal' in list) throw new Problem('Invalid', list.refusal)
    const { entries, duplicates, linesWithout, leftOut } = list
    const data = await deactivations.check(entries, viewOf(user))
    const ready = data.filter((row) => row.status === 'Ready').length
    const message =
      `${plural(entries.length)} read: ${ready} ready, ${plural(entries.length - ready, 'error')}.` +
      (duplicates === 0 ? '' : ` ${plural(duplicates, 'duplicate')} left out.`) +
      (linesWithout === 0 ? '' : ` ${plural(linesWithout, 'line')} without a SIM ID left out.`) +
      saidLeftOut(leftOut)
    const entry = { message: `Check a batch file: ${message}` }
    return work.finish(async () => ({ data, message, entry }))
  })

  registerCall(api, calls.batchDeactivation, async (context, work) => {
    const orders = await deactivations.order(context.body)
    const batchId = randomUUID()
    const fileName = context.query.fileName ?? ''
    const begin = beginning('Deactivate', { ...context, batchId, isSingle: false, orders, fileName })
    if (context.respondAsync) return work.finish(begin)
    await work.step(begin)
    const rows = await deactivations.ended(batchId, context.signal)
    return work.finish(async () => {
      const data = rows.map(({ iccid, state, note }) => ({ iccid, status: statusText(state, note) }))
      const done = rows.filter(({ state }) => state === 'done').length
      return {
        data,
        message: `${done} of ${plural(rows.length)} deactivated.`,
        entry: { message: 'Tell the results of a batch', object: thing('batch', batchId) },
      }
    })
  })

  registerCall(api, calls.listBatches, async () => ({ data: await deactivations.list() }))

  registerCall(api, calls.getBatch, async ({ params }) => ({
    data: await deactivations.read(params.batchId),
  }))

  registerCall(api, calls.stopBatch, async ({ params, user }, work) => {
    const { batchId } = params
    await deactivations.read(batchId)
    return work.finish(async (trx) => {
      const { stopped, batch: data } = await deactivations.stop(trx, batchId, user.email)
      const onTheirWay = data.counts.ready === 0 ? '' : ` ${data.counts.ready} asked already will still end.`
      const leftOut = data.rows.filter((row) => row.state === 'stopped').map((row) => row.iccid)
      return {
        data,
        message: `${plural(stopped)} left out.${onTheirWay}`,
        entry: {
          message: 'Stop a batch: leave out the SIMs not yet asked for',
          detail: leftOut.join(' '),
        },
      }
    })
  })

  registerCall(api, calls.retryBatch, async (context, work) => {
    const { batchId: retryOf } = context.params
    const { orders, fileName } = await deactivations.retry(retryOf)
    const batch = { ...context, batchId: randomUUID(), isSingle: false, orders, fileName, retryOf }
    return work.finish(beginning('Try again to deactivate', batch))
  })

  /** Begins a batch: the last step of a call that answers at once, the first one of a call that waits for its end. */
  const beginning = (verb: string, batch: NewBatch) => async (trx: AuditedTransaction) => {
    const begun = await deactivations.begin(trx, batch)
    const { batchId } = batch
    return {
      status: 'Accepted' as const,
      data: { batchId },
      message: `The batch has started: ${plural(begun.ready)} to deactivate.`,
      headers: batchLocation(batchId),
      entry: entriesOf(verb, batch, begun),
    }
  }
}

/** The entries of a batch: its own, which names every SIM that it may touch, and one for each that is left out. */
function entriesOf(verb: string, { batchId, orders }: NewBatch, { leftOut }: BegunBatch): AuditNote[] {
  const ready = orders.filter((order) => !('invalid' in order)).map((order) => order.iccid)
  return [
    {
      message: `${verb} ${plural(ready.length)}`,
      object: thing('batch', batchId),
      result: 'Intent',
      detail: ready.join(' '),
    },
    ...leftOut.map(({ deactivationId, iccid, why }) => ({
      message: `${verb} SIM ${iccid}`,
      object: thing('sim', iccid),
      result: 'Invalid',
      detail: why,
      subTransactionId: deactivationId,
    })),
  ]
}
