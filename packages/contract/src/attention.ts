import { z } from 'zod'
import { mostAttention, outageScopes } from './attention.words.ts'
import { type Call, defineCall } from './call.ts'
import { type FleetFindingKind, fleetFindingKinds } from './fleet.words.ts'
import { plainText } from './text.ts'
import { mostWatched } from './watches.words.ts'

const instant = z.iso.datetime()
const count = z.number().int()

/** Something that needs a person; it goes by itself. */
export const Attention = z.object({
  /** The same as long as it lasts. */
  key: z.string(),
  /** When it began, as far as that is known. */
  since: instant,
  /** How many panels it stops; null: none, not known, or not told to the reader. */
  panels: count.nullable(),
  what: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('outage'),
      scope: z.enum(outageScopes),
      /** A container's or a CSR server's name, a company's id, a carrier's code, how SIM IDs begin; empty: WebConnect. */
      id: z.string(),
      /** As people know it; a company's may be empty. */
      name: z.string(),
      /** How many are at home there. */
      members: count,
      /** It does not answer, so that nothing newer is known of its panels. */
      isDown: z.boolean(),
    }),
    z.object({
      kind: z.literal('trouble'),
      /** Whose answers fail: 'AT&T'. */
      system: z.string(),
      failed: count,
      /** Of so many of the last calls. */
      calls: count,
    }),
    z.object({
      kind: z.literal('deployment'),
      server: z.string(),
      before: z.string(),
      after: z.string(),
      reason: z.string(),
    }),
    z.object({
      kind: z.literal('batch'),
      batchId: z.string(),
      /** The name of its file; may be empty. */
      name: z.string(),
      left: count,
      total: count,
      /** Who left them out; null: their outcome is not known. */
      stoppedBy: z.string().nullable(),
    }),
    z.object({
      kind: z.literal('disabled'),
      /** A panel whose time to be disabled is over, and that the console did not enable. */
      cloudId: z.string(),
      /** Why it did not. */
      reason: z.string(),
    }),
    z.object({
      kind: z.literal('drift'),
      /** The finding that grew since the look at all before the last. */
      finding: z.enum(fleetFindingKinds as [FleetFindingKind, ...FleetFindingKind[]]),
      before: count,
      count,
    }),
  ]),
})
export type Attention = z.infer<typeof Attention>

export const attentionCalls = {
  listAttention: defineCall({
    method: 'GET',
    path: '/attention/v1/current',
    access: 'any-right',
    spec: 'fleet 4',
    summary: `What needs a person, of what the reader may read: at most ${mostAttention}, what stops most panels first`,
    data: z.object({
      rows: z.array(Attention).max(mostAttention),
      /** How many there are beside these. */
      more: count,
      /** When the console last looked; null: it has not. */
      asOf: instant.nullable(),
      /** It looked of late. Otherwise what is missing here is not known to be well. */
      isCurrent: z.boolean(),
    }),
  }),
  listAttentionPanels: defineCall({
    method: 'GET',
    path: '/attention/v1/panels',
    access: 'any-right',
    spec: 'fleet 4',
    summary: `The panels that one of these rows stands for, by cloud ID, as far as the reader may know them: at most ${mostWatched}`,
    query: z.strictObject({ key: plainText(200).min(1) }),
    data: z.object({
      cloudIds: z.array(z.string()).max(mostWatched),
      /** There are no more. */
      isAll: z.boolean(),
    }),
  }),
} as const satisfies Record<string, Call>
