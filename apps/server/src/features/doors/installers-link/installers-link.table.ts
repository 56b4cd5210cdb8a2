import type { PageLanguage, Permission } from '@support-console/contract'

export type LinkEnd = 'reported' | 'time' | 'revoked'

export interface InstallersLinkTable {
  link_id: string
  /** SHA-256 of what stands in its address: 128 random bits, which need no slower one. */
  token_hash: string
  cloud_id: string
  language: PageLanguage
  rights: Permission[]
  issuer: string
  subject: string
  email: string
  created_at: Date
  until_at: Date
  reporting_since: Date | null
  opened_at: Date | null
  entered_at: Date | null
  ended_at: Date | null
  ended_how: LinkEnd | null
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    installers_link: InstallersLinkTable
  }
}
