import { addresses } from '@support-console/contract/addresses'
import type { Page } from '../../kit/screen.ts'

export const apiReferencePage: Page = {
  path: addresses.apiReference(),
  title: 'TitleApiReference',
  load: async () => (await import('./index.ts')).ApiReference,
}
