import { z } from 'zod'
import { panelFindingCodes, storedStates } from './diagnosis.words.ts'
import { receiverStates } from './receivers.words.ts'
import { companyStates, panelStates, simStates, thingFacts } from './states.words.ts'

const instant = z.iso.datetime()

/** The verdict of the last diagnosis of a thing. */
export const StoredFinding = z.object({
  /** Of its first cause; null: it has none. */
  code: z.enum(panelFindingCodes).nullable(),
  state: z.enum(storedStates),
  /** When it was first so. */
  since: instant,
  /** When it was last looked at. */
  at: instant,
})
export type StoredFinding = z.infer<typeof StoredFinding>

/** How many of a company's SIMs, or panels, are so. */
const SimCounts = z.object({ total: z.number().int(), wrong: z.number().int(), notAsked: z.number().int() })
export type SimCounts = z.infer<typeof SimCounts>
const PanelCounts = SimCounts.extend({ silent: z.number().int(), otherEnvironment: z.number().int() })
export type PanelCounts = z.infer<typeof PanelCounts>

/**
 * The one state of a thing (D40), by what is kept of it and may be told to the reader (D45). Anyone who shows a thing shows this.
 * Times in UTC.
 */
const stateOf = <Words extends readonly string[]>(words: Words) =>
  z.object({
    state: z.enum(words),
    /** Of a SIM: whether it has a session; null: not known, or of another kind of thing. */
    online: z.enum(['online', 'offline']).nullable(),
    /** When it began, or was first seen so; null: not known. */
    since: instant.nullable(),
    /** When the newest word behind it was said; null: there is none. */
    at: instant.nullable(),
    /** Who said it: 'Verizon', 'WebConnect', 'Inventory'; empty where no one did. */
    source: z.string(),
    /** It is not older than what counts for it. */
    isFresh: z.boolean(),
    facts: z.array(z.enum(thingFacts)),
    /** The verdict of its last diagnosis, unless the state has changed since; null to readers who may not read all behind it. */
    cause: StoredFinding.nullable(),
    /** Of a company; null: of another kind of thing, or the reader may not read these. */
    counts: z
      .object({
        sims: SimCounts.nullable(),
        panels: PanelCounts.nullable(),
      })
      .nullable(),
  })

export const SimState = stateOf(simStates)
export type SimState = z.infer<typeof SimState>
export const PanelState = stateOf(panelStates)
export type PanelState = z.infer<typeof PanelState>
export const CompanyState = stateOf(companyStates)
export type CompanyState = z.infer<typeof CompanyState>
export const ReceiverState = stateOf(receiverStates)
export type ReceiverState = z.infer<typeof ReceiverState>

/** Of whichever kind of thing. */
export const ThingState = stateOf([
  ...new Set([...simStates, ...panelStates, ...companyStates, ...receiverStates]),
] as (
  | (typeof simStates)[number]
  | (typeof panelStates)[number]
  | (typeof companyStates)[number]
  | (typeof receiverStates)[number]
)[])
export type ThingState = z.infer<typeof ThingState>
