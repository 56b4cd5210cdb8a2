import { z } from 'zod'
import { type Call, defineCall } from './call.ts'
import { plainText } from './text.ts'
import { thingId } from './things.ts'
import { mostWatched, watchHours, watchOutcomes } from './watches.words.ts'

const instant = z.iso.datetime()
const screen = 'Diagnosis'
const spec = 'D38, D46'
const access = 'webconnect.read'

/** A person is told when a panel is back. */
export const Watch = z.object({
  watchId: z.string(),
  cloudId: z.string(),
  by: z.string(),
  /** The reader's own. */
  isMine: z.boolean(),
  beganAt: instant,
  until: instant,
})
export type Watch = z.infer<typeof Watch>

/** What became of a panel, or of a SIM that stands for its panel. */
export const Watched = z.object({
  kind: z.enum(['panel', 'sim']),
  id: z.string(),
  /** Null: the SIM is in no panel. */
  cloudId: z.string().nullable(),
  outcome: z.enum(watchOutcomes),
})
export type Watched = z.infer<typeof Watched>

const hours = z.union(
  watchHours.map((hours) => z.literal(hours)),
  { error: `must be one of ${watchHours.join(', ')} hours` },
)
const several = (kind: 'panel' | 'sim') =>
  z
    .array(thingId(kind))
    .max(mostWatched, `must be at most ${mostWatched}`)
    .refine((ids) => new Set(ids).size === ids.length, `must name each ${kind} once`)

export const watchesCalls = {
  listWatches: defineCall({
    method: 'GET',
    path: '/watches/v1/panels/{cloudId}',
    access,
    spec,
    summary: 'Who watches a panel now, and until when',
    params: z.strictObject({ cloudId: plainText(100) }),
    data: z.array(Watch),
  }),
  beginWatch: defineCall({
    method: 'POST',
    path: '/watches/v1/panels/{cloudId}',
    access,
    spec,
    audit: {
      screen,
      action: 'Watch panel {cloudId}',
      object: 'panel {cloudId}',
      changesNothing: true,
    },
    summary:
      'Be told when a panel has reported and stayed for ten minutes, or is still silent after that time',
    params: z.strictObject({ cloudId: plainText(100) }),
    body: z.strictObject({ hours }),
    data: Watch,
  }),
  beginWatches: defineCall({
    method: 'POST',
    path: '/watches/v1/panels',
    access,
    spec,
    audit: { screen, action: 'Watch panels', changesNothing: true },
    asksMuch: true,
    summary: `The same for up to ${mostWatched} panels, named or by their SIMs, with a result for each; none that is refused stops the others`,
    body: z
      .strictObject({ cloudIds: several('panel').default([]), simIds: several('sim').default([]), hours })
      .refine(({ cloudIds, simIds }) => cloudIds.length + simIds.length > 0, {
        path: ['cloudIds'],
        message: 'must name one at least',
      })
      .refine(({ cloudIds, simIds }) => cloudIds.length + simIds.length <= mostWatched, {
        path: ['simIds'],
        message: `must be at most ${mostWatched} together with the panels`,
      }),
    data: z.object({
      /** One for each that was named, in that order, the panels first. */
      results: z.array(Watched),
    }),
  }),
  stopWatch: defineCall({
    method: 'POST',
    path: '/watches/v1/watches/{watchId}/stop',
    access,
    spec,
    audit: { screen, action: 'Stop a watch ({watchId})', changesNothing: true },
    summary: "Stop one of the reader's own watches",
    params: z.strictObject({ watchId: z.guid('must be the id of a watch') }),
    data: Watch,
  }),
} as const satisfies Record<string, Call>
