import { z } from 'zod'
import { wireText } from '../../platform/wire-text.ts'
import { utcInstant } from '../instants.ts'

const text = z
  .string()
  .nullish()
  .transform((value) => wireText(value ?? '', 1000))
/** '' where it is none. */
const instant = z
  .string()
  .nullish()
  .transform((value) => utcInstant(value))

/** What an agent writes; the last lines of a log that grew beyond measure. */
const log = z
  .array(z.object({ at: instant, line: text }))
  .nullish()
  .transform((lines) => (lines ?? []).slice(-500))

/** GET /status (docs/neighbours/panel-systems.md) */
export const AgentStatus = z.object({
  release: text,
  state: z.enum(['idle', 'deploying', 'failed']),
  deploymentId: z.string().nullish(),
  panels: z.number().int().min(0).max(2_147_483_647),
  log,
})
export type AgentStatus = z.infer<typeof AgentStatus>

/** GET and PUT /deployments/{deploymentId} */
export const AgentDeployment = z.object({
  deploymentId: z.string(),
  release: text,
  state: z.enum(['deploying', 'succeeded', 'failed']),
  reason: text,
  log,
})
export type AgentDeployment = z.infer<typeof AgentDeployment>

export const AgentError = z.object({ code: z.string(), detail: text })
