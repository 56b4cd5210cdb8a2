import type { Generated, Selectable } from 'kysely'
import type { Behalf } from '../../platform/undertakings/behalf.ts'

/** An order to enable management of several panels. */
interface EnablingTable extends Behalf {
  enabling_id: string
  state: Generated<'running' | 'finished'>
  /** Why it is done, in the words of the trail. */
  why: string
  /** The run that has it: one that was overtaken writes nothing (R44). */
  run_id: string | null
  created_at: Generated<Date>
  finished_at: Date | null
}

interface EnablingPanelTable {
  enabling_id: string
  position: number
  cloud_id: string
  state: Generated<'waiting' | 'enabled' | 'refused' | 'failed'>
  /** What became of it, in a sentence. */
  message: Generated<string>
  done_at: Date | null
}

export type EnablingRow = Selectable<EnablingTable>

declare module '../../platform/database/tables.ts' {
  interface Tables {
    enabling: EnablingTable
    enabling_panel: EnablingPanelTable
  }
}
