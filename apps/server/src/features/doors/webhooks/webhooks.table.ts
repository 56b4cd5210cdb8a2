import type {
  DeliveryProblem,
  DeliveryState,
  Permission,
  SentKind,
  WebhookKind,
  WebhookOffWhy,
} from '@support-console/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Sealed } from '../../../platform/secrets/secret-box.ts'
import type { Behalf } from '../../../platform/undertakings/behalf.ts'

/** On behalf of the person who saved it last. */
interface WebhookTable extends Behalf {
  webhook_id: string
  name: string
  url: string
  kinds: WebhookKind[]
  secret: Sealed
  former_secret: Generated<Sealed>
  former_until: Date | null
  saved_at: Date
  until_at: Date
  off_why: WebhookOffWhy | null
  off_at: Date | null
  /** The first failed attempt by itself since one came through. */
  failing_since: Date | null
  delivered_at: Date | null
  /** The receiver asked for a pause. */
  paused_until: Date | null
}

/** What a page and the rights of an event are made of; by its kind. */
export interface About {
  /** Of work its kind, of an outage its scope. */
  what?: string
  sort?: string
  name?: string
  thing?: string
}

interface WebhookEventTable {
  event_id: Generated<string>
  kind: SentKind
  thing_id: string
  about: ColumnType<About, string, string>
  rights: Permission[]
  at: Date
  once: string | null
  noted_at: Generated<Date>
}

interface WebhookDeliveryTable {
  webhook_id: string
  event_id: string
  state: Generated<DeliveryState>
  attempts: Generated<number>
  due_at: Date | null
  asked_at: Date | null
  run_id: string | null
  held_until: Date | null
}

interface WebhookAttemptTable {
  attempt_id: Generated<string>
  webhook_id: string
  event_id: string
  at: Date
  took_ms: number
  status: number | null
  problem: DeliveryProblem | null
  answer: string
  by_hand: boolean
}

/** What needs attention and was told to begin. */
interface WebhookAttentionTable {
  key: string
  rights: Permission[]
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    webhook: WebhookTable
    webhook_event: WebhookEventTable
    webhook_delivery: WebhookDeliveryTable
    webhook_attempt: WebhookAttemptTable
    webhook_attention: WebhookAttentionTable
  }
}
