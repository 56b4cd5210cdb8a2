import type { Panel } from '@support-console/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type PanelInfo = Panel['panelInfo']

interface PanelTable {
  /** In capitals. */
  cloud_id: string
  /** Null: no one's, as far as we know. */
  company_id: number | null
  /** As the Remote Portal writes it; null: the panel is in no Remote Portal. */
  remote_id: string | null
  /** The same without dashes, in capitals. */
  remote_key: GeneratedAlways<string | null>
  /** Management is disabled in the Remote Portal, as far as we know. */
  flagged: Generated<boolean>
  flag_changed_at: Date | null
  flag_changed_by: string | null
  /** The change that is under way or was left without an outcome; null: none. */
  flag_run: string | null
  /** Until when no one else may begin one. */
  flag_run_until: Date | null
  /** The name of the CSR that serves it; empty: not known. */
  receiver: Generated<string>
  panel_info: ColumnType<PanelInfo, string, string>
  create_date: Generated<Date>
  update_date: Generated<Date>
}

/** A panel as Pathfinder knows it and as we do; it told so of both. */
interface PanelIdTable {
  /** A GUID in small letters, without braces. */
  physical_id: string
  cloud_id: string
  told_at: Generated<Date>
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    panel: PanelTable
    panel_id: PanelIdTable
  }
}
