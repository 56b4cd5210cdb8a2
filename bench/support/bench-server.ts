// The server of a bench, as a process of its own: our app with two calls that only a bench has, or the bare Fastify
// route that does the same work. Prints {"url", "token"} when it listens.
import { tmpdir } from 'node:os'
import { defineCall } from '@support-console/contract'
import Fastify from 'fastify'
import pg from 'pg'
import { z } from 'zod'
import { buildApp } from '../../apps/server/src/build-app.ts'
import { parseConfig } from '../../apps/server/src/config.ts'
import { seed } from '../../apps/server/src/demo/seed.ts'
import { seedParts } from '../../apps/server/src/demo/seed-parts.ts'
import { pageOfBillingLines } from '../../apps/server/src/features/sim-information/billing-line.store.ts'
import { migrations } from '../../apps/server/src/migrations.ts'
import { migrate } from '../../apps/server/src/platform/database/migrate.ts'
import { openDatabase } from '../../apps/server/src/platform/database/open-database.ts'
import { registerCall } from '../../apps/server/src/platform/http/register-call.ts'
import { createLogger } from '../../apps/server/src/platform/logging/logger.ts'
import { startKeyServer } from '../../apps/server/src/testing/key-server.ts'
import { testSecrets, testSecretsKey } from '../../apps/server/src/testing/test-secrets.ts'

const [role = '', databaseUrl = '', collector = '', share = ''] = process.argv.slice(2)
const month = { year: 2020, month: 8 }
const connections = 10

const Line = z.object({
  iccid: z.string(),
  vendorCode: z.string(),
  sapCompanyId: z.string(),
  companyName: z.string(),
  plan: z.string(),
  bytes: z.number(),
  amountCents: z.number(),
  currency: z.string(),
})
const readLines = defineCall({
  method: 'GET',
  path: '/bench/v1/lines',
  access: 'sim-information.read',
  spec: 'bench',
  summary: '100 rows from the database',
  data: z.array(Line),
})
const open = defineCall({
  method: 'GET',
  path: '/bench/v1/open',
  access: 'public',
  spec: 'bench',
  summary: 'A small answer for anybody',
  data: z.string(),
})
const closed = defineCall({ ...open, path: '/bench/v1/closed', access: 'signed-in' })
const processor = defineCall({
  ...open,
  path: '/bench/v1/processor',
  summary: 'Seconds of processor that this server has had',
  data: z.number(),
})

async function ours(): Promise<void> {
  const keys = await startKeyServer()
  const config = parseConfig({
    OIDC_ISSUER: keys.issuer,
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: 'warn',
    CALLS_PER_MINUTE: '1000000',
    OVERLOAD_DELAY_MS: '600000',
    SECRETS_KEY: testSecretsKey,
    DATABASE_URL: databaseUrl,
    DEMO: 'on',
    DATABASE_CONNECTIONS: String(connections),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector,
    ...(share && { OTEL_TRACES_SAMPLER_ARG: share }),
  })
  const database = await openDatabase({ ...config.database, sharedOut: true, traced: collector !== '' })
  await migrate(database.db, migrations)
  await seed(database.db, seedParts(testSecrets))
  const app = await buildApp({
    config,
    database,
    log: createLogger(config),
    consoleFolder: tmpdir(),
    furtherCalls: (api) => {
      registerCall(api, readLines, async () => ({
        data: await pageOfBillingLines(database.db, month, undefined, 100),
      }))
      registerCall(api, open, async () => ({ data: 'small' }))
      registerCall(api, closed, async () => ({ data: 'small' }))
      registerCall(api, processor, async () => {
        const { user, system } = process.cpuUsage()
        return { data: (user + system) / 1e6 }
      })
    },
  })
  const url = await app.api.listen({ host: '127.0.0.1', port: 0 })
  // An hour, so that no bench outlives it.
  const token = await keys.token({ exp: Math.floor(Date.now() / 1000) + 3600 })
  console.log(JSON.stringify({ url, token }))
}

/** The same SQL through pg, no types, no checks, no token: what the machine gives at best. */
async function bare(): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections })
  const app = Fastify()
  const sql = `select line.iccid, line.vendor_code as "vendorCode", coalesce(company.sap_company_id, '') as "sapCompanyId",
      coalesce(company.name, '') as "companyName", line.plan, line.bytes, line.amount_cents as "amountCents", line.currency
    from billing_line as line left join sim on sim.iccid = line.iccid left join company on company.id = sim.company_id
    where line.year = $1 and line.month = $2 order by line.iccid, line.plan limit 100`
  app.get('/api/bench/v1/lines', async () => {
    const { rows } = await pool.query(sql, [month.year, month.month])
    return { status: 'Success', message: 'Operation Done.', data: rows }
  })
  console.log(JSON.stringify({ url: await app.listen({ host: '127.0.0.1', port: 0 }), token: '' }))
}

process.on('SIGTERM', () => process.exit(0))
if (role === 'ours') await ours()
else if (role === 'bare') await bare()
else throw new Error(`What is the role "${role}"? ours or bare`)
