import { type Permission, webhookRight } from '@support-console/contract'
import { sql } from 'kysely'
import { deleteInSteps } from '../../../platform/database/keep.ts'
import type { Db } from '../../../platform/database/open-database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type Repeated, repeatedly } from '../../../platform/repeatedly.ts'
import { mayStill } from '../../../platform/sign-on/known-rights.ts'
import { settle } from '../../../platform/undertakings/undertakings.ts'
import { type Claimed, claim, giveUp, letGo, offStep, record } from './attempts.ts'
import { bodyOf, rightsOf, signed } from './message.ts'
import { type Lookup, post } from './receiver.ts'
import { openSecretsOf } from './sealed-secrets.ts'
import { switchOff, type WebhookRow, webhookKind } from './webhooks.store.ts'

const day = 86_400_000
/** How often it is looked for what is due. */
const everyMs = 1000

interface Parts {
  platform: Platform
  publicUrl: string
  allowsLocal: boolean
  lookup: Lookup
}

interface Sending extends Repeated {
  /** Begins what is due now. */
  look(): Promise<void>
  /** Waits for all attempts that are under way. */
  settled(): Promise<void>
}

/** Brings events to webhooks. Each webhook has attempts of its own: one that is slow or gone holds up no other. */
export function createSending({ platform, publicUrl, allowsLocal, lookup }: Parts): Sending {
  const { db, clock, log, secrets } = platform
  const underWay = new Set<Promise<void>>()
  const stopping = new AbortController()
  const ways = { clock, lookup, allowsLocal }

  async function look(): Promise<void> {
    for (const claimed of await claim(db, clock.now())) {
      const run = attempt(claimed)
        .catch(async (error: unknown) => {
          if (stopping.signal.aborted) await letGo(db, claimed)
          // Taken up again when its time is over, not at once.
          else log.error({ err: error }, 'an attempt at a webhook failed on our side')
        })
        .finally(() => underWay.delete(run))
      underWay.add(run)
    }
  }

  async function attempt(claimed: Claimed): Promise<void> {
    const [webhook, event] = await Promise.all([
      db.selectFrom('webhook').selectAll().where('webhook_id', '=', claimed.webhook_id).executeTakeFirst(),
      db.selectFrom('webhook_event').selectAll().where('event_id', '=', claimed.event_id).executeTakeFirst(),
    ])
    if (!webhook || !event) return
    if (!(await mayOwner(db, webhook, [webhookRight]))) return endOfOwner(webhook, claimed)
    if (!(await mayOwner(db, webhook, rightsOf(event)))) {
      await giveUp(db, claimed, 'withheld')
      return
    }
    const at = clock.now()
    const begun = clock.elapsed()
    const { secret, former_secret } = openSecretsOf(secrets, webhook)
    const inUse =
      webhook.former_until !== null && webhook.former_until > at ? [secret, former_secret] : [secret]
    const body = bodyOf(event, publicUrl)
    const headers = signed(event.event_id, body, inUse, at)
    const outcome = await post({ url: webhook.url, headers, body }, ways, stopping.signal)
    const tookMs = clock.elapsed() - begun
    await settle(db, webhookKind, (trx) =>
      record(trx, { claimed, webhook, outcome, at, tookMs, now: clock.now() }),
    )
  }

  async function endOfOwner(webhook: WebhookRow, claimed: Claimed): Promise<void> {
    await giveUp(db, claimed)
    await settle(db, webhookKind, async (trx) =>
      (await switchOff(trx, webhook.webhook_id, 'owner', clock.now()))
        ? offStep(webhook, 'owner')
        : undefined,
    )
  }

  const settled = async () => void (await Promise.all(underWay))
  const looking = repeatedly(platform, 'the sending of webhooks', look, () => everyMs)
  return {
    start: looking.start,
    async close() {
      await looking.close()
      stopping.abort(new Error('the server is stopping'))
      await settled()
    },
    look,
    settled,
  }
}

/** Whether its owner may still be told; what was ordered goes on without a token. */
async function mayOwner(db: Db, webhook: WebhookRow, rights: readonly Permission[]): Promise<boolean> {
  const order = { issuer: webhook.issuer, subject: webhook.subject, ordered_at: webhook.saved_at }
  for (const right of rights) if (!(await mayStill(db, order, right))) return false
  return true
}

/** The hourly tidying: events go some days after they were noted, and what waits for a webhook that ended is dropped. */
export const purgeEvents =
  (days: number, now: () => Date) =>
  async (db: Db): Promise<void> => {
    const before = new Date(now().getTime() - days * day).toISOString()
    await sql`
      update webhook_delivery as it set state = 'dropped', due_at = null from webhook
      where webhook.webhook_id = it.webhook_id and until_at <= ${now().toISOString()}::timestamptz and state = 'waiting' and due_at is not null`.execute(
      db,
    )
    await deleteInSteps(db, 'webhook_event', sql`noted_at < ${before}::timestamptz`)
  }
