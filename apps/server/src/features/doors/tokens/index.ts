import type { Feature, FeatureParts } from '../../../platform/feature.ts'
import { registerDevices } from './device.routes.ts'
import { purgeDevices } from './device.store.ts'
import { registerTokens } from './tokens.routes.ts'
import { purgeTokens } from './tokens.store.ts'

export { createTokenAuthenticator } from './authenticate.ts'

interface Needs extends Pick<FeatureParts, 'platform'> {
  settings: { deviceSignOn: boolean }
}

/** Personal tokens (D58), and command lines that get one by a code, where that is switched on (D60). */
export const tokens = ({ platform: { clock }, settings }: Needs): Feature => ({
  calls(api) {
    registerTokens(api)
    if (settings.deviceSignOn) registerDevices(api)
  },
  upkeep: [(db) => purgeTokens(db, clock.now()), (db) => purgeDevices(db, clock.now())],
})
