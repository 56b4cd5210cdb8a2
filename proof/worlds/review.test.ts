import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { describeOnOneDatabase } from '../../apps/server/src/testing/databases.ts'
import { play } from './play.ts'
import { subjectOf } from './population.ts'
import { type Situation, situations } from './review.ts'
import { openWorldStage, type WorldStage } from './stage.ts'
import { type Plan, sessionsBeganMinutes } from './world.ts'

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
      const plan = await planOf(Number(number), situation)
      await play(stage, plan)
      const { cloudId, iccid } = plan.subject
      const { verdict, findings, changes } = await stage.ask(
        situation.about === 'sims' ? `sims/${iccid}` : `panels/${cloudId}`,
        situation.as ?? 'support',
        situation.withinSeconds,
      )
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

  async function planOf(number: number, situation: Situation): Promise<Plan> {
    const { carrier, silent, isConnected } = situation
    const subject = await subjectOf(stage.db, number, carrier)
    const plan: Plan = {
      subject,
      events: [],
      views: [],
      sessions: new Map(),
      rewrites: [],
      lookedAtMinutes: 0,
      lookedAt: [],
    }
    if (silent !== undefined) {
      // A panel that is missed for five minutes is gone.
      plan.lookedAt.push(silent, silent - 8)
      plan.sessions.set(subject.cloudId, (now) => {
        if (now > silent) return undefined
        if (!isConnected) return 'none'
        return { connectedMinutes: sessionsBeganMinutes - now, heardMinutes: silent - now }
      })
    }
    for (const plant of situation.planted) await plant(plan, stage)
    return plan
  }
})
