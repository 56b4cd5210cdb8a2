import { sql } from 'kysely'
import { deleteInSteps, keptFor } from '../../../platform/database/keep.ts'
import type { Feature, FeatureParts } from '../../../platform/feature.ts'
import { repeatedly } from '../../../platform/repeatedly.ts'
import { createViews, type StateSettings } from '../../states/index.ts'
import { endLinks } from './end-links.ts'
import { registerInstallersLinks } from './installers-link.routes.ts'
import type {} from './installers-link.table.ts'
import { servePage } from './page.routes.ts'

/** Containers are looked at every minute. */
const pauseMs = 10_000

interface Needs extends Pick<FeatureParts, 'platform'> {
  settings: StateSettings & { keepDays: { batches: number } }
}

/** A page of one panel for the installer at the box, by a link, without an account (D59). */
export function installersLink({ platform, settings }: Needs): Feature {
  const viewOf = createViews(platform, settings)
  const ending = repeatedly(
    platform,
    'ending links for installers',
    (signal) => endLinks(platform, viewOf, signal),
    () => pauseMs,
  )
  return {
    calls(api) {
      registerInstallersLinks(api)
      servePage(api)
    },
    upkeep: [
      keptFor(settings.keepDays.batches, platform.clock.now, (db, before) =>
        deleteInSteps(db, 'installers_link', sql`coalesce(ended_at, until_at) < ${before}`),
      ),
    ],
    watch: () => ending.start(),
    close: ending.close,
  }
}
