import { patterns } from '@support-console/contract/addresses'
import type { Page } from '../../kit/screen.ts'

export const outagePage: Page = {
  path: patterns.outages,
  title: 'TitleOutages',
  permission: 'webconnect.read',
  load: async () => (await import('./index.ts')).Outages,
}
