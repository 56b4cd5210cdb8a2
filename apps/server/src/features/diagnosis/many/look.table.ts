import type { LookedState, LookState, Permission } from '@support-console/contract'
import type { Generated } from 'kysely'
import type { Behalf } from '../../../platform/undertakings/behalf.ts'

/** A look at many things (D50). */
interface LookTable extends Behalf {
  look_id: string
  /** What is looked at, and with which rights: one that is the same runs once at a time. */
  same: string
  /** Whose list it is; null: things that were named. */
  company_id: number | null
  company_name: string
  /** Null: SIMs and panels. */
  thing_kind: 'sim' | 'panel' | null
  /** Of anyone who began it: nothing else is read for it, and who may read less is not told of it (D45). */
  rights: Permission[]
  state: Generated<LookState>
  /** Why it is paused, a sentence. */
  reason: Generated<string>
  /** The run that may write (R44). */
  run_id: string | null
  created_at: Generated<Date>
  /** Since when it runs, begun or gone on with. */
  resumed_at: Generated<Date>
  finished_at: Date | null
  stopped_by: string | null
}

interface LookThingTable {
  look_id: string
  position: number
  thing_kind: 'sim' | 'panel'
  thing_id: string
  /** The code of its SIM's carrier, at whose pace it is looked at; empty: not known. */
  carrier: string
  state: Generated<LookedState>
  run_id: string | null
  looked_at: Date | null
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    look: LookTable
    look_thing: LookThingTable
  }
}
