import { waitsAfterCount } from '@support-console/contract'
import { knownOf } from './evidence.ts'
import { judge } from './gate.ts'
import { moveServer, type PlanRow, type ServerRow } from './waves.store.ts'
import { askServer, type WavesParts, type WavesRun } from './waves-run.ts'

/** What became of what was ordered for a server. */
export async function follow(
  parts: WavesParts,
  run: WavesRun,
  plan: PlanRow,
  row: ServerRow,
  signal: AbortSignal,
): Promise<void> {
  const { db } = parts.platform
  const isBack = plan.direction === 'back'
  const isWithHand = row.hand_by !== null && (isBack ? endsByHand : endsByHandForward).includes(row.state)
  if (isWithHand) {
    const note = `${row.hand_by} deployed ${row.hand_release} by hand.`
    await moveServer(db, run, row, { state: 'aside', note })
  } else if (row.state === 'returning') await followReturn(parts, run, row, signal)
  else if (row.state === 'deploying' && row.deployed === 'succeeded')
    await moveServer(db, run, row, { state: 'watching' })
  else if (row.state === 'deploying' && row.deployed === 'error') await judgeServer(parts, run, plan, row)
  else if (row.state === 'watching' && !isBack) await watchServer(parts, run, plan, row)
}

/** What a deployment by hand takes out of a plan; what was judged is not judged again, but is not brought back either. */
const endsByHandForward: readonly ServerRow['state'][] = ['waiting', 'watching']
const endsByHand: readonly ServerRow['state'][] = [...endsByHandForward, 'passed', 'failed', 'undecided']

async function watchServer(parts: WavesParts, run: WavesRun, plan: PlanRow, row: ServerRow): Promise<void> {
  if (plan.stopped_at === null) return judgeServer(parts, run, plan, row)
  await moveServer(parts.platform.db, run, row, {
    state: 'undecided',
    note: 'The release was stopped before it could be judged.',
    judged_at: parts.platform.clock.now(),
  })
}

const outcomes = { passes: 'passed', fails: 'failed', undecided: 'undecided' } as const

async function judgeServer(parts: WavesParts, run: WavesRun, plan: PlanRow, row: ServerRow): Promise<void> {
  const { db, clock } = parts.platform
  const now = clock.now()
  const { outcome, evidence } = judge(await knownOf(db, plan, row, now))
  const said = JSON.stringify(evidence)
  if (outcome === 'open') {
    if (said !== JSON.stringify(row.evidence))
      await moveServer(db, run, row, { state: row.state, evidence: said })
    return
  }
  const against = outcome === 'passes' ? [] : evidence.filter(({ is }) => is !== 'well')
  await moveServer(db, run, row, {
    state: outcomes[outcome],
    note: against.map(({ says }) => says).join(' '),
    evidence: said,
    judged_at: now,
  })
}

/** Back only when its agent says so: an order that succeeded is not enough. */
async function followReturn(
  parts: WavesParts,
  run: WavesRun,
  row: ServerRow,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = parts.platform
  if (row.brought_back === 'pending' || row.brought_back === 'running') return
  const leave = (note: string) => moveServer(db, run, row, { state: 'left', note, judged_at: clock.now() })
  if (row.brought_back !== 'succeeded') return void (await leave(row.brought_back_reason || 'It failed.'))
  const { data } = await askServer(parts, row, signal)
  const first = row.release_at_first_attempt
  if (data?.state === 'idle' && data.release === first)
    await moveServer(db, run, row, { state: 'returned', note: '', judged_at: clock.now() })
  else if (data && data.state !== 'deploying')
    await leave(
      data.state === 'failed'
        ? 'Its core is down.'
        : `Its agent says that it runs ${data.release}, not ${first}.`,
    )
  else if (clock.now().getTime() > (row.brought_back_at?.getTime() ?? 0) + waitsAfterCount * 60_000)
    await leave(`Its agent does not say whether it runs ${first}.`)
}
