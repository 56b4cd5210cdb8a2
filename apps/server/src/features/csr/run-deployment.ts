import { ended } from '@support-console/contract/sentences'
import { NeighbourError } from '../../platform/outbound/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { takeOver } from '../../platform/undertakings/runs.ts'
import { ask } from '../../systems/ask.ts'
import type { AgentDeployment, CsrAgents } from '../../systems/csr-agent/csr-agent.adapter.ts'
import { askAgent } from './ask-agent.ts'
import { kind } from './begin-deployment.ts'
import { serverOf } from './csr.store.ts'
import { deploymentStore, type Ending } from './deployment.store.ts'

/** Times of a deployment, in milliseconds. */
export interface DeploymentTimes {
  /** How long a silent agent is waited for. */
  answerMs: number
  /** How long an agent may work on it. */
  deployMs: number
  /** The wait between two looks. */
  lookMs: number
}

interface Parts {
  platform: Pick<Platform, 'db' | 'log' | 'clock' | 'observations'>
  agents: CsrAgents
  times: DeploymentTimes
  deploymentId: string
  /** The server stops: another run goes on. */
  stopping: AbortSignal
  /** Another run has this deployment by now. */
  lost: AbortSignal
}

/** What a look at the agent showed. */
type Look =
  | { is: 'there'; deployment: AgentDeployment }
  | { is: 'not taken' | 'silent' | 'over'; sentence: string }

/**
 * Sees one deployment through until its agent has ended it, or it is given up (D5). Until the agent has taken it, it is
 * asked for again by its id, which starts nothing twice; from then on only its state is read.
 */
export async function runDeployment(parts: Parts): Promise<void> {
  const { platform, times, deploymentId } = parts
  const now = () => platform.clock.now().getTime()
  const signal = AbortSignal.any([parts.stopping, parts.lost])
  const run = await takeOver(platform.db, kind, deploymentId)
  if (!run) return
  const { row } = run
  const store = deploymentStore(platform.db, run)
  const release = row.to_release
  const csr = await serverOf(platform.db, row.csr_id)
  const agent = parts.agents.of(csr)
  let isTaken = row.state === 'running'
  /** Whether the agent may have begun it, for all that is known: an answer was lost, or a run before this had asked. */
  let mayHaveBegun = row.run_id !== null
  let takenAt = row.started_at?.getTime() ?? now()
  // By what is in it: a log that is cut to its last lines grows no longer.
  let logKept = JSON.stringify(row.log)
  // Not since the order: the servers may have been down, and a deployment is never given up without a look.
  let heardAt = now()

  if (row.state === 'pending' && row.run_id === null && row.ran_before === null) await askAnew()
  for (;;) {
    signal.throwIfAborted()
    const look = await lookAtAgent()
    signal.throwIfAborted()
    const ending = look.is === 'there' ? await follow(look.deployment) : giveUp(look)
    if (ending === 'lost') return
    if (ending) return settle(ending)
    await platform.clock.wait(times.lookMs, signal).catch(() => {})
  }

  /** What runs and how many panels report before it begins. It goes on without an answer. */
  async function askAnew(): Promise<void> {
    const { data, report } = await askAgent({ platform, signal }, parts.agents, csr)
    if (data) await store.noteBefore(data, report.askedAt)
  }

  async function lookAtAgent(): Promise<Look> {
    const told = await ask({ platform, signal }, agent.name, () =>
      isTaken ? agent.deployment(deploymentId, { signal }) : agent.deploy(deploymentId, release, { signal }),
    )
    if ('error' in told) {
      const { error } = told
      if (!(error instanceof NeighbourError)) throw error
      const look = whyNot(error)
      if (look.is === 'silent' && error.sent) mayHaveBegun = true
      return look
    }
    const deployment = told.data
    if (deployment === 'busy')
      return { is: 'not taken', sentence: `${agent.name} is working on another deployment.` }
    if (deployment.release !== release)
      return {
        is: 'over',
        sentence: `${agent.name} says that this is a deployment of ${deployment.release}. The console has stopped asking it; check the server.`,
      }
    return { is: 'there', deployment }
  }

  function whyNot({ kind, sentence }: NeighbourError): Look {
    if (isTaken && kind === 'not-found')
      return {
        is: 'over',
        sentence: `${agent.name} took the deployment, but no longer knows it. Check the server before you try again.`,
      }
    // Anyone who refuses has begun nothing. A token that is not accepted may be mended while a deployment runs.
    if (!isTaken && (kind === 'refused' || kind === 'not-found' || kind === 'credentials'))
      return { is: 'over', sentence: `${sentence} ${whatItChanged()}` }
    return { is: 'silent', sentence }
  }

  function whatItChanged(): string {
    return mayHaveBegun
      ? 'It may have started at an earlier try; press Reset to ask it what it runs.'
      : 'Nothing was changed.'
  }

  async function follow({ state, reason, log }: AgentDeployment): Promise<Ending | 'lost' | undefined> {
    heardAt = now()
    if (!isTaken) {
      if (!(await store.noteTaken())) return 'lost'
      isTaken = true
      takenAt = heardAt
    }
    return (await keepLog(log)) === 'lost' ? 'lost' : endingOf(state, reason)
  }

  /** A log that cannot be kept stands in the way of nothing: the deployment ends all the same. */
  async function keepLog(log: AgentDeployment['log']): Promise<'lost' | undefined> {
    const written = JSON.stringify(log)
    if (written === logKept) return undefined
    try {
      if (!(await store.keepLog(written))) return 'lost'
      logKept = written
    } catch (error) {
      platform.log.warn({ deploymentId, err: error }, 'the log of a deployment could not be kept')
    }
    return undefined
  }

  function endingOf(state: AgentDeployment['state'], reason: string): Ending | undefined {
    if (state === 'succeeded') return { state }
    if (state === 'failed')
      return {
        state: 'error',
        reason: reason === '' ? `${agent.name} says that it failed.` : ended(reason),
      }
    if (heardAt - takenAt > times.deployMs)
      return {
        state: 'error',
        reason: `${agent.name} is still working after ${inMinutes(times.deployMs)}. It may still finish; press Reset to ask it what it runs.`,
      }
    return undefined
  }

  function giveUp({ is, sentence }: Exclude<Look, { is: 'there' }>): Ending | undefined {
    if (is === 'over') return { state: 'error', reason: sentence }
    if (now() - heardAt <= times.answerMs) return undefined
    const after = inMinutes(times.answerMs)
    if (is === 'not taken')
      return { state: 'error', reason: `${sentence} The console waited ${after}. ${whatItChanged()}` }
    return {
      state: 'error',
      reason: isTaken
        ? `${agent.name} began and then did not answer for ${after}. It may still finish; press Reset to ask it what it runs.`
        : `${agent.name} did not answer for ${after}. It may have begun; press Reset to ask it what it runs.`,
    }
  }

  async function settle(ending: Ending): Promise<void> {
    if (!(await store.settle(ending)))
      platform.log.warn({ deploymentId }, 'another server settled a deployment')
  }
}

/** '2 minutes', '90 seconds'. */
function inMinutes(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
