import type { ViewListName } from '@support-console/contract'

/** A list as someone keeps it (D38). */
interface SavedViewTable {
  view_id: string
  issuer: string
  subject: string
  email: string
  list: ViewListName
  name: string
  /** The name as it is compared. */
  same_name: string
  query: string
  is_shared: boolean
  used_at: Date
}

interface DefaultViewTable {
  issuer: string
  subject: string
  list: ViewListName
  view_id: string
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    saved_view: SavedViewTable
    default_view: DefaultViewTable
  }
}
