import { z } from 'zod'
import { defineCall } from './call.ts'
import { csrStatuses, longestCsrDescription } from './csr.words.ts'
import { why } from './reasons.ts'
import { agentStates } from './receivers.words.ts'
import { ReceiverState } from './states.ts'
import { line, plainText } from './text.ts'

/** How a deployment ended; null while it is under way. */
const deploymentOutcomes = ['Succeeded', 'Error'] as const

/** `return`: back to the release that ran before. */
const deploymentKinds = ['upgrade', 'downgrade', 'return'] as const

const panels = z.number().int()

export const CsrDeployment = z.object({
  deploymentId: z.string(),
  kind: z.enum(deploymentKinds),
  fromRelease: z.string(),
  toRelease: z.string(),
  /** The e-mail of the person who asked for it. */
  createdBy: z.string(),
  /** UTC, ISO 8601, as all times here. */
  createdAt: z.iso.datetime(),
  /** When the agent took it. */
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  outcome: z.enum(deploymentOutcomes).nullable(),
  /** Why it failed, in a sentence; empty otherwise. */
  reason: z.string(),
  transactionId: z.string(),
  /** How many panels reported when it was begun, as the agent was asked for it then; null: it never said. */
  panelsBefore: z.object({ panels, at: z.iso.datetime() }).nullable(),
  /** The same so many minutes after it ended, and when that was. */
  panelsAfter: z.array(
    z.object({
      minutes: z.number().int(),
      panels,
      at: z.iso.datetime(),
      /** What its agent said of itself then. */
      release: z.string().optional(),
      state: z.enum(agentStates).optional(),
    }),
  ),
  /** What the agent has written, oldest first. */
  log: z.array(z.object({ at: z.iso.datetime(), line: z.string() })),
})
export type CsrDeployment = z.infer<typeof CsrDeployment>

export const Csr = z.object({
  server: z.string(),
  ipAddress: z.string(),
  description: z.string(),
  /** The label of the release that it runs. */
  name: z.string(),
  /** The same release as a value of `versionOptions`. */
  releaseVersion: z.string(),
  csrStatus: z.enum(csrStatuses),
  /** How it stands by its agent's word (D54). */
  state: ReceiverState,
  /** What its agent last said, whatever that was; null: it never said anything. */
  agent: z
    .object({
      release: z.string(),
      state: z.enum(agentStates),
      /** Its last line, where it failed. */
      reason: z.string(),
      /** Panels that report to it. */
      panels,
      at: z.iso.datetime(),
      /** Since when it says of release and state what it says, and how often it did. */
      since: z.iso.datetime(),
      seen: z.number().int().positive(),
    })
    .nullable(),
  /** It was asked again since, and gave no answer: since when, and why. */
  unanswered: z.object({ since: z.iso.datetime(), at: z.iso.datetime(), problem: z.string() }).nullable(),
  /** What Return would deploy: the release that ran before the first attempt at what runs now; null: there is no way back. */
  returnTo: z.string().nullable(),
  /** The last deployment, under way or over, without its log; null: none yet. */
  deployment: CsrDeployment.omit({ log: true }).nullable(),
})
export type Csr = z.infer<typeof Csr>

export const listCsrs = defineCall({
  method: 'GET',
  path: '/csrmanagement/v1/csrs/getall',
  access: 'csr.read',
  spec: '2.10, 3, 7',
  summary: 'All CSR servers with what they run, and the releases that there are, the newest first',
  data: z.object({
    info: z.array(Csr),
    versionOptions: z.array(z.object({ label: z.string(), value: z.string() })),
    /** The server's clock at this answer: ages are counted from it, whatever the reader's own clock says. */
    now: z.iso.datetime(),
  }),
})

const params = z.strictObject({ ip: z.ipv4('must be the IP address of a CSR') })

export const upgradeCsr = defineCall({
  method: 'POST',
  path: '/csrmanagement/v1/csrs/{ip}/upgrade',
  access: 'csr.change',
  spec: '2.10, 4, 7, D5',
  audit: { screen: 'Virtual CSR Management', action: 'Deploy a release on {ip}', object: 'csr {ip}' },
  summary:
    'Deploy another release on a CSR, as lasting work; 409 Busy while any CSR is Pending, or this one is under way',
  params,
  query: z.strictObject(why),
  cutsOff: true,
  body: z.strictObject({
    IPAddress: z.ipv4(),
    /** A label of `versionOptions`. */
    Name: plainText(100).min(1),
    /** The release that the user saw it run: no one deploys upon what someone else has changed meanwhile. */
    From: plainText(100).optional(),
  }),
  data: z.object({ name: z.string(), csrStatus: z.enum(csrStatuses), deploymentId: z.string() }),
})

export const returnCsr = defineCall({
  method: 'POST',
  path: '/csrmanagement/v1/csrs/{ip}/return',
  access: 'csr.change',
  spec: '2.10, D5',
  audit: {
    screen: 'Virtual CSR Management',
    action: 'Return {ip} to its previous release',
    object: 'csr {ip}',
  },
  summary: 'After a deployment, failed or not: deploy the release that ran before its first attempt',
  params,
  query: z.strictObject(why),
  cutsOff: true,
  body: z.strictObject({ deploymentId: z.guid('must be the id of the last deployment') }),
  data: z.object({ name: z.string(), csrStatus: z.enum(csrStatuses), deploymentId: z.string() }),
})

export const describeCsr = defineCall({
  method: 'POST',
  path: '/csrmanagement/v1/csrs/{ip}/desc',
  access: 'csr.change',
  spec: '2.10, 4, 7',
  audit: { screen: 'Virtual CSR Management', action: 'Change the description of {ip}', object: 'csr {ip}' },
  summary: 'Change the description of a CSR',
  params,
  body: z.strictObject({
    Description: line(longestCsrDescription),
  }),
  data: z.object({ description: z.string(), csrStatus: z.enum(csrStatuses) }),
})

export const getCsrStatus = defineCall({
  method: 'GET',
  path: '/csrmanagement/v1/csrs/{ip}/status',
  access: 'csr.read',
  spec: '2.10, 4, 7',
  summary: 'How one CSR stands',
  params,
  data: Csr,
})

export const listCsrDeployments = defineCall({
  method: 'GET',
  path: '/csrmanagement/v1/csrs/{ip}/deployments',
  access: 'csr.read',
  spec: '2.10, D5',
  summary: 'The last 50 deployments of a CSR with their logs, the newest first',
  params,
  data: z.array(CsrDeployment),
})

export const resetCsrs = defineCall({
  method: 'POST',
  path: '/csrmanagement/v1/csrs/reset',
  access: 'csr.change',
  spec: '2.10, 4, 7',
  audit: { screen: 'Virtual CSR Management', action: 'Reset CSRs' },
  summary: 'Ask the agents of CSRs in Error what they run, and take those that answer back to Succeeded',
  /** The CSRs that changed by it. */
  data: z.array(Csr),
})

export const csrCalls = {
  listCsrs,
  upgradeCsr,
  returnCsr,
  describeCsr,
  getCsrStatus,
  listCsrDeployments,
  resetCsrs,
}
