import { agentSource } from '@support-console/contract'
import { type Asking, ask } from '../../systems/ask.ts'
import type { AgentStatus, CsrAgents } from '../../systems/csr-agent/csr-agent.adapter.ts'

/** Asks the agent of a CSR how it stands. Its word is kept whatever it says, and so is that it does not answer (D54). */
export function askAgent(
  asking: Asking,
  agents: CsrAgents,
  { server, ipAddress }: { server: string; ipAddress: string },
) {
  const agent = agents.of({ server, ipAddress })
  return ask(asking, agent.name, () => agent.status({ signal: asking.signal }), {
    kind: 'csr',
    id: ipAddress,
    source: agentSource,
    fields: wordOf,
  })
}

/** What of it is kept. An agent that failed says why with its last line. */
const wordOf = ({ release, state, panels, log }: AgentStatus) => ({
  release,
  agentState: state,
  agentReason: state === 'failed' ? (log.at(-1)?.line ?? '') : '',
  reportingPanels: String(panels),
})
