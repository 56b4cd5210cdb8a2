import { setTimeout as pause } from 'node:timers/promises'
import type { Attention, Diagnosis } from '@support-console/contract'
import { sql } from 'kysely'
import { factsOf } from '../../apps/field/src/world/facts.ts'
import type { Truth } from '../../apps/field/src/world/truth.ts'
import { seed } from '../../apps/server/src/demo/seed.ts'
import { keepNeeded } from '../../apps/server/src/features/attention/attention.store.ts'
import { outagesSource } from '../../apps/server/src/features/attention/outages.ts'
import { surveyCsrs } from '../../apps/server/src/features/csr/survey.ts'
import { createCollector } from '../../apps/server/src/features/webconnect/index.ts'
import { migrations } from '../../apps/server/src/migrations.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { migrate } from '../../apps/server/src/platform/database/migrate.ts'
import { openDatabase } from '../../apps/server/src/platform/database/open-database.ts'
import { createOutbound } from '../../apps/server/src/platform/outbound/index.ts'
import { createCsrAgents } from '../../apps/server/src/systems/csr-agent/csr-agent.adapter.ts'
import { createWebConnect } from '../../apps/server/src/systems/webconnect/webconnect.adapter.ts'
import { startKeyServer } from '../../apps/server/src/testing/key-server.ts'
import { startCluster } from '../../apps/server/src/testing/postgres-cluster.ts'
import { simWorld } from '../../apps/server/src/testing/sim-world.ts'
import { startTestApp } from '../../apps/server/src/testing/test-app.ts'
import { startField } from '../../apps/server/src/testing/test-field.ts'
import { openWorldTime } from './world-time.ts'

const silentMinutes = 15
const containers = 4
const agentsAskedMs = 300_000
const unstopped = new AbortController().signal

