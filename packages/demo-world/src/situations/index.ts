import { panelSituations } from './panels.ts'
import { reviewedSituations } from './reviewed.ts'
import { reviewedActSituations } from './reviewed-acts.ts'
import { reviewedSourceSituations } from './reviewed-sources.ts'
import { simSituations } from './sims.ts'
import type { Situations } from './situation.ts'
import { sourceSituations, togetherSituations, unforeseenSituations } from './together.ts'

export type { Changes, Situation } from './situation.ts'
export { connected, gone } from './subjects.ts'

/** Every situation that the outside world can be in, by its name. */
export const situations: Situations = {
  ...simSituations,
  ...panelSituations,
  ...sourceSituations,
  ...togetherSituations,
  ...unforeseenSituations,
  ...reviewedSituations,
  ...reviewedActSituations,
  ...reviewedSourceSituations,
}
