import { calls, thing, type Webhook } from '@support-console/contract'
import type { Api } from '../../../platform/http/api.ts'
import { registerCall } from '../../../platform/http/register-call.ts'
import { Problem, problems } from '../../../platform/problem.ts'
import { sayUtc } from '../../../platform/say-utc.ts'
import { addTest, askAgain, listDeliveries } from './deliveries.store.ts'
import { faultOf } from './receiver.ts'
import {
  addWebhook,
  changeSecret,
  deleteWebhook,
  findWebhook,
  listWebhooks,
  readWebhook,
  type Saved,
  saveWebhook,
  sayWebhook,
  switchOff,
  switchOn,
  type WebhookRow,
} from './webhooks.store.ts'

/** Where other systems are told what happened (D59), set up by engineers. */
export function registerWebhooks(api: Api, { allowsLocal }: { allowsLocal: boolean }): void {
  const { db, clock, secrets } = api.platform

  function refuseUrl({ url }: Saved): void {
    const message = faultOf(url, allowsLocal)
    if (message) throw problems.invalid([{ field: 'url', message }])
  }

  registerCall(api, calls.listWebhooks, async ({ user }) => ({
    data: await listWebhooks(db, user, clock.now()),
  }))

  registerCall(api, calls.listDeliveries, async ({ params }) => {
    await findWebhook(db, params.webhookId)
    return { data: await listDeliveries(db, params.webhookId, clock.now()) }
  })

  registerCall(api, calls.addWebhook, async ({ body, ...context }, work) => {
    const about = { message: `Add ${sayWebhook(body)}`, object: objectOf(context) }
    work.about(about)
    refuseUrl(body)
    return work.finish(async (trx) => {
      const { webhookId, secret } = await addWebhook(trx, secrets, body, context, clock.now())
      return {
        data: { webhook: await readWebhook(trx, webhookId, context.user, clock.now()), secret },
        message: 'The webhook is on.',
        entry: { ...about, detail: saySettings(body) },
      }
    })
  })

  registerCall(api, calls.saveWebhook, async ({ params, body, ...context }, work) => {
    const row = await findWebhook(db, params.webhookId)
    const about = { message: `Change ${sayWebhook(row)}`, object: objectOf(context) }
    work.about(about)
    refuseUrl(body)
    return work.finish(async (trx) => {
      await saveWebhook(trx, row, body, context, clock.now())
      return {
        data: await readWebhook(trx, row.webhook_id, context.user, clock.now()),
        message: 'Saved.',
        entry: { ...about, detail: sayChange(row, body) },
      }
    })
  })

  registerCall(api, calls.switchWebhook, async ({ params, body: { isOn }, ...context }, work) => {
    const row = await findWebhook(db, params.webhookId)
    const about = { message: `Switch ${isOn ? 'on' : 'off'} ${sayWebhook(row)}`, object: objectOf(context) }
    work.about(about)
    if (isOn && row.off_why === 'owner') throw ownerGone()
    return work.finish(async (trx) => {
      if (isOn) await switchOn(trx, row.webhook_id)
      else await switchOff(trx, row.webhook_id, 'person', clock.now())
      return {
        data: await readWebhook(trx, row.webhook_id, context.user, clock.now()),
        message: isOn ? 'The webhook is on.' : 'The webhook is off.',
        entry: about,
      }
    })
  })

  registerCall(api, calls.changeWebhookSecret, async ({ params, body: { endsFormer }, ...context }, work) => {
    const row = await findWebhook(db, params.webhookId)
    const about = { message: `Change the secret of ${sayWebhook(row)}`, object: objectOf(context) }
    work.about(about)
    return work.finish(async (trx) => {
      const secret = await changeSecret(trx, secrets, row, endsFormer, clock.now())
      const webhook: Webhook = await readWebhook(trx, row.webhook_id, context.user, clock.now())
      const { formerSecretUntil: until } = webhook
      return {
        data: { webhook, secret },
        message: 'The new secret signs from now on.',
        entry: {
          ...about,
          detail: until
            ? `The former one signs until ${sayUtc(new Date(until))}`
            : 'The former one ended at once',
        },
      }
    })
  })

  registerCall(api, calls.deleteWebhook, async ({ params, ...context }, work) => {
    const row = await findWebhook(db, params.webhookId)
    const about = { message: `Delete ${sayWebhook(row)}`, object: objectOf(context) }
    work.about(about)
    return work.finish(async (trx) => {
      await deleteWebhook(trx, row.webhook_id)
      return { data: null, message: 'The webhook is deleted.', entry: about }
    })
  })

  registerCall(api, calls.testWebhook, async ({ params, ...context }, work) => {
    const row = await findWebhook(db, params.webhookId)
    const about = { message: `Send a test to ${sayWebhook(row)}`, object: objectOf(context) }
    work.about(about)
    if (row.off_why === 'owner') throw ownerGone()
    return work.finish(async (trx) => ({
      data: { messageId: await addTest(trx, row.webhook_id, clock.now()) },
      message: 'The test is on its way. The log says what comes of it.',
      entry: about,
    }))
  })

  registerCall(api, calls.sendAgain, async ({ params: { webhookId, messageId }, ...context }, work) => {
    const row = await findWebhook(db, webhookId)
    const about = { message: `Send ${messageId} again to ${sayWebhook(row)}`, object: objectOf(context) }
    work.about(about)
    if (row.off_why === 'owner') throw ownerGone()
    return work.finish(async (trx) => {
      await askAgain(trx, webhookId, messageId, clock.now())
      return { data: null, message: 'It is on its way. The log says what comes of it.', entry: about }
    })
  })
}

const objectOf = ({ transactionId }: { transactionId: string }) => thing('transaction', transactionId)

const ownerGone = () =>
  new Problem(
    'Conflict',
    'The person who saved this webhook last may no longer manage webhooks. Save it, and it goes on with your rights.',
  )

const saySettings = ({ kinds, until }: Saved): string =>
  `Events: ${[...kinds].sort().join(', ')}. Until ${sayUtc(new Date(until))}`

/** Names what is otherwise; of an address its path is not told. */
function sayChange(row: WebhookRow, saved: Saved): string {
  const origin = (url: string) => new URL(url).origin
  return [
    ...(row.name === saved.name ? [] : [`Name: “${row.name}” → “${saved.name}”`]),
    ...(row.url === saved.url ? [] : [`Address: ${origin(row.url)} → ${origin(saved.url)}`]),
    saySettings(saved),
  ].join('. ')
}
