import { z } from 'zod'
import { defineCall } from './call.ts'
import { SimId } from './sim-information.ts'
import { usageLevels } from './usage.words.ts'

const bytes = z.number().int().nonnegative()

/** What the carrier told of the SIM's billing period. */
const ToldUsage = z.object({
  /** First and last day of the period, in the carrier's zone. */
  from: z.iso.date(),
  to: z.iso.date(),
  usedBytes: bytes,
  /** As the carrier calls it; empty: it names none. */
  plan: z.string(),
  /** What had been used at the end of a day, as far as that is known; the oldest first. */
  days: z.array(z.object({ day: z.iso.date(), usedBytes: bytes })),
  /** When it was asked for that. */
  at: z.iso.datetime(),
})

/** What was billed for a month, its plans together. */
const BilledUsage = z.object({
  year: z.number().int(),
  month: z.number().int(),
  plan: z.string(),
  usedBytes: bytes,
})

export const SimUsage = z.object({
  simId: z.string(),
  /** The carrier's name; empty: neither prefix nor inventory names one. */
  carrier: z.string(),
  /** Whether the console can ask this carrier for usage. */
  isTold: z.boolean(),
  /** Null: it never told any. */
  told: ToldUsage.nullable(),
  /** It was asked since, and gave no answer: an envelope word and a sentence. */
  unanswered: z.object({ askedAt: z.iso.datetime(), status: z.string(), message: z.string() }).nullable(),
  /** The last billed months, twelve at most, the oldest first. */
  billed: z.array(BilledUsage),
  /** What the plan includes, told or else last billed; null: its name does not say. */
  includedBytes: bytes.nullable(),
  /** The company's; null: the SIM belongs to none, or the reader may not read companies. */
  thresholds: z
    .object({
      isMonitored: z.boolean(),
      warningPercent: z.number().int(),
      alertPercent: z.number().int(),
    })
    .nullable(),
  /** Where the present period, or else a bill of the last three months, stands against them; null: there is nothing to compare, or no one monitors it. */
  level: z.enum(usageLevels).nullable(),
  now: z.iso.datetime(),
})
export type SimUsage = z.infer<typeof SimUsage>

export const getSimUsage = defineCall({
  method: 'GET',
  path: '/siminformation/v1/simusage/{simId}',
  access: 'sim-information.read',
  spec: 'D51',
  summary: "What a SIM used in its carrier's present billing period, against its company's thresholds",
  params: z.strictObject({ simId: SimId }),
  query: z.strictObject({
    /** Asks the carrier: always, or where what it told is old. Without it only what is kept is told. */
    look: z.enum(['now', 'if-old']).optional(),
  }),
  data: SimUsage,
})

export const simUsageCalls = { getSimUsage }
