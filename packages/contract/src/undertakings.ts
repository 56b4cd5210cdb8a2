import { z } from 'zod'
import { type Call, defineCall } from './call.ts'
import { type UndertakingKind, undertakingKinds, undertakingStates } from './undertakings.words.ts'

const instant = z.iso.datetime()

/** A piece of lasting work, of whichever kind (D5). */
export const Undertaking = z.object({
  kind: z.enum(Object.keys(undertakingKinds) as [UndertakingKind, ...UndertakingKind[]]),
  id: z.string(),
  /** What it is done to, as the audit trail names it: 'csr 10.1.0.7'. */
  thing: z.string(),
  /** What people know it or its thing by: a file, a server; may be empty. */
  name: z.string(),
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
  /** Who left out what had not begun; null: nobody did. */
  stoppedBy: z.string().nullable(),
})
export type Undertaking = z.infer<typeof Undertaking>

/** With what it has written of itself, the oldest line first. */
export const UndertakingWithLog = Undertaking.extend({
  log: z.array(z.object({ at: instant, line: z.string() })),
})
export type UndertakingWithLog = z.infer<typeof UndertakingWithLog>

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
} as const satisfies Record<string, Call>
