import type { Diagnosis } from '@support-console/contract'
import type { Database } from '../../apps/server/src/platform/database/open-database.ts'
import { compose, type Forced } from './compose.ts'
import { graded, type Outcome } from './grade.ts'
import { expectedOf } from './oracle.ts'
import { play } from './play.ts'
import { openWorldStage } from './stage.ts'

interface Asked {
  seed: number
  count: number
  forced?: Forced
  onDone?: (done: { outcome: Outcome; diagnosis: Diagnosis }) => void
}

/** Plays so many worlds, from the seed on, one after the other. */
export async function playWorlds(
  database: Database,
  { seed, count, forced, onDone }: Asked,
): Promise<Outcome[]> {
  const stage = await openWorldStage(database)
  const outcomes: Outcome[] = []
  try {
    for (let i = 0; i < count; i++) {
      const plan = await compose(stage.db, seed + i, forced)
      const begun = performance.now()
      const diagnosis = await play(stage, plan)
      const outcome = graded(plan, expectedOf(plan), diagnosis, performance.now() - begun)
      outcomes.push(outcome)
      onDone?.({ outcome, diagnosis })
      await stage.forget()
    }
  } finally {
    await stage.close()
  }
  return outcomes
}
