import type { CsrDeployment, CsrStatus } from '@support-console/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Behalf } from '../../platform/undertakings/behalf.ts'

/** A server of the table (2.10). */
interface CsrTable {
  csr_id: Generated<number>
  server: string
  ip_address: string
  description: Generated<string>
  release: string
  status: Generated<CsrStatus>
  /** As its agent last said. */
  panel_count: number | null
  panel_count_at: Date | null
  /** When its agent was last asked for it, whatever came of it. */
  status_asked_at: Date | null
  create_date: Generated<Date>
  update_date: Generated<Date>
}

interface CsrReleaseTable {
  version: string
  added_at: Generated<Date>
}

export type DeploymentState = 'pending' | 'running' | 'succeeded' | 'error'
/** States in which a deployment is not settled: one such per CSR (index csr_deployment_one_open). */
export const openStates = ['pending', 'running'] as const satisfies DeploymentState[]

type Log = CsrDeployment['log']

/** One order to deploy a release on a CSR, and what became of it. */
interface CsrDeploymentTable extends Behalf {
  /** Also the agent's id of it, and the sub-transaction id of its end. */
  deployment_id: string
  csr_id: number
  kind: CsrDeployment['kind']
  from_release: string
  to_release: string
  state: Generated<DeploymentState>
  reason: Generated<string>
  log: ColumnType<Log, string | undefined, string>
  /** How many panels reported when it was ordered, as its agent last said; null: it had not. */
  panels_before: number | null
  /** The run that may write (R44). */
  run_id: string | null
  created_at: Generated<Date>
  /** When its agent took it. */
  started_at: Date | null
  finished_at: Date | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    csr: CsrTable
    csr_release: CsrReleaseTable
    csr_deployment: CsrDeploymentTable
  }
}
