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
  /** From which address a command line asked for it; empty: it was made on the page. */
  origin: Generated<string>
}

/** A command line that asks to sign in (D60). */
interface DeviceSignOnTable {
  /** Of the secret that it has; with a yes, that of its token. */
  token_hash: Uint8Array
  token_beginning: string
  code_hash: Uint8Array
  machine: string
  remote_address: string
  scopes: Permission[]
  /** Of the code; after an answer, of the time to fetch it. */
  ends_at: Date
  polled_at: Date | null
  pause_seconds: number
  answer: 'allowed' | 'denied' | null
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    personal_token: PersonalTokenTable
    device_sign_on: DeviceSignOnTable
  }
}
