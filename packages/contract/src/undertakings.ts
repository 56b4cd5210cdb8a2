import { z } from 'zod'
import { type Call, defineCall, defineReading } from './call.ts'
import {
  mostNotices,
  noticeAbouts,
  type UndertakingKind,
  undertakingKinds,
  undertakingStates,
} from './undertakings.words.ts'

const instant = z.iso.datetime()

/** A piece of lasting work, of whichever kind (D5). */
export const Undertaking = z.object({
  kind: z.enum(Object.keys(undertakingKinds) as [UndertakingKind, ...UndertakingKind[]]),
  id: z.string(),
  /** What it is done to, as the audit trail names it: 'csr 10.1.0.7'. */
  thing: z.string(),
  /** What people know it or its thing by: a file, a server; may be empty. */
  name: z.string(),
  /** Which of its sorts; empty where there is one. */
  what: z.string(),
  /** Of a change: from what to what; null where that is no question. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  state: z.enum(undertakingStates),
  /** How many parts it has, one where it is whole, and how they ended so far. */
  counts: z.object({ total: z.number().int(), done: z.number().int(), failed: z.number().int() }),
  /** Why it failed, in a sentence; empty otherwise. */
  reason: z.string(),
  /** The e-mail of the person who began it. */
  by: z.string(),
  transactionId: z.string(),
  beganAt: instant,
  /** Null while it runs. */
  endedAt: instant.nullable(),
  /** Who left out what had not begun; null: no one did. */
  stoppedBy: z.string().nullable(),
})
export type Undertaking = z.infer<typeof Undertaking>

/** With what it has written of itself, the oldest line first. */
export const UndertakingWithLog = Undertaking.extend({
  log: z.array(z.object({ at: instant, line: z.string() })),
})
export type UndertakingWithLog = z.infer<typeof UndertakingWithLog>

/** What a person is told of their work, until it is read (D38). */
export const WorkNotice = z.object({
  id: z.string(),
  about: z.enum(noticeAbouts),
  at: instant,
  isRead: z.boolean(),
  /** As it stood then. */
  work: Undertaking,
  /** Of a watch: what was done to the panel while it went on. */
  meanwhile: z.array(z.object({ at: instant, line: z.string() })),
})
export type WorkNotice = z.infer<typeof WorkNotice>

export const Tray = z.object({
  running: z.array(
    Undertaking.extend({
      /** How long it still takes, in milliseconds; null: too little is known. */
      leftMs: z.number().int().nullable(),
    }),
  ),
  notices: z.array(WorkNotice),
  /** Of all, how many are not read yet. */
  unread: z.number().int(),
})
export type Tray = z.infer<typeof Tray>

export const undertakingsCalls = {
  listMyUndertakings: defineCall({
    method: 'GET',
    path: '/undertakings/v1/mine',
    access: 'any-right',
    spec: 'D5, D38',
    summary:
      'What the reader has begun and may read: what runs, and what ended within a day; running work first, then the last that ended. At most 100',
    data: z.array(Undertaking),
  }),
  readTray: defineCall({
    method: 'GET',
    path: '/undertakings/v1/tray',
    access: 'any-right',
    spec: 'D5, D38',
    summary: `What of the reader's work runs, with the time left, and the newest notices about it, at most ${mostNotices}: all that are unread before those that were read`,
    data: Tray,
  }),
  /** No change that others could see: it leaves no entry (D38). */
  noteNoticesRead: defineReading({
    path: '/undertakings/v1/notices/read',
    access: 'any-right',
    takesSignOn: true,
    spec: 'D38',
    summary: 'Note that the reader has read these notices, on all devices',
    body: z.strictObject({ ids: z.array(z.guid('must be the id of a notice')).min(1).max(mostNotices) }),
    data: z.null(),
  }),
} as const satisfies Record<string, Call>
