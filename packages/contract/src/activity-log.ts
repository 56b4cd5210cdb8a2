import { z } from 'zod'
import { defineCall } from './call.ts'
import { plainText } from './text.ts'

/**
 * What the console says a user did (specification 3 and 7, decision 18): a claim. Who and in which session is
 * taken from the token, whatever `SessionId` and `Email` say (decision 15).
 */
export const AuditEntry = z.strictObject({
  SessionId: plainText(200),
  Email: plainText(320),
  /** The screen's title, or UserLogIn / UserLogOut. */
  Activity: plainText(200).min(1),
  /** The description, for example 'Compare SIM 8901…0013'. */
  ActionMessage: plainText(10_000),
  Detailinfo: z.literal(''),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** What everybody who is signed in says of his own session (D33). */
export const sessionActivities: readonly string[] = ['UserLogIn', 'UserLogOut']

export const postActivityLog = defineCall({
  method: 'POST',
  path: '/activity/v1/activitylog',
  /** Without a role, that he logged in or out (D33); everything else takes `activity-log.write`. */
  access: 'signed-in',
  spec: '7, D18',
  audit: { screen: 'User Action Detail', action: 'Record a user action' },
  summary: 'Record what a user did in the console',
  body: AuditEntry,
  data: z.null(),
})

export const activityLogCalls = { postActivityLog }
