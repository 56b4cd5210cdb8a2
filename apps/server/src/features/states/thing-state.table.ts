import type { PanelStateWord, SimStateWord } from '@support-console/contract'

/** The state of a thing as its words make it, whatever the time is. */
interface ThingStateTable {
  thing_kind: 'sim' | 'panel'
  thing_id: string
  /** By the inventory. */
  company_id: number | null
  /** A panel's container; a SIM's carrier; empty: of none. */
  place: string
  state: SimStateWord | PanelStateWord
  since: Date | null
  /** When the newest word behind it was said; of a panel when that was first so. */
  at: Date | null
  source: string
  /** The SIM was deactivated here. */
  is_here: boolean
  is_asked: boolean
  /** A verdict, old or not, says that something is wrong. */
  is_judged: boolean
  online: string | null
  online_at: Date | null
  used_percent: number | null
  /** The last day of the period of that usage. */
  usage_to: string | null
  /** Of a panel's session. */
  iccid: string | null
  host: string | null
  refused_since: Date | null
  /** It comes and goes until then, whatever its state is. */
  flaps_until: Date | null
  /** When this version was first kept; infinity: none was. */
  kept_at: Date
  /** Where Pathfinder last said that the panel points; empty: not known. */
  environment: string
}

/** How many of a company's things are alike; the sum of several rows. Those that flap or have a verdict are not among them. */
interface StateCountTable
  extends Pick<ThingStateTable, 'thing_kind' | 'place' | 'state' | 'environment' | 'is_here' | 'is_asked'> {
  company_id: number
  things: number
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    thing_state: ThingStateTable
    state_count: StateCountTable
  }
}
