import type { Feature, FeatureParts } from '../../platform/feature.ts'
import type { Neighbours } from '../../systems/neighbours.ts'
import { createViews, type StateSettings } from '../states/index.ts'
import { registerFleet } from './fleet.routes.ts'
import { lookAtSilentPanels } from './look-at-silent.ts'
import { createSurvey } from './survey.ts'
import { createAskApart } from './sweep/ask-apart.ts'
import {
  type Hours,
  keptSweeps,
  registerSweeps,
  type SweepSettings,
  sweepAtNight,
  workOnSweeps,
} from './sweep/index.ts'

export { type Hours, nextNight } from './sweep/begin-sweep.ts'
export { coverageOf } from './sweep/coverage.ts'
export { scansBetween } from './sweep/read-sweep.ts'

interface Needs extends FeatureParts {
  neighbours: Neighbours
  settings: StateSettings & {
    fleet: SweepSettings & { surveyMs: number; hours: Hours | null }
    keepDays: { batches: number }
  }
}

/** The fleet: what is wrong before anybody calls. */
export function fleet({ platform, jobs, neighbours, settings }: Needs): Feature {
  const viewOf = createViews(platform, settings)
  const { surveyMs: everyMs, hours } = settings.fleet
  const view = () => viewOf({ may: () => true })
  const atTurn = () => sweepAtNight(platform, jobs, hours)
  const survey = createSurvey({ platform, view, everyMs, atTurn })
  const askApart = createAskApart({ platform, neighbours })
  const lookAtSilent = () => lookAtSilentPanels(platform.db, jobs, view())
  const parts = {
    platform,
    carriers: neighbours.carriers,
    view,
    settings: settings.fleet,
    askApart,
    lookAtSilent,
  }
  workOnSweeps(jobs, parts)
  platform.observations.onNote(({ kind, id }) => {
    if (kind === 'sim') survey.heard(id)
  })
  return {
    calls(api) {
      registerFleet(api, viewOf)
      registerSweeps(api, { jobs, hours, viewOf })
    },
    upkeep: [keptSweeps(settings.keepDays.batches, platform.clock.now)],
    watch: () => survey.start(everyMs),
    close: survey.close,
  }
}
