import { addresses } from '@support-console/contract/addresses'
import { logShapes } from '../../kit/log-search/log-shapes.tsx'
import type { Screen } from '../../kit/screen.ts'

export const auditTrailScreen: Screen = {
  path: addresses.auditTrail(),
  menu: 'MenuAuditTrail',
  title: 'TitleAuditTrail',
  letter: 't',
  icon: logShapes.auditTrail,
  permission: 'user-actions.read',
  load: async () => (await import('./index.ts')).UserActionDetail,
}
