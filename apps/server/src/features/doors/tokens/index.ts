import type { Feature, FeatureParts } from '../../../platform/feature.ts'
import { registerTokens } from './tokens.routes.ts'
import { purgeTokens } from './tokens.store.ts'

export { createTokenAuthenticator } from './authenticate.ts'

/** Personal tokens (D58). */
export const tokens = ({ platform }: FeatureParts): Feature => ({
  calls: registerTokens,
  upkeep: [(db) => purgeTokens(db, platform.clock.now())],
})
