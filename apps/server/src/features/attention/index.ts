import { randomUUID } from 'node:crypto'
import type { Feature, FeatureParts } from '../../platform/feature.ts'
import type { Standing } from '../../platform/outbound/index.ts'
import { repeatedly } from '../../platform/repeatedly.ts'
import { type Hours, nextNight } from '../fleet/index.ts'
import { agentCountsMs } from '../states/index.ts'
import { keepSilent } from '../webconnect/index.ts'
import { registerAttention } from './attention.routes.ts'
import { keepNeeded, takeTurn } from './attention.store.ts'
import { driftSource } from './drift.ts'
import { outagesSource } from './outages.ts'
import { receiversSource } from './receivers.ts'
import type { Source } from './source.ts'
import { noteTroubles, troublesSource } from './troubles.ts'
import { webhooksSource } from './webhooks.ts'
import { batchesSource, disabledSource, wavesSource } from './work.ts'

import './attention.table.ts'

/** So often it is looked what needs a person, in milliseconds: cheap while nothing has stopped. */
const everyMs = 5_000

interface Needs extends Pick<FeatureParts, 'platform'> {
  standing: Standing
  settings: {
    webConnect: { silentMinutes: number }
    csr: { statusMs: number }
    fleet: { hours: Hours | null }
  }
}

/** What needs a person (fleet 4): computed here, and gone by itself. */
export function attention({ platform, standing, settings }: Needs): Feature {
  const { db, clock } = platform
  const server = randomUUID()
  const sources: readonly Source[] = [
    outagesSource({ silentMs: settings.webConnect.silentMinutes * 60_000 }),
    troublesSource,
    receiversSource({ agentCountsMs: agentCountsMs(settings.csr) }),
    batchesSource,
    disabledSource,
    wavesSource,
    webhooksSource,
    driftSource,
  ]
  let noted = ''

  async function tell(): Promise<void> {
    const troubles = standing.troubles()
    const now = JSON.stringify(troubles)
    if (now !== noted) await noteTroubles(db, server, troubles)
    noted = now
  }

  async function look(): Promise<void> {
    const at = clock.now()
    if (!(await takeTurn(db, at, everyMs))) return
    const found = await Promise.all(sources.map((source) => source(db, at)))
    await keepNeeded(db, found.flat(), at)
    await keepSilent(db, at)
  }

  const telling = repeatedly(platform, 'telling which neighbours are in trouble', tell, () => everyMs)
  const looking = repeatedly(platform, 'the look for what needs a person', look, () => everyMs)
  return {
    calls: (api) =>
      registerAttention(api, {
        ...{ standing, agentCountsMs: agentCountsMs(settings.csr) },
        nextLook: (now) => settings.fleet.hours && nextNight(settings.fleet.hours, now),
      }),
    heed: () => telling.start(),
    // A little later than what it looks at.
    watch: () => looking.start(everyMs / 2),
    close: () => Promise.all([telling.close(), looking.close()]).then(() => {}),
  }
}
