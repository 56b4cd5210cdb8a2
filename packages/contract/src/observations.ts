import { z } from 'zod'
import { defineCall } from './call.ts'
import { line } from './text.ts'

/** What one source last said of a thing (apps/server/src/platform/observations/README.md). */
const Observation = z.object({
  /** As people know it: 'AT&T', 'MobileBroker'. */
  source: z.string(),
  /** Every field that it told, as text; empty where it does not know. Null: it never told anything. */
  fields: z.record(z.string(), z.string()).nullable(),
  /** When it was asked for that; UTC, ISO 8601. */
  askedAt: z.iso.datetime().nullable(),
  /** How long that took, in milliseconds. */
  durationMs: z.number().int().nonnegative().nullable(),
  /** It was asked again since, and gave no answer. */
  unanswered: z
    .object({
      askedAt: z.iso.datetime(),
      durationMs: z.number().int().nonnegative(),
      /** An envelope word. */
      status: z.string(),
      /** What happened and what to do, for example 'AT&T did not answer within 20 s. Try again in a minute.' */
      message: z.string(),
    })
    .nullable(),
})
export type Observation = z.infer<typeof Observation>

export const getObservations = defineCall({
  method: 'GET',
  path: '/observations/v1/{kind}/{id}',
  /** And who may read the kind of thing: sim-information.read, panels.read. */
  access: 'signed-in',
  spec: 'D30, connected console 2',
  summary: 'What every source last said of a SIM (by its ICCID) or a panel (by its cloud ID or physical ID)',
  params: z.strictObject({ kind: z.enum(['sim', 'panel']), id: line(64).min(1) }),
  data: z.object({
    observations: z.array(Observation),
    /** The server's time, by which ages are told. */
    now: z.iso.datetime(),
  }),
})

export const observationsCalls = { getObservations }
