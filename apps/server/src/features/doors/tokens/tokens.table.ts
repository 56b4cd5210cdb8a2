import type { Permission } from '@support-console/contract'
import type { Generated } from 'kysely'

/** A personal token (D58). */
interface PersonalTokenTable {
  token_id: string
  issuer: string
  subject: string
  /** As it was when the token was made: a label. */
  email: string
  name: string
  /** Its first eight characters. */
  beginning: string
  /** SHA-256 of the whole. */
  hash: Uint8Array
  scopes: Permission[]
  /** By the database's clock, as is the end of sign-ons that it is compared with. */
  made_at: Generated<Date>
  ends_at: Date
  /** Written at most once a minute. */
  used_at: Date | null
  revoked_at: Date | null
  revoked_by: Generated<string>
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    personal_token: PersonalTokenTable
  }
}
