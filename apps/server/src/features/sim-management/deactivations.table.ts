import type { BatchRowState, ErrorStatus, VendorCode } from '@support-console/contract'
import type { Generated } from 'kysely'
import type { Behalf } from '../../platform/undertakings/behalf.ts'

/** One order to deactivate SIMs: a batch, or a single SIM. */
interface DeactivationBatchTable extends Behalf {
  batch_id: string
  /** One SIM by the call for one; not listed among the batches. */
  is_single: boolean
  retry_of: string | null
  /** The series that it is a part of; null: of none. */
  series_id: string | null
  /** Where its list came from; empty where no one said. */
  file_name: Generated<string>
  /** Why, in the words of the trail. */
  why: Generated<string>
  /** The list's other columns (D35). */
  other_columns: Generated<string[]>
  created_at: Generated<Date>
  finished_at: Date | null
  stopped_at: Date | null
  stopped_by: string | null
}

/** One SIM of a batch. */
interface DeactivationTable {
  /** The sub-transaction id, and the reference that a carrier is given where it takes one. */
  deactivation_id: string
  batch_id: string
  position: number
  iccid: string
  /** What the list says in its other columns, in their order. */
  other_cells: Generated<string[]>
  /** Null for a row that names no SIM of ours. */
  vendor_code: VendorCode | null
  state: BatchRowState
  /** What follows the status word: why, or how it is known. */
  note: Generated<string>
  /** The envelope's word for a failure, where one call asks for this SIM alone. */
  problem: ErrorStatus | null
  /** The run that may write this row's outcome (R44). */
  run_id: string | null
  attempts: Generated<number>
  /** An earlier deactivation of this SIM ended unknown: the SIM is read before anything is asked. */
  read_first: Generated<boolean>
  /** Verizon's id of the accepted request. */
  request_id: string | null
  asked_at: Date | null
  settled_at: Date | null
}

/** A result that Verizon reported. */
interface VerizonCallbackTable {
  request_id: string
  iccid: string
  state: 'done' | 'refused'
  sentence: string
  received_at: Generated<Date>
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    deactivation_batch: DeactivationBatchTable
    deactivation: DeactivationTable
    verizon_callback: VerizonCallbackTable
  }
}

/** States in which a row is not settled: one such row per SIM (index deactivation_one_open). */
export const openStates = ['ready', 'asking', 'waiting', 'settling'] as const satisfies BatchRowState[]
