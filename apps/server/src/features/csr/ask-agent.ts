import { agentSource } from '@support-console/contract'
import { fieldsOf, type Observation } from '../../platform/observations/observed.ts'
import { type Asking, ask, type Told } from '../../systems/ask.ts'
import type { AgentStatus, CsrAgents } from '../../systems/csr-agent/csr-agent.adapter.ts'

/** Asks the agent of a CSR how it stands. Its word is kept whatever it says, and so is that it does not answer (D54). */
export function askAgent(
  asking: Asking,
  agents: CsrAgents,
  { server, ipAddress }: { server: string; ipAddress: string },
) {
  const agent = agents.of({ server, ipAddress })
  return ask(asking, agent.name, () => agent.status({ signal: asking.signal }), {
    ...sourceOf(ipAddress),
    fields: wordOf,
  })
}

const sourceOf = (ipAddress: string) => ({ kind: 'csr' as const, id: ipAddress, source: agentSource })

/** The same word, where a transaction keeps it itself together with what follows from it. */
export function observationOf(ipAddress: string, { data, report }: Told<AgentStatus>): Observation {
  const { askedAt, durationMs: tookMs, status, message: problem } = report
  const said = data ? { fields: fieldsOf(wordOf(data)) } : { status, problem }
  return { ...sourceOf(ipAddress), askedAt, tookMs, said }
}

/** What of it is kept. An agent that failed says why with its last line. */
const wordOf = ({ release, state, panels, log }: AgentStatus) => ({
  release,
  agentState: state,
  agentReason: state === 'failed' ? (log.at(-1)?.line ?? '') : '',
  reportingPanels: String(panels),
})
