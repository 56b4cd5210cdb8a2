import type { CompanyBundle, calls, FieldIssue } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import type { z } from 'zod'
import { companiesSeed } from '../demo/companies.ts'
import { companySettingsSeed } from '../demo/company-settings.ts'
import { seed } from '../demo/seed.ts'
import { simsSeed } from '../demo/sims.ts'
import type {} from '../platform/audit/user-action.table.ts'
import type { Database, Db } from '../platform/database/open-database.ts'
import { type FormInput, updateBody } from './company-bodies.ts'
import type { KeyServer } from './key-server.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { testSecrets } from './test-secrets.ts'

/** The parts of the demo world that companies are in; the others take far longer. */
const companyWorld = [companiesSeed(testSecrets), simsSeed(testSecrets), companySettingsSeed]

type CompanyList = z.infer<(typeof calls)['listCompanies']['data']>

/** The calls of Company Management as the form makes them. */
export function companyCalls(app: () => TestApp) {
  const base = '/api/companymanager/v1/companies'
  type Options = { token?: string; transactionId?: string }
  const load = async (id: number) =>
    (await app().call('GET', `${base}/${id}/rpscontrols`)).envelope.data as CompanyBundle
  const put = (id: number, body: unknown, options: Options = {}) =>
    app().call('PUT', `${base}/${id}/rpscontrols`, { body, ...options })
  return {
    list: async () => (await app().call('GET', base)).envelope.data as CompanyList,
    load,
    put,
    /** Loads the company and saves it with what the form changed. */
    save: async (id: number, input: FormInput, options: Options = {}) =>
      put(id, updateBody(await load(id), input), options),
    create: (body: unknown, options: Options = {}) =>
      app().call('POST', `${base}/rpscontrols`, { body, ...options }),
    generate: (id: number, replaces: string, options: Options = {}) =>
      app().call('POST', `${base}/${id}/isk`, { body: { replaces }, ...options }),
  }
}

/** The companies of the demo world behind an app, with its calls; inside describeOnEachDatabase. */
export function companyStage(database: { get(): Database }, keys: () => KeyServer) {
  let app: TestApp
  beforeAll(async () => {
    await seed(database.get().db, companyWorld)
    app = await startTestApp({ database: database.get(), keys: keys() })
  })
  afterAll(() => app.close())
  return { app: () => app, ...companyCalls(() => app) }
}

/** The complaints about fields in a refusal. */
export const issuesOf = ({ envelope }: Awaited<ReturnType<TestApp['call']>>) =>
  (envelope.data as { issues: FieldIssue[] } | null)?.issues

/** What the audit trail has of a transaction, in order. */
export const auditOf = (db: Db, transactionId: string) =>
  db
    .selectFrom('user_action')
    .select(['email', 'activity', 'message', 'object', 'result', 'detail'])
    .where('transaction_id', '=', transactionId)
    .orderBy('id')
    .execute()

/** Until a statement that begins so waits for another's lock; PostgreSQL only. */
export const untilWaiting = (db: Db, beginning: string) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query ilike ${`${beginning}%`}`.execute(db)
      expect(rows).toHaveLength(1)
    },
    { timeout: 60_000 },
  )
