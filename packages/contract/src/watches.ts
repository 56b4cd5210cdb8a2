import { z } from 'zod'
import { type Call, defineCall } from './call.ts'
import { plainText } from './text.ts'
import { watchHours } from './watches.words.ts'

const instant = z.iso.datetime()
const screen = 'Diagnosis'
const spec = 'D38, D46'
const access = 'webconnect.read'

/** Somebody is told when a panel is back. */
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
    body: z.strictObject({
      hours: z.union(
        watchHours.map((hours) => z.literal(hours)),
        { error: `must be one of ${watchHours.join(', ')} hours` },
      ),
    }),
    data: Watch,
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
