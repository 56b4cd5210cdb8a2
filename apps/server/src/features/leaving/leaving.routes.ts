import { randomUUID } from 'node:crypto'
import { calls, factRights, type LeavingLine, readWhy, sayWhy } from '@support-console/contract'
import type { AuditedTransaction } from '../../platform/audit/audited-transaction.ts'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { Problem } from '../../platform/problem.ts'
import type { User } from '../../platform/sign-on/user.ts'
import { behalfOf } from '../../platform/undertakings/behalf.ts'
import { endWork } from '../../platform/undertakings/runs.ts'
import { beginSeries } from '../sim-management/index.ts'
import { leavingKind, openLeaving, readLeaving } from './leaving.store.ts'
import { linesOf, noteLine } from './lines.store.ts'

/** How the trail names the lines. */
const lineWords: Record<LeavingLine, string> = {
  sims: 'SIMs',
  panels: 'management of panels',
  users: 'users of the Remote Portal',
  key: 'installer service key',
  vpn: 'VPN',
}

/** A company leaves: one piece of work with a ticket, and a list to work through that is the proof afterwards. */
export function registerLeaving(api: Api, jobs: Jobs): void {
  const { db } = api.platform

  /** @throws Problem NotFound */
  async function companyOf(companyId: number) {
    const company = await db
      .selectFrom('company')
      .select(['name', 'sap_company_id as sapCompanyId'])
      .where('id', '=', companyId)
      .executeTakeFirst()
    if (!company) throw new Problem('NotFound', `There is no company with the ID ${companyId}.`)
    return `company ${company.name} (SAP ${company.sapCompanyId})`
  }

  /** Begins to deactivate all SIMs of the company that are not yet. @returns how many */
  async function deactivate(
    trx: AuditedTransaction,
    leavingId: string,
    companyId: number,
    order: { user: User; transactionId: string; remoteAddress: string; why: string; name: string },
  ): Promise<number> {
    const { seriesId, count } = await beginSeries(trx, jobs, { companyId }, order)
    await trx.insertInto('leaving_series').values({ leaving_id: leavingId, series_id: seriesId }).execute()
    return count
  }

  registerCall(api, calls.beginLeaving, async ({ params: { companyId }, query, ...context }, work) => {
    api.guard.authorise(context.user, factRights.simsOfCompany)
    const name = await companyOf(companyId)
    work.about({ message: `Begin the leaving of ${name}` })
    return work.finish(async (trx) => {
      const leavingId = randomUUID()
      const why = sayWhy(query)
      const begun = await trx
        .insertInto('leaving')
        .values({
          leaving_id: leavingId,
          company_id: companyId,
          why,
          finished_at: null,
          finished_by: null,
          proof: null,
          lines_done: null,
          ...behalfOf(leavingKind, context),
        })
        .onConflict((conflict) => conflict.column('company_id').where('finished_at', 'is', null).doNothing())
        .returning('leaving_id')
        .executeTakeFirst()
      if (!begun)
        throw new Problem(
          'Conflict',
          'This company is leaving already. Open its list on the page of the company.',
        )
      const open = await trx
        .selectFrom('sim')
        .select('iccid')
        .where('company_id', '=', companyId)
        .where('deactivated_at', 'is', null)
        .limit(1)
        .executeTakeFirst()
      const count = open ? await deactivate(trx, leavingId, companyId, { ...context, why, name }) : 0
      return {
        status: 'Accepted',
        data: { leavingId },
        message: `The list is open. ${count === 0 ? 'It has no SIM to deactivate.' : `${count} SIMs are being deactivated in batches.`}`,
        headers: { location: `/api/companymanager/v1/leavings/${leavingId}` },
        entry: { detail: `SIMs to deactivate: ${count}` },
      }
    })
  })

  registerCall(api, calls.goOnLeaving, async ({ params: { companyId }, query: _, ...context }, work) => {
    api.guard.authorise(context.user, factRights.simsOfCompany)
    const name = await companyOf(companyId)
    work.about({ message: `Deactivate the SIMs that are left of ${name}` })
    return work.finish(async (trx) => {
      const leaving = await openLeaving(trx, companyId)
      const running = await trx
        .selectFrom('leaving_series')
        .innerJoin('deactivation_series as series', 'series.series_id', 'leaving_series.series_id')
        .select('series.series_id')
        .where('leaving_id', '=', leaving.leaving_id)
        .where('series.finished_at', 'is', null)
        .executeTakeFirst()
      if (running)
        throw new Problem('Conflict', 'Its SIMs are being deactivated. Wait until that ends, or stop it.')
      const why = context.why || leaving.why
      const count = await deactivate(trx, leaving.leaving_id, companyId, { ...context, why, name })
      return {
        data: await readLeaving(trx, leaving.leaving_id, context.user.may),
        message: `${count} SIMs are being deactivated in batches.`,
        entry: { detail: `SIMs to deactivate: ${count}`, result: 'Intent' },
      }
    })
  })

  registerCall(api, calls.noteLeaving, async ({ params: { companyId }, body, user }, work) => {
    const name = await companyOf(companyId)
    const words = lineWords[body.line]
    work.about({ message: `Leaving of ${name}: ${words} ${body.isDone ? 'ended by hand' : 'not ended'}` })
    return work.finish(async (trx) => {
      const { leaving_id: leavingId } = await openLeaving(trx, companyId)
      await noteLine(trx, leavingId, { ...body, by: user.email })
      return {
        data: await readLeaving(trx, leavingId, user.may),
        message: body.isDone ? 'Noted.' : 'Taken back.',
        entry: { detail: body.note },
      }
    })
  })

  registerCall(api, calls.endLeaving, async ({ params: { companyId }, user }, work) => {
    const name = await companyOf(companyId)
    work.about({ message: `End the leaving of ${name}` })
    return work.finish(async (trx) => {
      const row = await openLeaving(trx, companyId)
      const lines = await linesOf(trx, row)
      const open = lines.filter(({ isDone }) => !isDone).map(({ line }) => lineWords[line])
      await endWork(trx, leavingKind, row.leaving_id, {
        finished_by: user.email,
        proof: JSON.stringify(lines),
        lines_done: lines.length - open.length,
      })
      const said = open.length === 0 ? 'all lines are done' : `open: ${open.join(', ')}`
      return {
        data: await readLeaving(trx, row.leaving_id, user.may),
        message: open.length === 0 ? 'All is done. The list is kept.' : `The list is kept. Still ${said}.`,
        entry: { detail: said },
      }
    })
  })

  registerCall(api, calls.getLeaving, async ({ params, user }) => ({
    data: await readLeaving(db, params.leavingId, user.may),
  }))

  registerCall(api, calls.listLeavings, async ({ params: { companyId } }) => {
    const rows = await db
      .selectFrom('leaving')
      .select(['leaving_id', 'created_at', 'finished_at', 'why'])
      .where('company_id', '=', companyId)
      .orderBy('created_at', 'desc')
      .execute()
    return {
      data: rows.map((row) => ({
        leavingId: row.leaving_id,
        beganAt: row.created_at.toISOString(),
        endedAt: row.finished_at?.toISOString() ?? null,
        ticket: readWhy(row.why).ticket,
      })),
    }
  })
}
