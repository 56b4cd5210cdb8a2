import { z } from 'zod'
import { defineCall, defineReading } from './call.ts'
import { searchKinds } from './identifiers.ts'
import {
  longestLines,
  longestSearch,
  mostLines,
  mostRecent,
  outcomes,
  searchFacts,
  searchHows,
} from './search.words.ts'
import { ThingState } from './states.ts'
import { visibleLine, wholeNumber } from './text.ts'

/** A thing, as a line of a list shows it. */
const FoundThing = z.object({
  kind: z.enum(searchKinds),
  /** Its main identifier: ICCID, cloud ID, company id, server name, container name, email, transaction id. */
  id: z.string(),
  /** What people call it. */
  title: z.string(),
  /** Its facts in one line. */
  subtitle: z.string(),
  /** The address of the console that shows it. */
  path: z.string(),
  facts: z.array(z.object({ name: z.enum(searchFacts), value: z.string() })),
  /** Of a SIM, panel, company or receiver; null: of another kind, or the reader may not read it. */
  state: ThingState.nullable(),
})
export type FoundThing = z.infer<typeof FoundThing>

export const SearchHit = FoundThing.extend({
  matched: z.object({
    /** The form of identifier that fits ('iccid', 'email'), or 'description'. */
    field: z.string(),
    /** All of it, as it is known. */
    value: z.string(),
    how: z.enum(searchHows),
    /** Who said so, where no inventory of ours does; times in UTC. */
    observed: z
      .object({ source: z.string(), firstSeen: z.iso.datetime(), lastSeen: z.iso.datetime() })
      .optional(),
  }),
})
export type SearchHit = z.infer<typeof SearchHit>

export const findThings = defineCall({
  method: 'GET',
  path: '/search/v1/find',
  access: 'any-right',
  spec: 'connected console 3',
  summary: 'Things by an identifier, a part of one, or a name; of the kinds that the reader may read',
  query: z.strictObject({
    q: visibleLine(longestSearch),
    limit: wholeNumber(1, 50).optional(),
  }),
  data: z.object({
    /** The best first. */
    hits: z.array(SearchHit),
    hasMore: z.boolean(),
    /** What was looked through: the kinds that the reader may read. */
    kinds: z.array(z.enum(searchKinds)),
  }),
})

const ResolvedLine = z.object({
  given: z.string(),
  outcome: z.enum(outcomes),
  /** Of 'found'. */
  hit: SearchHit.optional(),
  /** Of 'ambiguous' and 'check-digit'. */
  candidates: z.array(SearchHit).optional(),
  /** Nothing has this name, and names like it were not looked for: too many other lines need that. */
  isSimilarLeft: z.literal(true).optional(),
})
export type ResolvedLine = z.infer<typeof ResolvedLine>

const tooManyLines = `must have at most ${mostLines} lines`

/** Asks by POST because a list is too long for an address. */
export const resolveLines = defineReading({
  path: '/search/v1/resolve',
  access: 'any-right',
  spec: 'connected console 3',
  summary: 'What each line of a list names, in the order of the lines; empty lines are nothing',
  asksMuch: true,
  body: z.strictObject({
    text: z
      .string()
      .max(longestLines, `must be at most ${longestLines} characters`)
      .refine(
        (text) => text.split(/\r\n?|\n/).filter((each) => each.trim() !== '').length <= mostLines,
        tooManyLines,
      ),
  }),
  data: z.object({ items: z.array(ResolvedLine) }),
})

export const listRecent = defineCall({
  method: 'GET',
  path: '/search/v1/recent',
  access: 'any-right',
  spec: 'D38, connected console 3',
  summary: `The last ${mostRecent} things that the reader visited, the newest first`,
  data: z.object({ items: z.array(FoundThing.extend({ visitedAt: z.iso.datetime() })) }),
})

/** No change that anybody else could see: it leaves no entry (D38). */
export const noteVisit = defineReading({
  path: '/search/v1/recent',
  access: 'any-right',
  takesSignOn: true,
  spec: 'D38, connected console 3',
  summary: 'Note that the reader visited a thing',
  body: z.strictObject({ kind: z.enum(searchKinds), id: visibleLine(320) }),
  data: z.null(),
})

export const searchCalls = { findThings, resolveLines, listRecent, noteVisit }
