import { z } from 'zod'
import { longestSearched } from './audit-trail.words.ts'
import { defineCall } from './call.ts'
import { complaintAboutDays, localDays } from './local-days.ts'
import { line, plainText } from './text.ts'

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

/** What everyone who is signed in says of their own session (D33). */
export const sessionActivities: readonly string[] = ['UserLogIn', 'UserLogOut']

export const postActivityLog = defineCall({
  method: 'POST',
  path: '/activity/v1/activitylog',
  /** Without a role, that they logged in or out (D33); everything else takes `activity-log.write`. */
  access: 'signed-in',
  takesSignOn: true,
  spec: '7, D18',
  audit: { screen: 'User Action Detail', action: 'Record a user action' },
  summary: 'Record what a user did in the console',
  body: AuditEntry,
  data: z.null(),
})

/** In this order, here and below, what is often alike side by side: ten thousand weigh a twentieth less on the wire. */
const entry = {
  /** An envelope word, or Intent before an outside call. */
  result: z.string(),
  /** `console`: what the browser says its user did; `server`: what the server did or refused (D18). */
  source: z.enum(['console', 'server']),
  /** The reason of a refusal, what changed from what to what, counts. */
  detail: z.string(),
  /** What it was done to: 'sim 8901170000000000013'. Empty in an entry of the console. */
  object: z.string(),
  /** What was done (column Action Description): 'Deactivate SIM 8901170000000000013'. */
  statusDesc: z.string(),
  /** Whose it is; a sub row's is not always the item's: someone else may have stopped the batch. */
  email: z.string(),
  /** UTC, ISO 8601: 2026-11-01T05:30:00.000Z. */
  date: z.iso.datetime(),
  /** The same instant in the caller's zone with the offset that held then (D21): 2026-11-01T01:30:00.000-04:00. */
  localDate: z.iso.datetime({ offset: true }),
  /** The screen that it was done on (column Action Page), or UserLogIn, UserLogOut, Import, Audit. */
  status: z.string(),
}

const { source, status, ...said } = entry

/** One transaction: what the user did, and below it what came of it (3, D18). */
export const UserActionItem = z.object({
  transactionId: z.string(),
  /** SIM Activity has events of this transaction, and the reader may read them. */
  hasSimActivity: z.boolean(),
  /** The other entries of the transaction, in the order in which they were entered. */
  subRows: z.array(
    z.object({
      ...entry,
      /** Empty where the entry has none. */
      subtransId: z.string(),
    }),
  ),
  /** Sub rows beyond those that are given. */
  moreSubRows: z.number().int(),
  source,
  status,
  ...said,
})
export type UserActionItem = z.infer<typeof UserActionItem>

/**
 * How many items one answer holds at most, fewer where they are very long together; `hasMore` says that there are older
 * ones.
 */
export const mostUserActionItems = 10_000
/** How many sub rows an item has at most: in a search of many transactions, and in one of a single transaction. */
export const mostSubRows = { ofMany: 100, ofOne: 10_000 } as const

const flag = z.enum(['true', 'false'])

/** Why these parts of a search do not go together, or undefined. */
function complaint(query: {
  email?: string | undefined
  transactionID?: string | undefined
  text?: string | undefined
  page?: string | undefined
  changesOnly?: string | undefined
  allTime?: string | undefined
  sDate?: string | undefined
  eDate?: string | undefined
}): { field: string; message: string } | undefined {
  const { transactionID, allTime } = query
  if (transactionID === undefined) return allTime === 'true' ? undefined : complaintAboutDays(query)
  for (const field of ['email', 'text', 'page', 'changesOnly'] as const)
    if (query[field] !== undefined) return { field, message: 'must not be given with transactionID' }
  return undefined
}

/**
 * User actions, the newest transaction first. A search by person finds the transactions of which an entry, one and the
 * same, lies in the days and fits everything that is asked: the console's entry and the server's name the same screen
 * and the same object. A transaction stands where its newest entry that fits stands, and comes whole. A search by
 * transaction has no days.
 */
export const getUserActions = defineCall({
  method: 'GET',
  path: '/useractiondetail/v1/details',
  access: 'user-actions.read',
  spec: '2.12, 7, D8, D18, D20, D21',
  summary: 'What users did, and what came of it',
  query: z
    .strictObject({
      /** A whole address, in any case; everybody's actions without it. */
      email: line(longestSearched.email).min(1).optional(),
      transactionID: z.guid('must be a transaction id').optional(),
      ...localDays,
      /** No days: all there is. */
      allTime: flag.optional(),
      /**
       * Words that each begin a word of the description, the object or the detail, or end an id: '0013', 'harbor VPN'.
       * A detail's secrets, hashes and signatures are not searched.
       */
      text: line(longestSearched.text)
        .regex(/[\p{L}\p{N}]/u, 'must have a letter or a digit')
        .optional(),
      /** A screen's title, exactly. */
      page: plainText(longestSearched.page).min(1).optional(),
      /**
       * The automation operator's entries find nothing, and no transaction is given whose main row is theirs (D20); a search
       * by transaction shows them all the same.
       */
      hideRobot: flag.optional(),
      /** Only what the server entered about a change, whether it was made, refused or failed: no reads, no log-ins. */
      changesOnly: flag.optional(),
    })
    .superRefine((query, context) => {
      const found = complaint(query)
      if (found) context.addIssue({ code: 'custom', path: [found.field], message: found.message })
    }),
  data: z.object({
    items: z.array(UserActionItem),
    /** There are more than fit into one answer; these are the newest. */
    hasMore: z.boolean(),
  }),
})

/**
 * Every entry of whole days with its link in the chain, as NDJSON for an auditor (D19): one entry a line in the order
 * of the chain, and a last line with what they amount to, signed (docs/audit.md).
 */
export const exportUserActions = defineCall({
  method: 'GET',
  path: '/useractiondetail/v1/export',
  access: 'user-actions.read',
  spec: 'D16, D19, R41',
  audit: { screen: 'User Action Detail', action: 'Export the audit trail', object: 'audit trail' },
  summary: 'The audit trail of some days, signed, for an auditor',
  query: z.strictObject(localDays).superRefine((query, context) => {
    const found = complaintAboutDays(query)
    if (found) context.addIssue({ code: 'custom', path: [found.field], message: found.message })
  }),
  data: z.null(),
  file: 'application/x-ndjson',
})

/** Where the chain stands, and by which key exports are signed: what an auditor notes down. */
export const getAuditTrail = defineCall({
  method: 'GET',
  path: '/useractiondetail/v1/trail',
  access: 'user-actions.read',
  spec: 'D19, R41',
  summary: 'The head of the audit chain, and the key that signs exports',
  data: z.object({
    /** Null where nothing was entered yet. */
    head: z.object({ number: z.number().int(), hash: z.string(), date: z.iso.datetime() }).nullable(),
    /** Null where the server has no key (AUDIT_SIGNING_KEY): then nothing can be exported. */
    key: z
      .object({
        /** RFC 7638, SHA-256, base64url. */
        thumbprint: z.string(),
        /** The public key as a JWK (RFC 8037). */
        jwk: z.object({ kty: z.string(), crv: z.string(), x: z.string() }),
      })
      .nullable(),
  }),
})

export const auditTrailCalls = { postActivityLog, getUserActions, exportUserActions, getAuditTrail }
