import type { Diagnosis } from '@support-console/contract'
import { sql } from 'kysely'
import { insertSim } from './population.ts'
import type { WorldStage } from './stage.ts'
import { outsideAt } from './views.ts'
import type { Plan } from './world.ts'

/** So long those are waited for who answer, while one never does. */
const untilOpenSeconds = 4

/** Plays a world from the day before to the question, and asks it. */
export async function play(stage: WorldStage, plan: Plan): Promise<Diagnosis> {
  const { subject, events, looks, lookedAt, silentMinutes } = plan
  await insertSim(stage.db, subject)
  const begin = Math.max(1720, ...looks, ...events.map(({ minutes }) => minutes + 1))
  const last = plan.lookedAtMinutes
  const collected = new Set([begin, last, ...lookedAt])
  if (silentMinutes !== null && silentMinutes > last)
    // Those that stop with it do so up to two minutes before and after; who is missed for five minutes is gone.
    for (const after of plan.fellWith.size > 0 ? [2, 1, 0, -1, -2, -8] : [0, -8])
      if (silentMinutes + after > last) collected.add(silentMinutes + after)
  const moments = new Set([...collected, ...looks, ...events.map(({ minutes }) => minutes), 0])
  let now = begin
  for (const moment of [...moments].sort((a, b) => b - a)) {
    await stage.pass(now - moment)
    now = moment
    const due = events.filter(({ minutes }) => minutes === moment)
    if (due.length > 0) await stage.enter(outsideAt(plan, moment + 0.01))
    for (const { does } of due) await does(stage)
    await stage.enter(outsideAt(plan, moment))
    if (moment === 0) stage.rewrite(plan.rewrites)
    if (collected.has(moment)) await stage.collect()
    if (looks.includes(moment)) await stage.ask(`panels/${subject.cloudId}`, 'support')
  }
  if (plan.isWithoutSim) await forgetSims(stage, subject.cloudId)
  const asked = `${plan.about}/${plan.about === 'sims' ? subject.iccid : subject.cloudId}`
  return stage.ask(asked, plan.reader, plan.open.size > 0 ? untilOpenSeconds : undefined)
}

/** No session named a SIM. */
const forgetSims = ({ db }: WorldStage, cloudId: string) =>
  sql`update observation set fields = fields || '{"iccid": ""}' where thing_id = ${cloudId}`.execute(db)
