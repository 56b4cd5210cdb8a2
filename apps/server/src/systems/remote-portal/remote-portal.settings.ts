import { demoAddress, demoSecret, type ValuesOf } from '../../platform/settings/setting.ts'
import type { pathfinderSettings } from '../pathfinder/pathfinder.settings.ts'

/** The settings of the Remote Portal. */
export const remotePortalSettings = [
  demoAddress('REMOTE_PORTAL_BASE_URL', '/remote-portal/api/v1', 'Remote Portal'),
  demoSecret('REMOTE_PORTAL_API_KEY', 'demo-portal-key', 'Remote Portal key'),
] as const

/** What the adapter is given of them. */
export const remotePortalOf = (
  values: ValuesOf<typeof remotePortalSettings> &
    Pick<ValuesOf<typeof pathfinderSettings>, 'PANEL_ANSWER_SECONDS'>,
) => ({
  baseUrl: values.REMOTE_PORTAL_BASE_URL,
  apiKey: values.REMOTE_PORTAL_API_KEY,
  answerWithinMs: values.PANEL_ANSWER_SECONDS * 1000,
})
