import { panelSituations } from './panels.ts'
import { simSituations } from './sims.ts'
import type { Situations } from './situation.ts'
import { sourceSituations, togetherSituations, unforeseenSituations } from './together.ts'

export type { Changes, Situation } from './situation.ts'

/** Every situation that the outside world can be in, by its name. */
export const situations: Situations = {
  ...simSituations,
  ...panelSituations,
  ...sourceSituations,
  ...togetherSituations,
  ...unforeseenSituations,
}
