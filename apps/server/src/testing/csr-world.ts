import type { Csr, CsrDeployment } from '@support-console/contract'
import { expect, vi } from 'vitest'
import { csrSeed } from '../features/csr/index.ts'
import type {} from '../platform/audit/user-action.table.ts'
import type { Database } from '../platform/database/open-database.ts'
import { seed } from '../platform/database/seed.ts'
import { type FieldProcess, startField } from './field-process.ts'
import { type KeyServer, startKeyServer } from './key-server.ts'
import { startTestApp, type TestApp } from './test-app.ts'

/** CSR n of the demo world. */
export const ipOf = (n: number): string => `127.0.40.${n}`

/** The server with the CSRs of the demo world, and the field that plays their agents. */
export interface CsrWorld {
  field: FieldProcess
  keys: KeyServer
  server: TestApp
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
  /** The CSR once its deployment is over. */
  ended(n: number): Promise<Csr>
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
  const server = await startTestApp({
    database,
    keys,
    env: { FIELD_URL: field.url, CSR_LOOK_MS: '30', ...settings },
  })
  const call: CsrWorld['call'] = (method, path, options) =>
    server.call(method, `/api/csrmanagement/v1/csrs/${path}`, options)
  const deploy: CsrWorld['deploy'] = (n, release, more = {}) =>
    call('POST', `${ipOf(n)}/upgrade`, { body: { IPAddress: ipOf(n), Name: release, ...more } })
  const status: CsrWorld['status'] = async (n) => (await call('GET', `${ipOf(n)}/status`)).envelope.data
  const untilStatus = (n: number, wanted: RegExp): Promise<Csr> =>
    vi.waitFor(
      async () => {
        const csr = await status(n)
        expect(csr.csrStatus).toMatch(wanted)
        return csr
      },
      { timeout: 60_000, interval: 50 },
    )
  return {
    field,
    keys,
    server,
    call,
    deploy,
    status,
    history: async (n) => (await call('GET', `${ipOf(n)}/deployments`)).envelope.data,
    ended: (n) => untilStatus(n, /Succeeded|Error/),
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
