import { unended } from '@support-console/contract/sentences'
import {
  type Answer,
  jsonBody,
  type Neighbour,
  neighbourErrors,
  type Outbound,
} from '../../platform/outbound/index.ts'
import { errorOfStatus } from '../answer-errors.ts'
import type { CallOptions } from '../carriers/carrier.ts'
import { AgentDeployment, AgentError, AgentStatus } from './csr-agent.wire.ts'

export type { AgentDeployment, AgentStatus } from './csr-agent.wire.ts'

export interface CsrAgentSettings {
  /** An address with `{ip}` in it. */
  url: string
  token: string
  /** How long one call may take. */
  answerWithinMs: number
}

/** The agent of one CSR. Every method rejects with a NeighbourError. */
export interface CsrAgent {
  /** As users know it: 'The agent of csr-03'. */
  readonly name: string
  status: (options?: CallOptions) => Promise<AgentStatus>
  /**
   * Asks for a deployment. The agent knows it by its id, so asking again starts nothing new and tells how it stands.
   * @returns 'busy' while it works on another one
   */
  deploy: (deploymentId: string, release: string, options?: CallOptions) => Promise<AgentDeployment | 'busy'>
  /** How a deployment stands; `not-found` where the agent does not know it. */
  deployment: (deploymentId: string, options?: CallOptions) => Promise<AgentDeployment>
}

export interface CsrAgents {
  /** The CSR must be one of our table: its address becomes part of a URL (R34). */
  of: (csr: { server: string; ipAddress: string }) => CsrAgent
}

export function createCsrAgents(outbound: Outbound, settings: CsrAgentSettings): CsrAgents {
  // One neighbour for each: a silent agent must not keep the others waiting.
  const agents = new Map<string, CsrAgent>()
  return {
    of({ server, ipAddress }) {
      const key = `${server} ${ipAddress}`
      const agent = agents.get(key) ?? createAgent(outbound, settings, { server, ipAddress })
      agents.set(key, agent)
      return agent
    },
  }
}

function createAgent(
  outbound: Outbound,
  { url, token, answerWithinMs }: CsrAgentSettings,
  { server, ipAddress }: { server: string; ipAddress: string },
): CsrAgent {
  const name = `The agent of ${server}`
  const neighbour: Neighbour = outbound.neighbour({
    key: 'csr-agent',
    system: name,
    baseUrl: url.replaceAll('{ip}', ipAddress),
    answerWithinMs,
    gate: { inFlight: 4, queue: 50, waitAtMostMs: answerWithinMs },
  })
  const headers = { authorization: `Bearer ${token}` }
  const whyNot = (answer: Answer) => {
    const error = answer.tryJson(AgentError)
    const detail = unended(error?.detail ?? '')
    if (answer.status === 404 && error?.code === 'DEPLOYMENT_NOT_FOUND')
      return neighbourErrors.notFound(name, {
        code: error.code,
        sentence: `${name} does not know this deployment.`,
      })
    if (detail && (answer.status === 400 || answer.status === 409 || answer.status === 422))
      return neighbourErrors.refused(name, {
        code: error?.code ?? '',
        sentence: `${name} refused: ${detail.slice(0, 300)}.`,
      })
    return errorOfStatus(name, answer, error?.code)
  }
  /** A line whose time no one can read was written by now. */
  const withTimes = <Said extends Pick<AgentStatus, 'log'>>(said: Said): Said => {
    const now = outbound.clock.now().toISOString()
    return { ...said, log: said.log.map((line) => ({ ...line, at: line.at || now })) }
  }
  const deploymentOf = (answer: Answer, deploymentId: string): AgentDeployment => {
    const deployment = withTimes(answer.json(AgentDeployment))
    if (deployment.deploymentId.toLowerCase() !== deploymentId)
      throw answer.malformed('the answer is about another deployment')
    return deployment
  }

  return {
    name,
    status: ({ signal } = {}) =>
      neighbour.ask({
        operation: 'read status',
        method: 'GET',
        path: ['status'],
        headers,
        safe: true,
        signal,
        read: (answer) => {
          if (answer.status !== 200) throw whyNot(answer)
          return withTimes(answer.json(AgentStatus))
        },
      }),
    deploy: (deploymentId, release, { signal } = {}) =>
      neighbour.ask({
        operation: 'deploy',
        method: 'PUT',
        path: ['deployments', deploymentId],
        headers,
        body: jsonBody({ release }),
        // By its id: however often it is asked for, it begins once.
        safe: true,
        signal,
        read: (answer) => {
          if (answer.status === 409 && answer.tryJson(AgentError)?.code === 'BUSY') return 'busy' as const
          if (answer.status !== 202 && answer.status !== 200) throw whyNot(answer)
          return deploymentOf(answer, deploymentId)
        },
      }),
    deployment: (deploymentId, { signal } = {}) =>
      neighbour.ask({
        operation: 'read deployment',
        method: 'GET',
        path: ['deployments', deploymentId],
        headers,
        safe: true,
        signal,
        read: (answer) => {
          if (answer.status !== 200) throw whyNot(answer)
          return deploymentOf(answer, deploymentId)
        },
      }),
  }
}
