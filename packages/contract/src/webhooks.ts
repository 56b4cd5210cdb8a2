import { z } from 'zod'
import { type Call, defineCall } from './call.ts'
import { visibleLine } from './text.ts'
import {
  deliveryProblems,
  deliveryStates,
  formerSecretHours,
  longestWebhookDays,
  longestWebhookName,
  longestWebhookUrl,
  mostDeliveries,
  mostWebhooks,
  sentKinds,
  webhookKinds,
  webhookOffWhys,
  webhookStates,
} from './webhooks.words.ts'

const instant = z.iso.datetime()
const count = z.number().int()
const screen = 'Webhooks'
const spec = 'D58, D59'
const access = 'webhooks.manage'
const webhookId = z.guid('must be the ID of a webhook')
const params = z.strictObject({ webhookId })

/** Where another system is told that something happened. */
export const Webhook = z.object({
  webhookId: z.string(),
  name: z.string(),
  url: z.string(),
  kinds: z.array(z.enum(webhookKinds)),
  state: z.enum(webhookStates),
  offWhy: z.enum(webhookOffWhys).nullable(),
  offAt: instant.nullable(),
  /** The first failed attempt since the last delivery; null: the last one came through, or none was tried. */
  failingSince: instant.nullable(),
  /** When a delivery last came through by itself. */
  deliveredAt: instant.nullable(),
  /** Deliveries that are still to come through. */
  waiting: count,
  /** Nothing is sent before: the receiver asked for that. */
  pausedUntil: instant.nullable(),
  /** Who saved it last: it goes on with their rights. Empty: not told to the reader. */
  by: z.string(),
  savedAt: instant,
  until: instant,
  /** Until when the former secret signs, too; null: there is one secret. */
  formerSecretUntil: instant.nullable(),
})
export type Webhook = z.infer<typeof Webhook>

/** One event on its way to one webhook. */
const Delivery = z.object({
  /** `webhook-id` of all its attempts. */
  messageId: z.string(),
  kind: z.enum(sentKinds),
  /** Of what happened to what: the same as in the body. */
  id: z.string(),
  /** The page of the console. */
  path: z.string(),
  at: instant,
  state: z.enum(deliveryStates),
  /** When it is tried next by itself; null: not any more. */
  nextAt: instant.nullable(),
  /** An attempt is under way, or a person has asked for one. */
  isUnderWay: z.boolean(),
  /** The newest first. */
  attempts: z.array(
    z.object({
      at: instant,
      tookMs: count,
      /** Of the answer; null: none came. */
      status: count.nullable(),
      /** Null: it was delivered. */
      problem: z.enum(deliveryProblems).nullable(),
      /** How the answer began. */
      answer: z.string(),
      /** A person sent it. */
      byHand: z.boolean(),
    }),
  ),
})
export type Delivery = z.infer<typeof Delivery>

/** https, or http to this machine where WEBHOOKS_LOCAL allows it, which the server says. */
const url = visibleLine(longestWebhookUrl).superRefine((value, { addIssue }) => {
  const parsed = URL.canParse(value) ? new URL(value) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol)) addIssue('must be an https address')
  else if (parsed.username !== '' || parsed.password !== '')
    addIssue('must not carry a user name or password')
  else if (parsed.hash !== '') addIssue('must have no part after #')
})
const settings = z.strictObject({
  name: visibleLine(longestWebhookName),
  url,
  kinds: z.array(z.enum(webhookKinds)).min(1, 'must name at least one event').max(webhookKinds.length),
  until: z.iso.datetime({ error: 'must be a date and a time in UTC' }),
})

const WithSecret = z.object({
  webhook: Webhook,
  /** Told here and nowhere else. */
  secret: z.string(),
})

export const webhooksCalls = {
  listWebhooks: defineCall({
    method: 'GET',
    path: '/doors/v1/webhooks',
    access,
    spec,
    summary: `All webhooks, by name: at most ${mostWebhooks}`,
    data: z.array(Webhook).max(mostWebhooks),
  }),
  addWebhook: defineCall({
    method: 'POST',
    path: '/doors/v1/webhooks',
    access,
    spec,
    audit: { screen, action: 'Add a webhook' },
    summary: `Tell another system of events, by Standard Webhooks, for at most ${longestWebhookDays} days. Its secret is in this answer alone`,
    body: settings,
    data: WithSecret,
    carriesSecret: true,
  }),
  saveWebhook: defineCall({
    method: 'PUT',
    path: '/doors/v1/webhooks/{webhookId}',
    access,
    spec,
    audit: { screen, action: 'Change the webhook {webhookId}' },
    summary: 'Change a webhook, or its end. It goes on with the rights of the person who saved it last',
    params,
    body: settings,
    data: Webhook,
  }),
  switchWebhook: defineCall({
    method: 'PUT',
    path: '/doors/v1/webhooks/{webhookId}/state',
    access,
    spec,
    audit: { screen, action: 'Switch the webhook {webhookId}' },
    summary:
      'Switch a webhook off, which drops what it still has to deliver, or on again: events of meanwhile are not delivered',
    params,
    body: z.strictObject({ isOn: z.boolean() }),
    data: Webhook,
  }),
  changeWebhookSecret: defineCall({
    method: 'POST',
    path: '/doors/v1/webhooks/{webhookId}/secret',
    access,
    spec,
    audit: { screen, action: 'Change the secret of the webhook {webhookId}' },
    summary: `A new secret, in this answer alone. The former one signs beside it for ${formerSecretHours} hours, unless it is ended at once`,
    params,
    body: z.strictObject({ endsFormer: z.boolean() }),
    data: WithSecret,
    carriesSecret: true,
  }),
  deleteWebhook: defineCall({
    method: 'DELETE',
    path: '/doors/v1/webhooks/{webhookId}',
    access,
    spec,
    audit: { screen, action: 'Delete the webhook {webhookId}' },
    summary: 'Delete a webhook with its log of deliveries',
    params,
    data: z.null(),
  }),
  testWebhook: defineCall({
    method: 'POST',
    path: '/doors/v1/webhooks/{webhookId}/test',
    access,
    spec,
    audit: { screen, action: 'Send a test to the webhook {webhookId}' },
    summary:
      'Send an event of the kind `test`, in one attempt, also while the webhook is off. Its log says what came of it',
    params,
    data: z.object({ messageId: z.string() }),
  }),
  listDeliveries: defineCall({
    method: 'GET',
    path: '/doors/v1/webhooks/{webhookId}/deliveries',
    access,
    spec,
    summary: `The last deliveries of a webhook with their attempts, the newest first: at most ${mostDeliveries}`,
    params,
    data: z.object({ deliveries: z.array(Delivery).max(mostDeliveries), hasMore: z.boolean() }),
  }),
  sendAgain: defineCall({
    method: 'POST',
    path: '/doors/v1/webhooks/{webhookId}/deliveries/{messageId}/again',
    access,
    spec,
    audit: { screen, action: 'Send {messageId} to the webhook {webhookId} again' },
    summary:
      'Send an event again under its ID, in one attempt, which says nothing of how the webhook stands. Not while one is under way',
    params: z.strictObject({ webhookId, messageId: z.guid('must be the ID of a message') }),
    data: z.null(),
  }),
} as const satisfies Record<string, Call>
