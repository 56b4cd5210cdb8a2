/** Doors for others than the console's own pages. */

export { installersLink } from './installers-link/index.ts'
export { type Lookup, openSecretsOf, sealWebhooks, webhooks } from './webhooks/index.ts'
