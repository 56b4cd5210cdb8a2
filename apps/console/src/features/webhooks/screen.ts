import { patterns } from '@support-console/contract/addresses'
import type { Page } from '../../kit/screen.ts'

export const webhooksPage: Page = {
  path: patterns.webhooks,
  title: 'TitleWebhooks',
  permission: 'webhooks.manage',
  load: async () => (await import('./index.ts')).Webhooks,
}
