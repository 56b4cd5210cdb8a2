import type { AgentStateWord, CsrDeployment, CsrStatus } from '@support-console/contract'
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
  /** As its agent last said, kept with its observation; all of them or none. */
  agent_release: string | null
  agent_state: AgentStateWord | null
  /** Its last line, where it failed. */
  agent_reason: string | null
  agent_panels: number | null
  agent_at: Date | null
  /** Since when it says of release and state what it says, and how often it did. */
  agent_since: Date | null
  agent_seen: number | null
  /** When it last said otherwise. */
  agent_before: Date | null
  /** It was asked again and gave no answer: since when, last when, and why. */
  unanswered_since: Date | null
  unanswered_at: Date | null
  unanswered_why: string | null
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
  /** As its agent said just before it was told to begin: the release that ran, and how many panels reported; null: it did not. */
  ran_before: string | null
  panels_before: number | null
  panels_before_at: Date | null
  panels_after: ColumnType<CsrDeployment['panelsAfter'], string | undefined, string>
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
