import type { Leaving, LineByHand } from '@support-console/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Behalf } from '../../platform/undertakings/behalf.ts'

/** A company that leaves or has left. */
interface LeavingTable extends Behalf {
  leaving_id: string
  company_id: number
  /** Why, in the words of the trail: it names the ticket. */
  why: string
  created_at: Generated<Date>
  finished_at: Date | null
  finished_by: string | null
  /** As it stood at its end. */
  proof: ColumnType<Leaving['lines'] | null, string | null, string | null>
  lines_done: number | null
}

/** What a person said was ended by hand. */
interface LeavingLineTable {
  leaving_id: string
  line: LineByHand
  note: string
  done_at: Generated<Date>
  done_by: string
}

interface LeavingSeriesTable {
  leaving_id: string
  series_id: string
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    leaving: LeavingTable
    leaving_line: LeavingLineTable
    leaving_series: LeavingSeriesTable
  }
}
