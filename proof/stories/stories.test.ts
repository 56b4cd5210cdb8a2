import { expect, it, vi } from 'vitest'
import { findPrograms } from '../../apps/server/src/testing/postgres-programs.ts'
import { playStory } from './play.ts'
import { openStoryStage } from './stage.ts'

vi.setConfig({ testTimeout: 300_000 })

// More of them, with all figures: npm run task -- stories.
it.skipIf(!findPrograms())(
  'living world: a drawn story of three faults has nothing wrongly fine, no false row',
  async () => {
    const dayMs = 86_400_000
    const stage = await openStoryStage(Math.ceil(Date.now() / dayMs) * dayMs, 200)
    try {
      const { judgements, falseRows } = await playStory(stage, { seed: 305, size: 3 }, 180, {
        seed: 305,
        asks: 8,
        quietMinutes: 30,
      })
      expect(judgements.length).toBeGreaterThan(5)
      expect(judgements.filter(({ isWronglyFine }) => isWronglyFine)).toEqual([])
      expect(falseRows).toEqual([])
      // No time, count or step that is not so in the world.
      expect(judgements.flatMap(({ untrue, stepFaults }) => [...untrue, ...stepFaults])).toEqual([])
      const known = judgements.filter(({ truth }) => truth.canBeKnown)
      expect(known.filter(({ isRight }) => isRight).length).toBeGreaterThan(known.length / 2)
    } finally {
      await stage.close()
    }
  },
)
