import type { Generated, Selectable } from 'kysely'
import type { Behalf } from '../../platform/undertakings/behalf.ts'

/** An order to disable management for a time. */
interface DisablingTable extends Behalf {
  disabling_id: string
  cloud_id: string
  /** The change of the flag that it was given with. */
  run_id: string
  until_at: Date
  /** In which zone the end was given; empty: as a number of hours. */
  time_zone: string
  /**
   * `pending`: it is not known yet that management is disabled; `void`: it was not. `done`: the server has enabled it at the end;
   * `enabled`: a person did, before or after. `refused`: its person may no longer, so it waits for another's hand.
   */
  state: Generated<'pending' | 'running' | 'done' | 'enabled' | 'replaced' | 'refused' | 'failed' | 'void'>
  /** When its person is told that it ends soon; null: they were, or it was ordered later than that. */
  soon_at: Date | null
  /** When there is something to do next. */
  next_at: Date
  tries: Generated<number>
  /** Why it could not be enabled so far. */
  reason: Generated<string>
  /** The server's attempt at the end, and until when no other begins one. */
  held_by: string | null
  held_until: Date | null
  /** The transaction of the end: the same for every attempt. */
  end_transaction_id: string
  /** Given, or given again by who extends it. */
  ordered_at: Generated<Date>
  created_at: Generated<Date>
  finished_at: Date | null
  stopped_by: string | null
}

export type DisablingRow = Selectable<DisablingTable>

declare module '../../platform/database/tables.ts' {
  interface Tables {
    disabling: DisablingTable
  }
}
