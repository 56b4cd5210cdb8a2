import { z } from 'zod'
import { demoSecret, type ValuesOf, webAddress, wholeNumber } from '../../platform/settings/setting.ts'

/** An address with {ip} in it, in its host or its path. */
const agentAddress = z
  .string()
  .refine((value) => value.includes('{ip}'), { error: 'must contain {ip}', abort: true })
  .refine((value) => webAddress.safeParse(value.replaceAll('{ip}', '127.0.0.1')).success, {
    error: 'must be an http(s) address with {ip} in it',
  })
  .transform((value) => value.replace(/\/+$/, ''))

/** The settings of the CSR agents, and of deployments on them. */
export const csrAgentSettings = [
  {
    name: 'CSR_AGENT_URL',
    demo: '{field}/csr-agent/{ip}/v1',
    meaning: "Address of a CSR's agent, {ip} standing for the CSR's IP address",
    check: agentAddress,
  },
  demoSecret('CSR_AGENT_TOKEN', 'demo-csr-agent-token', 'Token of the CSR agents'),
  {
    name: 'CSR_ANSWER_SECONDS',
    default: '120',
    meaning: 'How long a silent agent is waited for before its deployment ends as an error',
    check: wholeNumber(1, 3600),
  },
  {
    name: 'CSR_DEPLOY_SECONDS',
    default: '900',
    meaning: 'How long an agent may work on a deployment before it ends as an error',
    check: wholeNumber(1, 86_400),
  },
  {
    name: 'CSR_LOOK_MS',
    default: '2000',
    meaning: 'The wait between two looks at a deployment, in milliseconds',
    check: wholeNumber(10, 60_000),
  },
  {
    name: 'CSR_STATUS_SECONDS',
    default: '300',
    meaning: 'How often each agent is asked how it stands',
    check: wholeNumber(1, 86_400),
  },
] as const

/** What the adapter is given of them. */
export const csrAgentOf = (values: ValuesOf<typeof csrAgentSettings>) => ({
  url: values.CSR_AGENT_URL,
  token: values.CSR_AGENT_TOKEN,
  answerWithinMs: Math.min(10, values.CSR_ANSWER_SECONDS) * 1000,
})
