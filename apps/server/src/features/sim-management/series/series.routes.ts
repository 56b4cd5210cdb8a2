import { randomUUID } from 'node:crypto'
import { calls, factRights, mostBatchRows, type OrderedSims, thing } from '@support-console/contract'
import { sql } from 'kysely'
import type { AuditedTransaction } from '../../../platform/audit/audited-transaction.ts'
import type { Api } from '../../../platform/http/api.ts'
import { registerCall } from '../../../platform/http/register-call.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { Problem } from '../../../platform/problem.ts'
import type { User } from '../../../platform/sign-on/user.ts'
import { behalfOf } from '../../../platform/undertakings/behalf.ts'
import { sendWork } from '../../../platform/undertakings/runs.ts'
import type { Carriers } from '../../../systems/carriers/carrier.ts'
import { checkedRows } from '../check-rows.ts'
import type { Deactivations } from '../deactivations.ts'
import { keepSeries, openBatchOf, readSeries, seriesKind, simsOf } from './series.store.ts'

interface Parts {
  jobs: Jobs
  carriers: Carriers
  deactivations: Deactivations
}

/** Who orders a series, in which transaction, and why. */
interface Order {
  user: User
  transactionId: string
  remoteAddress: string
  why: string
  name?: string | undefined
}

const sayPlural = (count: number) => `${count} ${count === 1 ? 'SIM' : 'SIMs'}`

/**
 * Begins a series, in the caller's transaction; the work begins with its commit.
 * @throws Problem Invalid where there is nothing to deactivate
 */
export async function beginSeries(
  trx: AuditedTransaction,
  jobs: Jobs,
  ordered: OrderedSims,
  { why, name = '', ...beginner }: Order,
): Promise<{ seriesId: string; count: number; iccids: string[] }> {
  const iccids = await simsOf(trx, ordered)
  if (iccids.length === 0)
    throw new Problem('Invalid', 'None of these SIMs is to be deactivated. No carrier was asked.')
  const seriesId = randomUUID()
  const companyId = 'companyId' in ordered ? ordered.companyId : null
  const behalf = behalfOf(seriesKind, beginner)
  await keepSeries(trx, { series_id: seriesId, name, company_id: companyId, why, ...behalf }, iccids)
  await sendWork(trx, jobs, seriesKind, seriesId)
  return { seriesId, count: iccids.length, iccids }
}

/** Many SIMs are one question and one piece of work: the console does the cutting (U15). */
export function registerSeries(api: Api, { jobs, carriers, deactivations }: Parts): void {
  const { db } = api.platform

  /** How many SIMs a company has takes the right to know it (D45). */
  const authorise = (user: User, ordered: OrderedSims) => {
    if ('companyId' in ordered) api.guard.authorise(user, factRights.simsOfCompany)
  }

  registerCall(api, calls.checkSeries, async ({ body, user }) => {
    authorise(user, body)
    const iccids = await simsOf(db, body)
    const rows = await checkedRows(
      { db, carriers, view: null },
      iccids.map((iccid) => ({ iccid, other: [] })),
    )
    const ready = rows.filter(({ status }) => status === 'Ready')
    return {
      data: {
        all: rows.length,
        ready: ready.length,
        batches: Math.ceil(rows.length / mostBatchRows),
        leftOut: counted(
          rows.filter(({ status }) => status !== 'Ready').map(({ status }) => status.replace(/^Error: /, '')),
        ),
        carriers: counted(ready.map(({ carrierName }) => carrierName ?? '')),
        companies: counted(ready.map(({ companyName }) => companyName ?? '')),
        losses: counted(ready.map(({ cannotUndo }) => cannotUndo).filter((sentence) => sentence !== '')),
      },
    }
  })

  registerCall(api, calls.beginSeries, async ({ body, query, ...context }, work) => {
    authorise(context.user, body)
    return work.finish(async (trx) => {
      const { seriesId, count, iccids } = await beginSeries(trx, jobs, body, { ...context, name: query.name })
      const batches = Math.ceil(count / mostBatchRows)
      return {
        status: 'Accepted',
        data: { seriesId },
        message: `The work has started: ${sayPlural(count)} in ${batches} ${batches === 1 ? 'batch' : 'batches'}.`,
        headers: { location: `/api/simmanagement/v1/series/${seriesId}` },
        entry: {
          message: `Deactivate ${sayPlural(count)} in batches`,
          object:
            'companyId' in body
              ? thing('company', body.companyId)
              : thing('transaction', context.transactionId),
          result: 'Intent',
          // All of a company are named batch by batch.
          detail: 'companyId' in body ? 'all SIMs of the company' : iccids.join(' '),
        },
      }
    })
  })

  registerCall(api, calls.getSeries, async ({ params }) => ({ data: await readSeries(db, params.seriesId) }))

  registerCall(api, calls.stopSeries, async ({ params: { seriesId }, user, transactionId }, work) => {
    await readSeries(db, seriesId)
    return work.finish(async (trx) => {
      const stopped = await trx
        .updateTable('deactivation_series')
        .set({ stopped_at: sql<Date>`clock_timestamp()`, stopped_by: user.email })
        .where('series_id', '=', seriesId)
        .where('finished_at', 'is', null)
        .where('stopped_at', 'is', null)
        .returning('series_id')
        .executeTakeFirst()
      if (!stopped)
        throw new Problem('Conflict', 'This work is over or stopped already, so there was nothing to stop.')
      const batchId = await openBatchOf(trx, seriesId)
      if (batchId) await deactivations.stop(trx, batchId, user.email)
      const data = await readSeries(trx, seriesId)
      const onTheirWay = data.counts.ready === 0 ? '' : ` ${data.counts.ready} asked already will still end.`
      return {
        data,
        message: `${sayPlural(data.counts.waiting)} left out.${onTheirWay}`,
        entry: {
          message: `Stop deactivating SIMs in batches: leave out ${sayPlural(data.counts.waiting)}`,
          object: thing('transaction', transactionId),
        },
      }
    })
  })
}

/** Each with how often it stands there, the most frequent first. */
function counted(names: readonly string[]): { name: string; count: number }[] {
  const groups = Map.groupBy(names, (name) => name)
  return [...groups]
    .map(([name, all]) => ({ name, count: all.length }))
    .toSorted((one, other) => other.count - one.count)
}
