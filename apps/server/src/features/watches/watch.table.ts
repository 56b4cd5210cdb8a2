import type { Permission } from '@support-console/contract'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { Behalf } from '../../platform/undertakings/behalf.ts'

interface WatchTable extends Behalf {
  watch_id: string
  cloud_id: string
  until_at: Date
  state: Generated<'running' | 'back' | 'over' | 'stopped'>
  /** How the panel stood when the time was over. */
  word: Generated<string>
  /** Since when it is back, and on which container. */
  since: Date | null
  container: Generated<string>
  /** What was done to the panel while it went on. */
  meanwhile: ColumnType<{ at: string; line: string }[], string | undefined, string>
  rights: Permission[]
  created_at: Generated<Date>
  finished_at: Date | null
  stopped_by: string | null
}

export type WatchRow = Selectable<WatchTable>

declare module '../../platform/database/tables.ts' {
  interface Tables {
    watch: WatchTable
  }
}
