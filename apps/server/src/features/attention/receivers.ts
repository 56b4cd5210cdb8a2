import { factRights } from '@support-console/contract'
import { sql } from 'kysely'
import { type Receiver, readReceivers } from '../states/index.ts'
import type { Fault, Source } from './source.ts'

/** Another release than ordered is told when an agent has said so twice. */
const fewestSeen = 2

/**
 * CSR servers whose last deployment failed, and what their agents say (D54), each once, with the panels that the inventory says they
 * serve.
 * @param agentCountsMs how long an agent's word counts
 */
export const receiversSource =
  ({ agentCountsMs }: { agentCountsMs: number }): Source =>
  async (db, now) => {
    const receivers = await readReceivers(db, { now, agentCountsMs })
    const { rows } = await sql<{ server: string; panels: number }>`
      select receiver as server, coalesce(sum(panels), 0)::integer as panels from webconnect_population
      where scope = '' and receiver <> '' group by receiver`.execute(db)
    const served = new Map(rows.map(({ server, panels }) => [server, panels]))
    return receivers.flatMap((receiver) => {
      const said = sayOf(receiver)
      if (!said) return []
      const { server, stands, update_date: changedAt } = receiver
      return [
        {
          key: `${said.code} ${server}`,
          rights: [factRights.deployment],
          since: stands.since ?? changedAt.toISOString(),
          panels: served.get(server) || null,
          what: { of: { kind: 'csr', id: server }, name: server, figures: {}, ...said },
        },
      ]
    })
  }

/** What is told of it; undefined: nothing needs a person. */
function sayOf(of: Receiver): Pick<Fault, 'code' | 'note'> | undefined {
  const { state } = of.stands
  if (state === 'core-down') return { code: 'core-down', note: of.agent_reason ?? '' }
  if (state === 'other-release')
    return (of.agent_seen ?? 0) < fewestSeen
      ? undefined
      : { code: 'other-release', note: `${of.runs} runs, ${of.release} was ordered.` }
  if (state === 'does-not-answer') return { code: 'agent-silent', note: of.unanswered_why ?? '' }
  if (state !== 'failed') return undefined
  const { from_release: before, to_release: after, reason } = of
  return { code: 'not-deployed', note: reason || (before ? `${before} → ${after} was not deployed.` : '') }
}
