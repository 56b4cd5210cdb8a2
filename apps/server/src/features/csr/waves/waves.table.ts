import type { WaveEvidence, WavePlan, WaveServerState } from '@support-console/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Behalf } from '../../../platform/undertakings/behalf.ts'

/** A release that goes to servers in waves (D61). */
interface WavePlanTable extends Behalf {
  plan_id: string
  release: string
  /** As it was begun; nothing changes it. */
  settings: ColumnType<Omit<WavePlan, 'servers'>, string, never>
  /** In panels. */
  budget: number
  direction: Generated<'forward' | 'back'>
  /** Who pressed last: on whose behalf servers are deployed from then on. */
  actor: ColumnType<Behalf, string, string>
  ordered_at: Generated<Date>
  paused_why: string | null
  paused_at: Date | null
  /** Waves up to this one were taken as they are by a person. */
  accepted_wave: Generated<number>
  /** What a person went on in spite of. */
  accepted_troubles: Generated<string[]>
  stopped_by: string | null
  stopped_at: Date | null
  why: string
  /** The run that may write (R44). */
  run_id: string | null
  created_at: Generated<Date>
  finished_at: Date | null
}

/** A server of a plan. */
interface WaveServerTable {
  plan_id: string
  csr_id: number
  wave: number
  position: number
  state: Generated<WaveServerState>
  note: Generated<string>
  /** When it was planned. */
  panels: number | null
  panels_at: Date | null
  predicted_ms: number | null
  /** What its agent said that it ran, just before it was first made Pending; never written again. */
  release_at_first_attempt: string | null
  deployment_id: string | null
  return_id: string | null
  evidence: ColumnType<WaveEvidence[], string | undefined, string>
  judged_at: Date | null
  accepted_by: string | null
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    wave_plan: WavePlanTable
    wave_server: WaveServerTable
  }
}
