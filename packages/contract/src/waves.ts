import { z } from 'zod'
import { defineCall, defineReading } from './call.ts'
import { why } from './reasons.ts'
import { plainText } from './text.ts'
import {
  evidenceFindings,
  evidenceParts,
  longestPause,
  mostWaveServers,
  mostWaves,
  sizesBy,
  waveOrders,
  waveServerStates,
} from './waves.words.ts'

const instant = z.iso.datetime()
const count = z.number().int()
const whole = (from: number, to: number, message: string) =>
  z.number(message).int(message).min(from, message).max(to, message)

export const WavePlan = z.strictObject({
  release: plainText(100).min(1, 'must be chosen'),
  /** IP addresses. */
  servers: z
    .array(z.ipv4('must be IP addresses of CSR servers'))
    .min(1, 'must be at least one')
    .max(mostWaveServers, `must be at most ${mostWaveServers}`)
    .refine((servers) => new Set(servers).size === servers.length, 'name a server twice'),
  /** How many servers each has, or which share of all in per cent; what they leave forms a last wave. */
  waves: z
    .array(whole(1, mostWaveServers, 'must be whole numbers from 1 on, such as 1, 4, 8'))
    .min(1, 'must be whole numbers from 1 on, such as 1, 4, 8')
    .max(mostWaves, `must be at most ${mostWaves} waves`),
  wavesBy: z.enum(sizesBy),
  order: z.enum(waveOrders),
  /** Panels that may be off the air at once: how many, or which share of all in per cent. */
  budget: whole(1, 10_000_000, 'must be a whole number from 1 on'),
  budgetBy: z.enum(sizesBy),
  /** Minutes between two waves. */
  pause: whole(0, longestPause, `must be from 0 to ${longestPause} minutes`),
  /** Hours in which a server may begin; null: at any time. */
  hours: z.strictObject({ from: plainText(5), to: plainText(5), timeZone: plainText(60) }).nullable(),
  /** So many servers may fail before the release pauses. */
  errorsAllowed: whole(0, mostWaveServers, 'must be a whole number from 0 on'),
})
export type WavePlan = z.infer<typeof WavePlan>

/** How many panels reported, and when that was. */
const counted = z.object({ panels: count, at: instant }).nullable()

const PreviewServer = z.object({
  server: z.string(),
  ipAddress: z.string(),
  release: z.string(),
  count: counted,
  /** How long a deployment of this pair of releases took, of the last ten; null: not known. */
  minutes: z.number().nullable(),
  /** Why it would be put aside now; null: it would not. */
  aside: z.string().nullable(),
})

export const WavePreview = z.object({
  budget: count,
  /** All of the servers' panels, as far as they are known: what is typed on the production host. */
  panels: count,
  waves: z.array(
    z.object({
      servers: z.array(PreviewServer),
      /** Of the servers that are not put aside. */
      panels: count,
      /** The oldest count among them; null: there is none. */
      countedAt: instant.nullable(),
      /** Companies whose panels they serve, by the inventory; null: it names no receiver. */
      companies: count.nullable(),
    }),
  ),
  /** What became of this release elsewhere here. */
  elsewhere: z.object({
    running: count,
    succeeded: count,
    failed: z.array(z.object({ server: z.string(), at: instant, reason: z.string() })),
  }),
})
export type WavePreview = z.infer<typeof WavePreview>

const Evidence = z.object({
  part: z.enum(evidenceParts),
  is: z.enum(evidenceFindings),
  /** A sentence. */
  says: z.string(),
})
export type WaveEvidence = z.infer<typeof Evidence>

