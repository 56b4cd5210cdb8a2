import { beginDeployment, beginReturn } from '../begin-deployment.ts'
import { expectedOutageOf, whyAside } from './aside.ts'
import { order } from './order-server.ts'
import { moveServer, type PlanRow, type ServerRow } from './waves.store.ts'
import { askServer, type WavesParts, type WavesRun } from './waves-run.ts'

interface Candidate {
  row: ServerRow
  signal: AbortSignal
}

/** Asks its agent, puts it aside or orders it: one ordinary submit by the person (2.10). */
export async function beginForward(
  parts: WavesParts,
  run: WavesRun,
  plan: PlanRow,
  { row, off, signal }: Candidate & { off: number },
): Promise<void> {
  const { db, clock } = parts.platform
  const aside = (note: string) => moveServer(db, run, row, { state: 'aside', note })
  const { data, report } = await askServer(parts, row, signal)
  if (!data) return void (await aside(`Its agent does not answer: ${report.message}`))
  const expected = await expectedOutageOf(db, row.server, clock.now())
  const why = await whyAside(db, { ...row, said: data }, plan, expected)
  if (why !== undefined) return void (await aside(why))
  if (off + data.panels > plan.budget) return
  await order(parts, run, row, 'forward', {
    before: { ...data, at: report.askedAt },
    refused: aside,
    begin: (trx, behalf, deploymentId, before) =>
      beginDeployment(trx, parts.jobs, {
        behalf,
        deploymentId,
        ipAddress: row.ip_address,
        release: plan.release,
        seen: row.release,
        before,
      }),
  })
}

export async function beginBack(
  parts: WavesParts,
  run: WavesRun,
  plan: PlanRow,
  { row, signal }: Candidate,
): Promise<void> {
  const { db, clock } = parts.platform
  const first = row.release_at_first_attempt ?? ''
  const { data, report } = await askServer(parts, row, signal)
  const isThere =
    data?.state === 'idle' && data.release === first && row.release === first && row.status === 'Succeeded'
  if (isThere)
    return void (await moveServer(db, run, row, {
      state: 'returned',
      note: `It runs ${first} already.`,
      judged_at: clock.now(),
    }))
  const leave = (note: string) => moveServer(db, run, row, { state: 'left', note, judged_at: clock.now() })
  if (data && data.state === 'idle' && data.panels > plan.budget)
    return void (await leave(`It has ${data.panels} panels now, and the budget is ${plan.budget}.`))
  await order(parts, run, row, 'back', {
    before: data ? { ...data, at: report.askedAt } : undefined,
    refused: leave,
    begin: (trx, behalf, deploymentId, before) =>
      beginReturn(trx, parts.jobs, {
        behalf,
        deploymentId,
        ipAddress: row.ip_address,
        lastId: row.return_id ?? row.deployment_id ?? '',
        to: first,
        before,
      }),
  })
}
