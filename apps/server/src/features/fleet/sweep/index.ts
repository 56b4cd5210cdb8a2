import { randomUUID } from 'node:crypto'
import { calls, factRights, thing } from '@support-console/contract'
import type { Db } from '../../../platform/database/open-database.ts'
import type { Api } from '../../../platform/http/api.ts'
import { registerCall } from '../../../platform/http/register-call.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Problem } from '../../../platform/problem.ts'
import { behalfOf, behalfOfConsole } from '../../../platform/undertakings/behalf.ts'
import { keptAfterEnd, workOn } from '../../../platform/undertakings/runs.ts'
import type { Views } from '../../states/index.ts'
import { readFigures } from '../read-overview.ts'
import { beginSweep, type Hours, kind, nextNight, nightOf } from './begin-sweep.ts'
import { coverageOf } from './coverage.ts'
import { stopSweep } from './end-sweep.ts'
import * as read from './read-sweep.ts'
import { runSweep, type SweepParts } from './run-sweep.ts'

export type { Hours } from './begin-sweep.ts'
export type { SweepSettings } from './run-sweep.ts'

/** A sweep is lasting work: a job. */
export function workOnSweeps(jobs: Jobs, parts: Omit<SweepParts, 'sweepId' | 'stopping' | 'lost'>): void {
  workOn({ jobs, db: parts.platform.db }, kind, 1, (sweepId, signals) =>
    runSweep({ ...parts, ...signals, sweepId }),
  )
}

/** Begins the night's, where it is night and there was none. */
export async function sweepAtNight(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  jobs: Jobs,
  hours: Hours | null,
): Promise<void> {
  const now = clock.now()
  const night = hours && nightOf(hours, now)
  if (!night) return
  const behalf = behalfOfConsole()
  await db
    .transaction()
    .execute((trx) => beginSweep(trx, jobs, { sweepId: randomUUID(), behalf, now, night }))
}

/** Sweeps go with what they came to. */
export const keptSweeps = (days: number, now: () => Date): ((db: Db) => Promise<void>) =>
  keptAfterEnd(kind, days, now)

/** Looking at all, and what it came to. */
export function registerSweeps(
  api: Api,
  { jobs, hours, viewOf }: { jobs: Jobs; hours: Hours | null; viewOf: Views },
): void {
  const { db, clock } = api.platform
  registerCall(api, calls.getFleet, async ({ user }) => {
    const view = viewOf(user)
    const last = await read.lastSweep(db)
    const [figures, covered, sweep] = await Promise.all([
      readFigures(db, view),
      coverageOf(api.platform),
      last ? read.toSweep(db, last) : null,
    ])
    return {
      data: {
        ...figures,
        coverage: covered.rows.map((row) => ({ ...row, trouble: read.troubleOf(sweep, row.carrier) })),
        environments: user.may(factRights.environment) ? covered.environments : null,
        coveredAt: covered.at,
        sweep,
        nextAt: hours ? nextNight(hours, view.now).toISOString() : null,
        now: view.now.toISOString(),
      },
    }
  })

  registerCall(api, calls.getSweep, async ({ params, user }) => ({
    data: await read.nightOfSweep(db, await read.findSweep(db, params.sweepId), user.may),
  }))

  registerCall(api, calls.beginSweep, async ({ user, transactionId, remoteAddress }, work) =>
    work.finish(async (trx) => {
      const behalf = behalfOf(kind, { user, transactionId, remoteAddress })
      const sweepId = await beginSweep(trx, jobs, {
        sweepId: randomUUID(),
        behalf,
        now: clock.now(),
        night: null,
      })
      const sweep = await read.lastSweep(trx)
      if (!sweep) throw new Problem('Conflict', 'The last scan has just finished. Start it again.')
      return {
        status: 'Accepted',
        data: await read.toSweep(trx, sweep),
        message: sweepId ? 'Scanning all SIMs.' : 'A scan is already running.',
        headers: { location: `/api/fleet/v1/sweeps/${sweep.sweep_id}` },
        entry: {
          message: `Scan all SIMs${sweepId ? '' : ', which is already running'}`,
          object: thing('transaction', transactionId),
          result: sweepId ? 'Intent' : 'Success',
        },
      }
    }),
  )

  registerCall(api, calls.stopSweep, async ({ params, user, transactionId }, work) => {
    await read.findSweep(db, params.sweepId)
    return work.finish(async (trx) => {
      const sweep = await stopSweep(trx, params.sweepId, user.email, clock.now())
      if (!sweep)
        throw new Problem('Conflict', 'The scan has already finished, so there was nothing to stop.')
      return {
        data: await read.toSweep(trx, sweep),
        message: 'Stopped. The next scan continues from here.',
        entry: { message: 'Stop the scan', object: thing('transaction', transactionId) },
      }
    })
  })
}