/** The real server with the field, in one process, by one clock. */
export async function openStoryStage(begin: number, panels: number) {
  const cluster = await startCluster()
  if (typeof cluster === 'string') throw new Error(cluster)
  const [field, keys] = await Promise.all([
    startField({ FIELD_ATT_CALLS_PER_SECOND: '1000000' }),
    startKeyServer(),
  ])
  const control = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${field.url}/control/${path}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text ? JSON.parse(text) : undefined
  }
  const time = await openWorldTime(cluster.url, begin, (now) => control('POST', 'time', { now, speed: 0 }))
  const database = await openDatabase({ url: cluster.url, folder: '', connections: 6 })
  const { db } = database
  await migrate(db, migrations)
  await time.to(begin)
  await seed(db, simWorld)
  // So many are the demo world's own.
  const size = panels >= 2500 ? null : { containers, panels: Math.ceil(panels / containers) }
  await control('POST', 'webconnect', { size })
  await inOrder(db, panels, Math.ceil(panels / containers))
  const server = await startTestApp({
    database,
    keys,
    env: { FIELD_URL: field.url, ATT_CALLS_PER_SECOND: '1000' },
    app: { clock: time.clock },
  })
  // Who does not answer is waited for by the machine's clock.
  const outbound = createOutbound({
    clock: systemClock,
    transactionId: () => undefined,
    log: server.app.platform.log,
    observe: () => {},
  })
  const collector = createCollector({
    platform: server.app.platform,
    webConnect: createWebConnect(outbound, {
      baseUrl: `${field.url}/webconnect`,
      token: 'demo-webconnect-token',
      answerWithinMs: 1000,
    }),
    settings: { intervalMs: 0, silentMinutes },
  })
  const agents = createCsrAgents(outbound, {
    ...server.config.neighbours.csrAgents,
    answerWithinMs: 1000,
  })
  const outages = outagesSource({ silentMs: silentMinutes * 60_000 })
  const ask = async <Data>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Data> => {
    const iat = Math.floor(time.now() / 1000)
    const token = await keys.token({ iat, exp: iat + 300 })
    for (let tries = 1; ; tries++) {
      const { code, envelope, text } = await server.call(method, path, { token, body })
      if (code === 200) return envelope.data
      // After a day without a call the server fetches the provider's keys first.
      if (code !== 503 || tries === 20) throw new Error(`${path}: ${code} ${text}`)
      await pause(100)
    }
  }

  const get = <Data>(path: string) => ask<Data>('GET', path)

  return {
    now: time.now,
    control,
    get,
    read: <Data>(path: string, body: unknown) => ask<Data>('POST', path, body),
    /** A minute of the world's: WebConnect and the agents are looked at, and what needs a person. */
    async passMinute() {
      await time.to(time.now() + 60_000)
      await collector.collect()
      await surveyCsrs(server.app.platform, agents, agentsAskedMs, unstopped)
      const at = new Date(time.now())
      await keepNeeded(db, await outages(db, at), at)
    },
    skip: (ms: number) => time.to(time.now() + ms),
    attention: async () => (await get<{ rows: Attention[] }>('/api/attention/v1/current')).rows,
    ask: (panel: string) => get<Diagnosis>(`/api/diagnosis/v1/panels/${panel}?within=20`),
    truth: async () => ((await control('GET', 'truth')) as { panels: Truth[] }).panels,
    truthOf: (panel: string): Promise<Truth> => control('GET', `truth?panel=${panel}`),
    /** Nothing is kept of what was seen in the last story. */
    async forget() {
      await control('DELETE', 'stories')
      await server.app.platform.observations.written()
      await db.transaction().execute(async (trx) => {
        // What is only added to is not emptied otherwise; what is deleted below tells its states.
        await sql`set local session_replication_role = replica`.execute(trx)
        await sql`truncate observed_change, observed_identifier, webconnect_present, webconnect_container, webconnect_connection,
          webconnect_absence, webconnect_population, webconnect_stops, webconnect_usual, webconnect_silent,
          webconnect_outage, webconnect_outage_panel, attention`.execute(trx)
      })
      await sql`update csr set agent_release = null, agent_state = null, agent_at = null, agent_since = null, agent_seen = null,
        unanswered_at = null, unanswered_since = null, unanswered_why = null, status_asked_at = null`.execute(
        db,
      )
      for (const table of ['observation', 'webconnect_missed', 'webconnect_sessions'] as const)
        await db.deleteFrom(table).execute()
      await time.to(Math.ceil((time.now() + 86_400_000) / 86_400_000) * 86_400_000)
    },
    async close() {
      await collector.close()
      await outbound.close()
      await server.close()
      await time.close()
      await database.close()
      await Promise.all([keys.close(), field.stop()])
      await cluster.stop()
    },
  }
}
export type StoryStage = Awaited<ReturnType<typeof openStoryStage>>

/** The inventory is right: each panel has its services and the receiver that it has in the world. */
async function inOrder(db: Parameters<typeof seed>[0], panels: number, perContainer: number): Promise<void> {
  await sql`update company set use_connector_service = true, allow_cbs_auth_for_cloud_panel_connections = true,
    webconnect_mobile_enabled = true, mnvos_in_use = default`.execute(db)
  await sql`update panel set flagged = false, panel_info = jsonb_set(panel_info, '{serviceStates}', (
    select jsonb_agg(jsonb_set(each, '{activated}', 'true')) from jsonb_array_elements(panel_info -> 'serviceStates') as each))`.execute(
    db,
  )
  const facts = Array.from({ length: panels }, (_, i) =>
    factsOf(i + 1, `webconnect-${1 + Math.floor(i / perContainer)}`),
  )
  await sql`update panel set receiver = of.receiver from (select unnest(${facts.map(({ panel }) => panel)}::text[]) as id,
    unnest(${facts.map(({ receiver }) => receiver)}::text[]) as receiver) as of where cloud_id = of.id`.execute(
    db,
  )
}
