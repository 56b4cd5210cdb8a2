import { z } from 'zod'
import { attentionCodes, attentionFigures, longestTakenWord, mostAttention } from './attention.words.ts'
import { type Call, defineCall } from './call.ts'
import { faultOf } from './faults.ts'
import { subjectKinds } from './faults.words.ts'
import { KeptOutage } from './kept-outage.ts'
import { mostEndedOutages } from './outages.words.ts'
import { line, plainText } from './text.ts'
import { mostWatched } from './watches.words.ts'

const instant = z.iso.datetime()
const count = z.number().int()

/** Something that needs a person; it goes by itself. */
export const Attention = faultOf(attentionCodes, subjectKinds).extend({
  /** The same as long as it lasts. */
  key: z.string(),
  /** What it is wrong with, as people know it; a company's and a batch's may be empty. */
  name: z.string(),
  /** How many panels it stops; null: none, not known, or not told to the reader. */
  panels: count.nullable(),
  figures: z.partialRecord(z.enum(attentionFigures), count),
  /** Why, or by whom; may be empty. */
  note: z.string(),
  /** The outage that it tells; null: none, or one of the past. */
  outageId: z.string().nullable(),
  /** Who has it in hand, since when, and their word, which may be empty; null: no one. `by` empty: not told to the reader. */
  taken: z.object({ by: z.string(), isMine: z.boolean(), at: instant, word: z.string() }).nullable(),
  /** The planned work that it is set aside for, and until when; null: none. */
  planned: z.object({ planId: z.string(), reason: z.string(), until: instant }).nullable(),
})
export type Attention = z.infer<typeof Attention>

/** How many panels are silent, beside what is usual, and how far that is known: for every screen that says so. */
export const SilentPanels = z.object({
  /** In a session or without one, of how many that report here. */
  silent: count,
  all: count,
  /** How many are silent usually at this hour; null: not known yet. */
  usual: count.nullable(),
  /** When a container was heard last; null: none ever was. */
  heardAt: instant.nullable(),
  /** How many containers there are, and how many were heard within two minutes. */
  containers: count,
  heard: count,
  /** How many were silent in the last 24 hours, every ten minutes in which that was known. */
  past: z.array(z.object({ at: instant, silent: count })).max(145),
})
export type SilentPanels = z.infer<typeof SilentPanels>

/** How far 'nothing' is known (D55). Null: the reader may not read it. */
const Limits = z.object({
  panels: SilentPanels.nullable(),
  /** Whose carrier's word is of the last 24 hours, on any question; when all are looked at next, null: never by itself. */
  sims: z.object({ seen: count, all: count, nextAt: instant.nullable() }).nullable(),
  /** CSR servers: which are not as ordered or down, the worst first, and whose agents do not answer or were never heard. */
  receivers: z
    .object({
      all: count,
      wrong: z.array(z.string()),
      unheard: z.array(z.string()),
      heardAt: instant.nullable(),
    })
    .nullable(),
  /** Systems that this server asked within half an hour, and which of them are in trouble. */
  systems: z.object({ asked: count, failing: z.array(z.string()) }),
})
export type Limits = z.infer<typeof Limits>

export const attentionCalls = {
  listAttention: defineCall({
    method: 'GET',
    path: '/attention/v1/current',
    access: 'any-right',
    spec: 'fleet 4',
    summary: `What needs a person, of what the reader may read: at most ${mostAttention}, what stops most panels first`,
    data: z.object({
      rows: z.array(Attention).max(mostAttention),
      /** What is expected now by planned work: no one is needed. */
      setAside: z.array(Attention).max(mostAttention),
      /** How many there are beside these. */
      more: count,
      /** When the console last looked; null: it has not. */
      asOf: instant.nullable(),
      /** It looked of late. Otherwise what is missing here is not known to be well. */
      isCurrent: z.boolean(),
      /** Outages that were over within the last day, the newest first. */
      ended: z.array(KeptOutage).max(mostEndedOutages),
      /** What this rests on; null: of a moment of the past that is not kept. */
      limits: Limits.nullable(),
    }),
  }),
  takeAttention: defineCall({
    method: 'POST',
    path: '/attention/v1/taken',
    access: 'fleet.change',
    spec: 'issue 52, 6',
    audit: { screen: 'Home', action: 'Take a row of Home in hand ({key})' },
    summary: 'I have it: whose a row is, with a word. It ends with the row; of two the later one has it',
    body: z.strictObject({ key: plainText(200).min(1), word: line(longestTakenWord) }),
    data: z.null(),
  }),
  giveBackAttention: defineCall({
    method: 'POST',
    path: '/attention/v1/taken/end',
    access: 'fleet.change',
    spec: 'issue 52, 6',
    audit: { screen: 'Home', action: 'Give a row of Home back ({key})' },
    summary: 'No one has this row in hand any more',
    body: z.strictObject({ key: plainText(200).min(1) }),
    data: z.null(),
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
