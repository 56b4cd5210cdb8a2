import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { companiesSeed } from '../../demo/companies.ts'
import { panelsSeed } from '../../demo/panels.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/open-database.ts'
import { createJobs, type Jobs } from '../../platform/jobs/jobs.ts'
import { createRemotePortal, type RemotePortal } from '../../systems/remote-portal/remote-portal.adapter.ts'
import { serversOnField } from '../../testing/servers-on-field.ts'
import type { TestClock } from '../../testing/test-clock.ts'
import { createTestOutbound } from '../../testing/test-outbound.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { lookForEnds } from './ends.ts'
import { settleFlag, settlingJob } from './settle-flag.ts'

export const base = '/api/panelmanagement/v1'

/** Servers beside the field's Remote Portal, how flags are changed there, and what became of it on all sides. */
export function flagStage<Name extends string>(
  database: { get: () => Database },
  settings: Readonly<Record<Name, Record<string, string>>>,
  clocks?: Readonly<Partial<Record<Name, TestClock>>>,
) {
  const stage = serversOnField(database, settings, [companiesSeed(testSecrets), panelsSeed], clocks)
  let jobs: Jobs
  const platform = () => {
    const [name] = Object.keys(settings) as Name[]
    if (name === undefined) throw new Error('there is no server')
    return stage.server(name).app.platform
  }
  beforeAll(async () => {
    jobs = createJobs(platform())
    await jobs.start()
  })
  afterAll(() => jobs.stop())

  const change = (
    method: 'POST' | 'DELETE',
    server: Name,
    cloudId: string,
    transactionId: string = randomUUID(),
  ) => stage.server(server).call(method, `${base}/devicemigration/${cloudId}`, { transactionId })
  const portalOf = () =>
    createRemotePortal(createTestOutbound(), {
      baseUrl: `${stage.field().url}/remote-portal/api/v1`,
      apiKey: 'demo-portal-key',
      answerWithinMs: 20_000,
    })
  const disable = (server: Name, cloudId: string, transactionId?: string) =>
    change('POST', server, cloudId, transactionId)
  const management = (remoteId: string) =>
    `${stage.field().url}/remote-portal/api/v1/panels/${remoteId}/management`
  const headers = { 'x-api-key': 'demo-portal-key', 'content-type': 'application/json' }
  return {
    ...stage,
    disable,
    enable: (server: Name, cloudId: string, transactionId?: string) =>
      change('DELETE', server, cloudId, transactionId),
    /** What comes before and after the change goes through. `fault` may name a variant: 'garbage: html-401'. */
    async whenPutMeets(fault: string, server: Name, cloudId: string) {
      const [kind = fault, variant] = fault.split(': ')
      const meets = { fault: kind, ...(variant && { variant }) }
      await stage.field().fault({ system: 'remote-portal', ...meets, method: 'PUT', times: 1 })
      return disable(server, cloudId)
    },
    panelOf: (cloudId: string) =>
      database
        .get()
        .db.selectFrom('panel')
        .selectAll()
        .where('cloud_id', '=', cloudId)
        .executeTakeFirstOrThrow(),
    async portalSays(remoteId: string): Promise<boolean> {
      const answer = await fetch(management(remoteId), { headers })
      return ((await answer.json()) as { managementDisabled: boolean }).managementDisabled
    },
    /** It is disabled at the Portal without us. */
    disableAtPortal: (remoteId: string) =>
      fetch(management(remoteId), { method: 'PUT', headers, body: '{"managementDisabled":true}' }),
    /** How often the Portal was asked to change the panel, whatever became of it. */
    async asked(remoteId: string): Promise<number> {
      const counts = (await stage.field().counts()).filter(
        (count) => count.iccid === remoteId && (count.action === 'disable' || count.action === 'enable'),
      )
      return counts.reduce((sum, { count }) => sum + count, 0)
    },
    auditOf: (transactionId: string) =>
      database
        .get()
        .db.selectFrom('user_action')
        .select(['message', 'object', 'result', 'activity', 'detail'])
        .where('transaction_id', '=', transactionId)
        .orderBy('id')
        .execute(),
    /** A server looks for ends that are due, so many minutes from now. */
    async lookForEnds(inMinutes: number, portal: RemotePortal = portalOf()): Promise<void> {
      const now = () => new Date(Date.now() + inMinutes * 60_000)
      const parts = { portal, jobs, answerWithinMs: 20_000 }
      await lookForEnds({ ...parts, platform: { ...platform(), clock: { ...systemClock, now } } })
    },
    portalOf,
    /** Does the job that looks whether a change was left without an outcome; the transaction it is entered under. */
    async settle(cloudId: string, runId: string, looks = 0): Promise<string> {
      const transactionId = randomUUID()
      await settleFlag(
        { platform: platform(), portal: portalOf(), jobs },
        {
          cloudId,
          remoteId: `RP-${cloudId.slice(-6)}`,
          runId,
          wanted: true,
          looks,
          user: { issuer: 'i', subject: 's', email: 'agent@example.com', sessionId: 'x', tokenId: 'y' },
          transactionId,
          remoteAddress: '127.0.0.1',
        },
      )
      return transactionId
    },
    /** A job for a panel that is not there: anyone who takes it up looks for others, too. */
    wakeWorkers: () => jobs.send(database.get().db, settlingJob, { cloudId: 'none', runId: randomUUID() }),
    async waitingJobs(cloudId: string): Promise<number[]> {
      const { rows } = await sql<{ looks: number }>`
        select (data ->> 'looks')::integer as looks from jobs.job
        where name = 'panel-flag' and data ->> 'cloudId' = ${cloudId} order by looks`.execute(
        database.get().db,
      )
      return rows.map(({ looks }) => looks)
    },
  }
}
