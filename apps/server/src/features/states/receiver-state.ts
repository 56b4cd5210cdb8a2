import type { CsrStatus, ReceiverState } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { View } from './view.ts'

/** How receivers (CSRs) stand, by server, in the words of their table (2.10); as old as what their agents last said. */
export async function receiverStatesOf(
  db: Db,
  view: View,
  servers: readonly string[],
): Promise<Map<string, ReceiverState>> {
  if (servers.length === 0) return new Map()
  const { rows } = await sql<{
    server: string
    status: CsrStatus
    panel_count_at: Date | null
    since: Date | null
  }>`
    select server, status, panel_count_at, (
      select coalesce(finished_at, started_at, created_at) from csr_deployment where csr_deployment.csr_id = csr.csr_id
      order by created_at desc limit 1) as since
    from csr where server = any(${servers}::text[])`.execute(db)
  return new Map(
    rows.map(({ server, status, panel_count_at, since }) => {
      // Only the console's own work makes it Pending or Running.
      const isOwn = status === 'Pending' || status === 'Running' || panel_count_at === null
      const at = isOwn ? since : panel_count_at
      const isHeard =
        panel_count_at !== null && view.now.getTime() - panel_count_at.getTime() <= view.agentCountsMs
      return [
        server,
        {
          state: status,
          online: null,
          since: since?.toISOString() ?? null,
          at: at?.toISOString() ?? null,
          source: at === null ? '' : isOwn ? 'Console' : 'CSR agent',
          isFresh: isHeard,
          facts: [],
          cause: null,
          counts: null,
        },
      ]
    }),
  )
}
