import type { SweepState, sweepLaneStates, VendorCode } from '@support-console/contract'
import type { Generated } from 'kysely'
import type { Behalf } from '../../../platform/undertakings/behalf.ts'

/** Looking at all (D50). Of one that the night began, the texts of its behalf are empty. */
interface SweepTable extends Behalf {
  sweep_id: string
  /** The day on which its night begins; null: begun by hand. */
  night: string | null
  /** When its hours are over; null: they have no end. */
  until_at: Date | null
  state: Generated<SweepState>
  reason: Generated<string>
  /** The run that may write (R44). */
  run_id: string | null
  created_at: Date
  finished_at: Date | null
  stopped_by: string | null
}

export type SweepPhase = 'list' | 'reads' | 'again' | 'done'

interface SweepLaneTable {
  sweep_id: string
  carrier: VendorCode
  state: Generated<(typeof sweepLaneStates)[number]>
  reason: Generated<string>
  phase: Generated<SweepPhase>
  /** From where its list goes on; null: it has not begun. */
  place: string | null
  list_began_at: Date | null
  listed: Generated<number>
  planned_list: Generated<number>
  /** How many of `sweep_read` are done, in their order. */
  read_count: Generated<number>
  planned_reads: Generated<number>
  slowed: Generated<number>
  /** Since when, and from which read on, its pace is taken. */
  paced_at: Date | null
  paced_from: Generated<number>
  began_at: Date | null
  ended_at: Date | null
}

/** A SIM that is asked for singly. */
interface SweepReadTable {
  sweep_id: string
  carrier: VendorCode
  position: number
  iccid: string
}

/** Up to when a carrier's list has told what changed. */
interface SweepCarrierTable {
  carrier: VendorCode
  watermark: Date | null
}

/** When a SIM's carrier last told of it by its list or singly, and when singly or as whole as that. */
interface SweepSimTable {
  iccid: string
  carrier: VendorCode
  seen_at: Date | null
  read_at: Date | null
  /** It is to be read singly. */
  is_wanted: Generated<boolean>
}

/** What a sweep came to. */
interface SweepFindingTable {
  sweep_id: string
  finding: string
  before: number
  gone_before: string
  count: number | null
  fresh: number | null
  gone: number | null
}

interface SweepCoverageTable {
  sweep_id: string
  carrier: VendorCode
  sims: number
  within: number
  older: number
  never: number
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    sweep: SweepTable
    sweep_lane: SweepLaneTable
    sweep_read: SweepReadTable
    sweep_carrier: SweepCarrierTable
    sweep_sim: SweepSimTable
    sweep_finding: SweepFindingTable
    sweep_coverage: SweepCoverageTable
  }
}
