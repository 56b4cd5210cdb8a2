import type { Csr, CsrDeployment } from '@support-console/contract'
import { expect, vi } from 'vitest'
import { csrSeed } from '../demo/csr.ts'
import { seed } from '../demo/seed.ts'
import type {} from '../platform/audit/user-action.table.ts'
import type { Database } from '../platform/database/open-database.ts'
import { type KeyServer, startKeyServer } from './key-server.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { startField, type TestField } from './test-field.ts'

/** CSR n of the demo world. */
export const ipOf = (n: number): string => `127.0.40.${n}`

/** The server with the CSRs of the demo world, and the field that plays their agents. */
export interface CsrWorld {
  field: TestField
  keys: KeyServer
  server: TestApp
  /** The server's. */
  clock: TestClock
  /** A call of CSR Management: `call('POST', 'reset')`. */
  call(method: string, path: string, options?: Parameters<TestApp['call']>[2]): ReturnType<TestApp['call']>
  deploy(
    n: number,
    release: string,
    more?: { From?: string; IPAddress?: string },
  ): ReturnType<TestApp['call']>
  status(n: number): Promise<Csr>
  /** Its deployments, the newest first. */
  history(n: number): Promise<CsrDeployment[]>
  /** Looks again and again, while time passes for anyone who waits by the server's clock. */
  until<Found>(look: () => Promise<Found>): Promise<Found>
  /** The CSR once its deployment is over. */
  ended(n: number): Promise<Csr>
  /** The same for what asks agents that do not answer: each time they have as long as one may take. */
  throughSilence<Result>(work: Promise<Result>): Promise<Result>
  /** Deploys another release than it runs, which its agent takes and does not end before `field.holdDeployments([])`. */
  deployAndHold(n: number): Promise<{ deploymentId: string; from: string; to: string }>
  /** How many deployments its agent has begun. */
  begun(n: number): Promise<number>
  /** What the audit trail has of a transaction, in order. */
  entries(
    transactionId: string,
  ): Promise<{ message: string; object: string; result: string; detail: string; email: string }[]>
  close(): Promise<void>
}

/** @param settings of the server, for example how long a silent agent is waited for */
export async function startCsrWorld(database: Database, settings: Record<string, string>): Promise<CsrWorld> {
  const field = await startField()
  const keys = await startKeyServer()
  await seed(database.db, [csrSeed])
  const clock = createTestClock()
  const server = await startTestApp({
    database,
    keys,
    env: { FIELD_URL: field.url, ...settings },
    app: { clock },
  })
  const call: CsrWorld['call'] = (method, path, options) =>
    server.call(method, `/api/csrmanagement/v1/csrs/${path}`, options)
  const deploy: CsrWorld['deploy'] = (n, release, more = {}) =>
    call('POST', `${ipOf(n)}/upgrade`, { body: { IPAddress: ipOf(n), Name: release, ...more } })
  const status: CsrWorld['status'] = async (n) => (await call('GET', `${ipOf(n)}/status`)).envelope.data
  const until: CsrWorld['until'] = (look) =>
    vi.waitFor(
      async () => {
        await clock.passNext()
        return look()
      },
      { timeout: 60_000, interval: 20 },
    )
  const untilStatus = (n: number, wanted: RegExp): Promise<Csr> =>
    until(async () => {
      const csr = await status(n)
      expect(csr.csrStatus).toMatch(wanted)
      return csr
    })
  return {
    field,
    keys,
    server,
    clock,
    call,
    deploy,
    status,
    history: async (n) => (await call('GET', `${ipOf(n)}/deployments`)).envelope.data,
    until,
    ended: (n) => untilStatus(n, /Succeeded|Error/),
    async throughSilence(work) {
      let isOver = false
      const over = work.finally(() => {
        isOver = true
      })
      let last = 0
      await vi.waitFor(
        async () => {
          const [request] = await field.requests('system=csr-agent&limit=1')
          if (request && request.id > last && request.status === null && !isOver) {
            last = request.id
            await clock.advance(server.config.neighbours.csrAgents.answerWithinMs ?? 0)
          }
          expect(isOver).toBe(true)
        },
        { timeout: 60_000, interval: 20 },
      )
      return over
    },
    async deployAndHold(n) {
      const { name: from } = await status(n)
      const to = from === '4.1.0' ? '5.0.0' : '4.1.0'
      await field.holdDeployments([ipOf(n)])
      const { envelope } = await deploy(n, to)
      await untilStatus(n, /Running/)
      return { deploymentId: (envelope.data as { deploymentId: string }).deploymentId, from, to }
    },
    begun: async (n) =>
      (await field.counts()).find(({ action, iccid }) => action === 'begin' && iccid === ipOf(n))?.count ?? 0,
    entries: (transactionId) =>
      database.db
        .selectFrom('user_action')
        .select(['message', 'object', 'result', 'detail', 'email'])
        .where('transaction_id', '=', transactionId)
        .orderBy('id')
        .execute(),
    async close() {
      await server.close()
      await keys.close()
      await field.stop()
    },
  }
}
