import type { SearchKind } from '@support-console/contract'

/** What someone visited (D38), each thing once. */
interface VisitTable {
  issuer: string
  subject: string
  kind: SearchKind
  id: string
  visited_at: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    visit: VisitTable
  }
}
