import type { Feature, FeatureParts } from '../../platform/feature.ts'
import { registerSession, type SessionSettings } from './session.routes.ts'

interface Needs extends FeatureParts {
  version: string
  settings: SessionSettings
}

/** What the console needs before and after signing in. */
export const session = ({ version, settings }: Needs): Feature => ({
  calls: (api) => registerSession(api, version, settings),
})
