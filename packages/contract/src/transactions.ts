import { z } from 'zod'
import { batchRowStates } from './batches.ts'
import { type Call, defineCall } from './call.ts'
import { vendorCodes } from './carriers.ts'
import { identified } from './identifiers.ts'
import { ThingCompany, thingId } from './things.ts'
import { TimelineStep } from './timeline.ts'
import { timelineKinds } from './timeline.words.ts'
import { UndertakingWithLog } from './undertakings.ts'

const instant = z.iso.datetime()

const TransactionThing = z.object({
  id: z.string(),
  /**
   * What was asked for and how that ended, as the entry says that User Action Detail shows of it; null: there is none, or it is
   * of a kind that is withheld.
   */
  asked: z
    .object({
      what: z.string(),
      by: z.string(),
      /** The screen's title, or UserLogIn and the like. */
      screen: z.string(),
      /** An envelope word, or Intent. */
      result: z.string(),
      detail: z.string(),
    })
    .nullable(),
  /** The first and the last thing that is known of it. */
  began: instant,
  last: instant,
  /** The lasting work that it began. */
  work: UndertakingWithLog.nullable(),
  /** Lasting work of some kinds is not told because the reader may not read it. */
  withholdsWork: z.boolean(),
  /** What happened, the oldest first; of very many the newest. */
  entries: z.array(TimelineStep),
  hasEarlier: z.boolean(),
  /** Kinds of entries that are not told because the reader may not read them. */
  withheld: z.array(z.enum(timelineKinds)),
  sims: z.array(
    z.object({
      iccid: z.string(),
      vendorCode: z.enum(vendorCodes).nullable(),
      /** Of a deactivation: when its carrier was asked, and when it ended. */
      askedAt: instant.nullable(),
      settledAt: instant.nullable(),
      /** How it stands, whether the carrier itself refused it, and why; null: it was not to be deactivated. */
      outcome: z
        .object({ state: z.enum(batchRowStates), isRefused: z.boolean(), reason: z.string() })
        .nullable(),
    }),
  ),
  /** Those that it names, and those that its SIMs sit in. */
  panels: z.array(z.string()),
  /** Whose all of this is; null: no one's, or of several. */
  company: ThingCompany.nullable(),
  companies: z.number().int(),
  now: instant,
})
export type TransactionThing = z.infer<typeof TransactionThing>

export const transactionsCalls = {
  getTransactionThing: defineCall({
    method: 'GET',
    path: '/things/v1/transactions/{id}',
    access: identified.transaction.permission,
    spec: 'connected console 4',
    summary:
      'One transaction whole: what was asked, the work that it began, every step in its order; 404 when nothing is known of it',
    params: z.strictObject({ id: thingId('transaction') }),
    data: TransactionThing,
  }),
} as const satisfies Record<string, Call>
