import { addresses } from '@support-console/contract/addresses'
import type { Screen } from '../../kit/screen.ts'

export const auditTrailScreen: Screen = {
  path: addresses.auditTrail(),
  menu: 'MenuAuditTrail',
  title: 'TitleAuditTrail',
  letter: 't',
  icon: (
    <>
      <circle cx="6" cy="5" r="2.5" />
      <path d="M1.5 13.5c.3-2.8 2-4.3 4.5-4.3 1 0 1.9.2 2.6.7M9.5 11.8l1.7 1.7 3.3-3.6" />
    </>
  ),
  permission: 'user-actions.read',
  load: async () => (await import('./index.ts')).UserActionDetail,
}
