import { addresses } from '@support-console/contract/addresses'
import type { Page } from '../../kit/screen.ts'

/** Reached from the menu behind the name. */
export const tokensPage: Page = {
  path: addresses.tokens(),
  title: 'TitleTokens',
  load: async () => (await import('./tokens.tsx')).Tokens,
}
