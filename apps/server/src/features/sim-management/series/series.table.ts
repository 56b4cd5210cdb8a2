import type { BatchRowState } from '@support-console/contract'
import type { Generated } from 'kysely'
import type { Behalf } from '../../../platform/undertakings/behalf.ts'

/** An order to deactivate many SIMs, batch by batch. */
interface DeactivationSeriesTable extends Behalf {
  series_id: string
  /** What people know it by. */
  name: string
  /** Whose SIMs all of them are; null: they were chosen one by one. */
  company_id: number | null
  /** Why, in the words of the trail. */
  why: string
  /** The run that has it: one that was overtaken begins no batch (R44). */
  run_id: string | null
  created_at: Generated<Date>
  finished_at: Date | null
  stopped_at: Date | null
  stopped_by: string | null
}

interface DeactivationSeriesSimTable {
  series_id: string
  position: number
  iccid: string
  /** The row of a batch that it became; null: none yet. */
  deactivation_id: string | null
  /** How that ended, once its batch has. */
  state: BatchRowState | null
  note: Generated<string>
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    deactivation_series: DeactivationSeriesTable
    deactivation_series_sim: DeactivationSeriesSimTable
  }
}
