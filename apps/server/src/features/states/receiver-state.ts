import {
  type AgentStateWord,
  agentSource,
  type CsrStatus,
  type ReceiverState,
  receiverStateOf,
  wordSince,
} from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { View } from './view.ts'

/** When it is looked at, and how long an agent's word counts. */
export type AgentView = Pick<View, 'now' | 'agentCountsMs'>

/** What is kept of a receiver (CSR) and of its agent's word (D54). */
interface ReceiverRow {
  status: CsrStatus
  release: string
  agent_release: string | null
  agent_state: AgentStateWord | null
  agent_at: Date | null
  agent_since: Date | null
  /** It was asked again since, and gave no answer. */
  unanswered_at: Date | null
  /** When its last deployment ended, or since when it is under way; null: there was none. */
  deployed_at: Date | null
}

/** How a receiver stands by its agent's word, by the one function of the contract. */
export function receiverStateIn(row: ReceiverRow, view: AgentView): ReceiverState {
  const word = wordIn(row)
  const kept = {
    ...row,
    deployedAt: row.deployed_at?.getTime() ?? null,
    word,
    isUnanswered: row.unanswered_at !== null,
  }
  const { state, since, at, by, isFresh } = receiverStateOf(kept, view.now.getTime(), view.agentCountsMs)
  return {
    state,
    online: null,
    since: isoOf(since),
    at: isoOf(at),
    source: by === null ? '' : by === 'agent' ? agentSource : 'Console',
    isFresh,
    facts: [],
    cause: null,
    counts: null,
  }
}

const isoOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

const wordIn = ({
  agent_release: release,
  agent_state: state,
  agent_at: at,
  agent_since: since,
}: ReceiverRow) =>
  release === null || state === null || at === null
    ? null
    : { release, state, at: at.getTime(), since: (since ?? at).getTime() }

export interface Receiver extends ReceiverRow {
  server: string
  agent_reason: string | null
  agent_seen: number | null
  agent_panels: number | null
  /** When it last said otherwise. */
  agent_before: Date | null
  unanswered_since: Date | null
  unanswered_why: string | null
  /** Of its last deployment, and why that failed. */
  from_release: string | null
  to_release: string | null
  reason: string
  update_date: Date
  stands: ReceiverState
  /** The release that runs: by its agent's word, where that is newer than the last deployment. */
  runs: string
}

/** Receivers with how they stand; a few hundred at most. @param servers absent: all */
export async function readReceivers(
  db: Db,
  view: AgentView,
  servers?: readonly string[],
): Promise<Receiver[]> {
  const { rows } = await sql<Omit<Receiver, 'stands' | 'runs'>>`
    select server, status, release, agent_release, agent_state, agent_reason, agent_at, agent_since, agent_seen, agent_panels, agent_before, unanswered_since,
      unanswered_at, unanswered_why, csr.update_date, coalesce(finished_at, started_at, created_at) as deployed_at, from_release, to_release,
      coalesce(reason, '') as reason
    from csr left join lateral (
      select finished_at, started_at, created_at, from_release, to_release, reason from csr_deployment where csr_deployment.csr_id = csr.csr_id
      order by created_at desc limit 1) as last on true
    where ${servers === undefined ? sql`true` : sql`server = any(${servers}::text[])`} order by server`.execute(
    db,
  )
  return rows.map((row) => ({
    ...row,
    stands: receiverStateIn(row, view),
    runs:
      wordSince({ word: wordIn(row), deployedAt: row.deployed_at?.getTime() ?? null })?.release ??
      row.release,
  }))
}

/** How receivers stand, by server. */
export async function receiverStatesOf(
  db: Db,
  view: View,
  servers: readonly string[],
): Promise<Map<string, ReceiverState>> {
  if (servers.length === 0) return new Map()
  return new Map((await readReceivers(db, view, servers)).map(({ server, stands }) => [server, stands]))
}
