import type { Feature, FeatureParts } from '../../platform/feature.ts'
import { repeatedly } from '../../platform/repeatedly.ts'
import { keptAfterEnd } from '../../platform/undertakings/runs.ts'
import { createViews, type StateSettings } from '../states/index.ts'
import { kind, lookAtAll } from './watch-work.ts'
import { registerWatches } from './watches.routes.ts'

export { watchesWithin } from './watches-within.ts'

/** Between two looks at all that are watched: containers are looked at every minute. */
const pauseMs = 10_000

interface Needs extends Pick<FeatureParts, 'platform'> {
  settings: StateSettings & { keepDays: { batches: number } }
}

/** Being told when a panel is back. */
export function watches({ platform, settings }: Needs): Feature {
  const parts = { platform, viewOf: createViews(platform, settings) }
  const looking = repeatedly(
    platform,
    'looking at panels that are watched',
    (signal) => lookAtAll(parts, signal),
    () => pauseMs,
  )
  return {
    calls: (api) => registerWatches(api, parts),
    upkeep: [keptAfterEnd(kind, settings.keepDays.batches, platform.clock.now)],
    watch: () => looking.start(),
    close: looking.close,
  }
}
