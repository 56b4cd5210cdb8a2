import type { Permission } from './permissions.ts'

/** Words and limits of webhooks (D59). No schemas, so that the console can carry it. */

/** What another system may be told of. `test` is sent by a person alone. */
export const webhookKinds = [
  'attention.began',
  'attention.ended',
  'outage.ended',
  'watch.ended',
  'work.ended',
  'fleet.counts',
  'waves.paused',
] as const
export type WebhookKind = (typeof webhookKinds)[number]
export const sentKinds = [...webhookKinds, 'test'] as const
export type SentKind = (typeof sentKinds)[number]

/** What it takes to set webhooks up, and to stay the one whose they are. */
export const webhookRight: Permission = 'webhooks.manage'

export const mostWebhooks = 20
export const longestWebhookName = 60
export const longestWebhookUrl = 500
/** A webhook ends by itself (D58), and its owner is told so many days before. */
export const longestWebhookDays = 180
export const webhookEndsSoonDays = 7
/** After a change of the secret the former one signs for so long beside it. */
export const formerSecretHours = 24
/** So long the log of deliveries is kept. */
export const deliveriesKeptDays = 30
export const mostDeliveries = 100
/** So much of an answer is kept. */
export const longestWebhookAnswer = 500

/**
 * `on`: the last delivery came through, or none was tried; `failing`: none since then; `off`: nothing is sent, for `offWhy`; `ended`:
 * its time is over.
 */
export const webhookStates = ['on', 'failing', 'off', 'ended'] as const
export type WebhookState = (typeof webhookStates)[number]
/** By a person; by the receiver's own word (410); after days of failures; because its owner may no longer have one. */
export const webhookOffWhys = ['person', 'gone', 'failing', 'owner'] as const
export type WebhookOffWhy = (typeof webhookOffWhys)[number]

/**
 * `waiting`: an attempt is to come or under way; `failed`: no more are made; `withheld`: its owner may not be told of this; `dropped`: the
 * webhook was off, or over, before it came through.
 */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'withheld', 'dropped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why an attempt failed: before anything was sent, on the way, or by the answer. */
export const deliveryProblems = [
  'no-address',
  'inside',
  'unreachable',
  'certificate',
  'timeout',
  'cut',
  'redirect',
  'status',
] as const
export type DeliveryProblem = (typeof deliveryProblems)[number]