const WaveServer = z.object({
  server: z.string(),
  ipAddress: z.string(),
  wave: count,
  state: z.enum(waveServerStates),
  /** Why; may be empty. */
  note: z.string(),
  /** A person went on though it was undecided or failed; null: no one did. */
  acceptedBy: z.string().nullable(),
  /** What it ran before its first attempt: where the way back leads. Null: it was not begun. */
  firstRelease: z.string().nullable(),
  /** By its agent's last word; null: it never said anything. */
  runs: z.object({ release: z.string(), state: z.string(), panels: count, at: instant }).nullable(),
  planned: counted,
  /** Asked at the order. */
  before: counted,
  after: z.array(z.object({ minutes: count, panels: count, at: instant })),
  plannedMinutes: z.number().nullable(),
  /** How long its deployment took; null: it is not over. */
  tookMinutes: z.number().nullable(),
  evidence: z.array(Evidence),
  judgedAt: instant.nullable(),
})
export type WaveServer = z.infer<typeof WaveServer>

export const Waves = z.object({
  planId: z.string(),
  transactionId: z.string(),
  createdBy: z.string(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  reason: z.string(),
  ticket: z.string(),
  plan: WavePlan.omit({ servers: true }),
  /** In panels. */
  budget: count,
  /** How many are off the air by it now. */
  offAir: count,
  direction: z.enum(['forward', 'back']),
  /** Why it waits for a person; null: it does not. */
  pausedWhy: z.string().nullable(),
  pausedAt: instant.nullable(),
  stoppedBy: z.string().nullable(),
  stoppedAt: instant.nullable(),
  /** By wave, in the order in which they begin. */
  servers: z.array(WaveServer),
  /** Which release runs on how many of all servers, with how many panels behind them, by the words of their agents. */
  matrix: z.array(
    z.object({ release: z.string(), servers: count, panels: count, heardAt: instant.nullable() }),
  ),
})
export type Waves = z.infer<typeof Waves>

const screen = 'Virtual CSR Management'
const params = z.strictObject({ planId: z.guid('must be the id of a release in waves') })
const path = '/csrmanagement/v1/waves/{planId}' as const

export const wavesCalls = {
  previewWaves: defineReading({
    path: '/csrmanagement/v1/waves/preview',
    access: 'csr.read',
    spec: 'D61',
    summary: 'What a release in waves would do, wave by wave; Invalid where it can never begin',
    body: WavePlan,
    data: WavePreview,
  }),
  beginWaves: defineCall({
    method: 'POST',
    path: '/csrmanagement/v1/waves',
    access: 'csr.change',
    spec: 'D61, 2.10',
    audit: { screen, action: 'Release in waves' },
    summary: 'Begin a release in waves, as lasting work: each server is an ordinary deployment by its person',
    query: z.strictObject(why),
    cutsOff: true,
    body: WavePlan.extend({
      /** On the production host: how many panels report to these servers, as the preview said. */
      panels: whole(0, 10_000_000, 'must be the number of panels behind these servers').optional(),
    }),
    data: z.object({ planId: z.string() }),
  }),
  getWaves: defineCall({
    method: 'GET',
    path,
    access: 'csr.read',
    spec: 'D61',
    summary: 'How a release in waves stands, with the evidence of each server',
    params,
    data: Waves,
  }),
  goOnWaves: defineCall({
    method: 'POST',
    path: `${path}/go-on`,
    access: 'csr.change',
    spec: 'D61',
    audit: { screen, action: 'Go on with the waves {planId}' },
    summary: 'A person takes what is undecided or has failed as it is, and the next servers begin',
    params,
    data: z.null(),
  }),
  stopWaves: defineCall({
    method: 'POST',
    path: `${path}/stop`,
    access: 'csr.change',
    spec: 'D61',
    audit: { screen, action: 'Stop the waves {planId}' },
    summary: 'No further server begins; what is deployed right now is completed',
    params,
    data: z.null(),
  }),
  returnWaves: defineCall({
    method: 'POST',
    path: `${path}/return`,
    access: 'csr.change',
    spec: 'D61',
    audit: { screen, action: 'Take the waves {planId} back' },
    summary: 'Bring each server back to the release that it ran before its first attempt, the worst first',
    params,
    query: z.strictObject(why),
    cutsOff: true,
    data: z.null(),
  }),
}
