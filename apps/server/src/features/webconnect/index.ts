import type { Feature, FeatureParts } from '../../platform/feature.ts'
import type { Neighbours } from '../../systems/neighbours.ts'
import { forgetAbsences } from './absences.ts'
import { createCollector, type WebConnectTimes, webConnectFigure } from './collector.ts'
import { thinSamples } from './thin-samples.ts'
import { forgetOutages } from './together/kept-outages.ts'
import { registerWebConnect } from './webconnect.routes.ts'

export { beginningsOf, longAbsencesOf } from './absences.ts'
export { type Collector, createCollector, type WebConnectTimes } from './collector.ts'
export { readControlGroup, troublesSince } from './control-group.ts'
export { createLooks, type Looks } from './looks.ts'
export { readPanelDay } from './panel-day.ts'
export { type InScope, othersAway, panelsAway } from './stops.ts'
export { heardOf, keepSilent, silentBetween, silentNow } from './together/away-now.ts'
export { containersLate } from './together/containers-down.ts'
export { keepOutages, openOutages } from './together/kept-outages.ts'
export type { Outage } from './together/outage.ts'
export { createOutages } from './together/outages.ts'
export { type StoppedTogether, stoppedTogether } from './together/read-common-causes.ts'
export { lastSessionOf, readMetrics } from './webconnect.store.ts'

import './webconnect.table.ts'

interface Needs extends FeatureParts {
  neighbours: Pick<Neighbours, 'webConnect'>
  settings: { webConnect: WebConnectTimes & { detailHours: number; keepHours: number } }
}

/** WebConnect Metrics (2.13), and the collector of what the containers say. */
export function webConnect({ platform, neighbours, settings }: Needs): Feature {
  const times = settings.webConnect
  const collector = createCollector({ platform, webConnect: neighbours.webConnect, settings: times })
  return {
    calls: (api) => registerWebConnect(api, times),
    figures: [webConnectFigure],
    upkeep: [(db) => thinSamples(db, times), forgetAbsences, forgetOutages],
    watch: () => collector.start(),
    close: collector.close,
  }
}
