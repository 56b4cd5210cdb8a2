/** What someone may do for a company in the Remote Portal. */
interface RemoteUserTable {
  /** In lower case. */
  email: string
  company_id: number
  /** As the Remote Portal writes it. */
  remote_id: string
  role: string
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    remote_user: RemoteUserTable
  }
}
