import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { describeOnOneDatabase } from '../../apps/server/src/testing/databases.ts'
import { stopped } from './causes/places.ts'
import { inOrderOf } from './compose.ts'
import { drawFrom } from './draw.ts'
import { play } from './play.ts'
import { subjectOf } from './population.ts'
import { type Situation, situations } from './review.ts'
import { openWorldStage, type WorldStage } from './stage.ts'
import type { Plan } from './world.ts'

vi.setConfig({ testTimeout: 120_000 })

describeOnOneDatabase('true cause: the thirty situations of the review', (database) => {
  let stage: WorldStage
  beforeAll(async () => {
    stage = await openWorldStage(database.get())
  })
  afterAll(() => stage?.close())

  it.each(Object.entries(situations).map(([number, each]) => ({ number, ...each })))(
    '$number: $what',
    async ({ number, ...situation }) => {
      const { verdict, findings, changes } = await play(stage, await planOf(number, situation))
      await stage.forget()
      const codes = verdict.causes.map(({ code }) => code)
      const steps = [verdict.next, ...verdict.causes.map(({ next }) => next)].map((step) => step?.text ?? '')
      const read = [verdict.sentence, verdict.second, ...steps].join(' ')
      const whole = JSON.stringify({ verdict, findings }, null, 1)
      expect([situation.state].flat(), whole).toContain(verdict.state)
      expect(codes.slice(0, Math.max(1, situation.causes.length)), whole).toEqual(situation.causes)
      for (const pattern of situation.says) expect(read).toMatch(pattern)
      for (const pattern of situation.never ?? []) expect(read).not.toMatch(pattern)
      const told = changes.changes.map(({ what }) => what)
      for (const pattern of situation.changed ?? [])
        expect(told).toContainEqual(expect.stringMatching(pattern))
      const found = findings.map(({ code, state }) => `${code} ${state}`)
      for (const each of situation.also ?? []) expect(found, whole).toContain(each)
      // Whatever it is, the step leads on.
      if (verdict.state !== 'fine') expect(steps[0], whole).not.toBe('')
    },
  )

  async function planOf(number: string, situation: Situation): Promise<Plan> {
    const draw = drawFrom(`situation ${number} of the review`)
    const { carrier, symptom, silent } = situation
    let subject: Plan['subject']
    do subject = await subjectOf(stage.db, draw, () => false)
    while (carrier ? subject.carrier !== carrier : !['ATT', 'VZN'].includes(subject.carrier))
    const plan = inOrderOf(subject, draw)
    plan.symptom = symptom ?? (silent === undefined ? 'reporting' : 'not-connected')
    plan.silentMinutes = silent ?? null
    plan.reader = situation.as ?? 'support'
    plan.about = situation.about ?? 'panels'
    if (silent !== undefined) plan.sessions.set(subject.cloudId, (now) => stopped(plan, now, silent))
    for (const plant of situation.planted) await plant(plan, stage)
    return plan
  }
})
