import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { NeighbourError } from '../../../platform/outbound/index.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Run } from '../../../platform/undertakings/runs.ts'
import type { CsrAgents } from '../../../systems/csr-agent/csr-agent.adapter.ts'
import { askAgent } from '../ask-agent.ts'
import type { ServerRow } from './waves.store.ts'

export interface WavesParts {
  platform: Pick<Platform, 'db' | 'log' | 'clock' | 'observations'>
  jobs: Jobs
  agents: CsrAgents
  /** The wait between two looks, in milliseconds. */
  lookMs: number
}

export type WavesRun = Run<'wave_plan'>

/** Asks the agent of a server. A fault of the console is no silence of the agent's: it is thrown. */
export async function askServer({ platform, agents }: WavesParts, row: ServerRow, signal: AbortSignal) {
  const told = await askAgent({ platform, signal }, agents, { server: row.server, ipAddress: row.ip_address })
  if ('error' in told && !(told.error instanceof NeighbourError)) throw told.error
  return told
}
