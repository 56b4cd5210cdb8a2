import type { OutageScope, VendorCode } from '@support-console/contract'
import type { Generated } from 'kysely'

/** What a container last said, and what came of the last look. */
interface WebConnectContainerTable {
  container_name: string
  connection_count: Generated<number>
  /** Per cent. */
  cpu_usage: Generated<number>
  /** MB. */
  memory_usage: Generated<number>
  silent_count: Generated<number>
  /** How far its clock is ahead of ours; 0 within the tolerance. */
  clock_offset_ms: Generated<number>
  /** When it last answered, by our clock; null: never. */
  /** When what it told was so; earlier than `checked_at` where its figures are late (D56). */
  said_at: Date | null
  /** The newest time in what it told. */
  newest_at: Generated<Date | null>
  checked_at: Date
  /** Why it did not answer at the last look; empty: it did. */
  problem: Generated<string>
  create_date: Generated<Date>
}

interface WebConnectSampleTable {
  container_name: string
  at: Date
  connection_count: number
  cpu_usage: number
  memory_usage: number
}

/** A page of a container's connections as they were last seen: JSON of `KeptConnection[]`. */
interface WebConnectConnectionTable {
  container_name: string
  page: number
  connections: string
}

/** A panel that its container does not tell of any more, since when. */
interface WebConnectMissedTable {
  cloud_id: string
  container_name: string
  since: Date
  took_ms: number
}

/** A panel whose last message its container did not accept, since which look. */
interface WebConnectRefusedTable {
  cloud_id: string
  container_name: string
  since: Date
}

/** Where a panel was last seen; more than observations tell is harmless, less is not. */
interface WebConnectPresentTable {
  cloud_id: string
  container_name: string
  /** Of the row without names: when all that observations tell was last put here. Otherwise null. */
  filled_at: Date | null
}

/** When a panel left its container, or was last heard before it fell silent. Of the last days. */
interface WebConnectAbsenceTable {
  cloud_id: string
  how: 'left' | 'silent'
  began_at: Date
  /** The look that saw it back; null: it is away. */
  ended_at: Date | null
  container_name: string
  /** As it was then: the SIM of its session, empty where that named none; whose it was; its carrier's code, empty: not known. */
  iccid: string
  company_id: number | null
  carrier: VendorCode | ''
  /** Which serves it; empty: not known. */
  receiver: Generated<string>
  /** It left between this and its beginning, while no one looked; null: just then. */
  seen_until: Generated<Date | null>
}

/** How many sessions a panel began in an hour, where it began any. Of the last days. */
interface WebConnectSessionsTable {
  cloud_id: string
  hour: Date
  begun: number
}

/** How many panels are at home at a container, with SIMs of a carrier and a range. */
interface WebConnectPopulationTable {
  /** Of those that share this (`apartScopes`); both empty: of all. */
  scope: string
  scope_id: string
  container_name: string
  /** A carrier's code; empty: not known. */
  carrier: VendorCode | ''
  /** `simRange`; empty: not known. */
  sim_range: string
  receiver: string
  panels: number
  counted_at: Date
}

/** How many panels stopped in a minute, by where they are at home; those without names: of all. */
interface WebConnectStopsTable {
  minute: Date
  container_name: string
  carrier: VendorCode | ''
  sim_range: string
  receiver: string
  stopped: number
}

/** How many of a scope were away in an hour; without a name: that hour was looked at. */
interface WebConnectUsualTable {
  hour: Date
  scope: string
  scope_id: string
  away: number
}

/** Panels with something in common that stopped, from when it was told to when it was over. */
interface WebConnectOutageTable {
  outage_id: Generated<string>
  scope: OutageScope
  scope_id: string
  how: 'together' | 'excess' | 'down'
  /** When its panels stopped, the first and the last. */
  began_at: Date
  stopped_until: Date
  members: number
  away: number
  most_away: number
  told_at: Date
  /** Null: it lasts. */
  ended_at: Date | null
  /** How many are away usually at that hour; null: not known, or not compared. */
  usual: number | null
  /** How many stopped elsewhere in the same time, or are away, and of how many; null: not compared. */
  others_away: number | null
  others: number | null
  /** When its panels were last noted; null: not yet. */
  noted_at: Date | null
}

/** A panel of an outage. */
interface WebConnectOutagePanelTable {
  outage_id: string
  cloud_id: string
  company_id: number | null
  stopped_at: Date
  /** Null: it was not seen back. */
  back_at: Date | null
}

interface WebConnectSilentTable {
  at: Date
  silent: number
}

/** One row: which server collects at the moment. */
interface WebConnectTurnTable {
  only_one: Generated<boolean>
  holder: string | null
  held_until: Date | null
  begun_at: Date | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    webconnect_container: WebConnectContainerTable
    webconnect_sample: WebConnectSampleTable
    webconnect_connection: WebConnectConnectionTable
    webconnect_missed: WebConnectMissedTable
    webconnect_refused: WebConnectRefusedTable
    webconnect_present: WebConnectPresentTable
    webconnect_absence: WebConnectAbsenceTable
    webconnect_sessions: WebConnectSessionsTable
    webconnect_population: WebConnectPopulationTable
    webconnect_stops: WebConnectStopsTable
    webconnect_usual: WebConnectUsualTable
    webconnect_silent: WebConnectSilentTable
    webconnect_outage: WebConnectOutageTable
    webconnect_outage_panel: WebConnectOutagePanelTable
    webconnect_turn: WebConnectTurnTable
  }
}
