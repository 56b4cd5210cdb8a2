import type { Changes } from '@support-console/demo-world/situations'
import { readConfig } from '../../../field/src/config.ts'
import { serve } from '../../../field/src/serve.ts'

/** One request as a system of the field saw it; newest first in lists. */
interface FieldRequest {
  id: number
  method: string
  path: string
  transactionId: string | null
  action: string | null
  status: number | null
}

/** For tests: a field on a free port, without delays and without memory of earlier runs. */
export interface TestField {
  url: string
  /** `POST /control/faults`: see docs/field.md. */
  fault: (fault: {
    system: string
    fault: string
    variant?: string
    seconds?: number
    share?: number
    times?: number
    /** Only requests of this method meet it. */
    method?: string
    operation?: string
    status?: number
    type?: string
    body?: string
    acts?: boolean
    /** How many of those it lets through first. */
    after?: number
  }) => Promise<void>
  heal: () => Promise<void>
  /** `POST /control/situations/{name}`, or what is otherwise: it begins; see docs/field.md. */
  enter: (situation: string | Changes) => Promise<void>
  /** Ends all situations. */
  leave: () => Promise<void>
  /** `POST /control/csr-agent`: deployments on these CSRs do not end until they are let go. */
  holdDeployments: (ipAddresses: readonly string[]) => Promise<void>
  /** `POST /control/verizon`: all its sessions end, as after twenty idle minutes. */
  expireVerizonSessions: () => Promise<void>
  /** `POST /control/verizon`: how results are told, how many of the next ones fail. */
  steerVerizon: (order: {
    callbacks?: 'mixed' | 'once' | 'twice' | 'late' | 'never'
    failNext?: number
  }) => Promise<void>
  /** How often the field was asked to deactivate this SIM, whatever became of it. */
  deactivations: (iccid: string) => Promise<number>
  /** `GET /control/requests?…`: what the field's systems were asked. */
  requests: (query: string) => Promise<FieldRequest[]>
  /** `GET /control/requests`: how often which SIM was asked about, since the field's first start. */
  counts: () => Promise<{ system: string; action: string; iccid: string; count: number }[]>
  stop: () => Promise<void>
}

/** A field for tests that go by a clock of their own: what AT&T allows in a second is a fact of other tests. */
export const fastField = { FIELD_ATT_CALLS_PER_SECOND: '1000' }

/** In the test's own process: one more would cost as much processor as many a file of tests. */
export async function startField(env: Record<string, string> = {}): Promise<TestField> {
  const { url, close } = await serve(
    readConfig({ FIELD_PORT: '0', FIELD_DELAYS: 'none', DEMO_STORY: 'still', ...env }),
  )
  async function control(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return text ? JSON.parse(text) : undefined
  }
  return {
    url,
    fault: async (fault) => void (await control('POST', '/control/faults', fault)),
    heal: async () => void (await control('DELETE', '/control/faults')),
    async enter(situation) {
      if (typeof situation === 'string') await control('POST', `/control/situations/${situation}`)
      else await control('POST', '/control/situations', situation)
    },
    leave: async () => void (await control('DELETE', '/control/situations')),
    holdDeployments: async (hold) => void (await control('POST', '/control/csr-agent', { hold })),
    expireVerizonSessions: async () =>
      void (await control('POST', '/control/verizon', { expireSessions: true })),
    steerVerizon: async (order) => void (await control('POST', '/control/verizon', order)),
    async deactivations(iccid) {
      const { counts } = (await control('GET', `/control/requests?iccid=${iccid}&limit=1`)) as {
        counts: { action: string; count: number }[]
      }
      return counts.find(({ action }) => action === 'deactivate')?.count ?? 0
    },
    requests: async (query) =>
      ((await control('GET', `/control/requests?${query}`)) as { requests: FieldRequest[] }).requests,
    counts: async () =>
      (
        (await control('GET', '/control/requests?limit=1')) as {
          counts: Awaited<ReturnType<TestField['counts']>>
        }
      ).counts,
    stop: close,
  }
}
