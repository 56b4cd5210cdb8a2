import { deliveriesKeptDays } from '@support-console/contract'
import type { Feature, FeatureParts } from '../../../platform/feature.ts'
import { type Lookup, systemLookup } from './receiver.ts'
import { createSending, purgeEvents } from './send.ts'
import { registerWebhooks } from './webhooks.routes.ts'

import './webhooks.table.ts'

export type { Lookup } from './receiver.ts'
export { openSecretsOf, sealWebhooks } from './sealed-secrets.ts'

interface Needs extends Pick<FeatureParts, 'platform'> {
  /** How names of receivers are looked up; tests have one of their own. */
  lookup?: Lookup | undefined
  settings: { http: { publicUrl: string }; webhooks: { allowsLocal: boolean } }
}

/** Tells other systems what happened (D59). */
export function webhooks({ platform, lookup = systemLookup, settings }: Needs): Feature {
  const { allowsLocal } = settings.webhooks
  const { publicUrl } = settings.http
  const sending = createSending({ platform, publicUrl: publicUrl.replace(/\/+$/, ''), allowsLocal, lookup })
  return {
    calls: (api) => registerWebhooks(api, { allowsLocal }),
    upkeep: [purgeEvents(deliveriesKeptDays, platform.clock.now)],
    watch: () => sending.start(),
    close: () => sending.close(),
  }
}
