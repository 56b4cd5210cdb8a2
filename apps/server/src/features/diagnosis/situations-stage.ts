import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Diagnosis, type Finding, panelFindingCodes } from '@support-console/contract'
import type { Situation } from '@support-console/demo-world/situations'
import { type RawBuilder, sql } from 'kysely'
import { seed } from '../../demo/seed.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/open-database.ts'
import { createWebConnect } from '../../systems/webconnect/webconnect.adapter.ts'
import { importInto } from '../../testing/import-into.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { simWorld } from '../../testing/sim-world.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { fastField, startField, type TestField } from '../../testing/test-field.ts'
import { createTestOutbound } from '../../testing/test-outbound.ts'
import { createCollector } from '../webconnect/index.ts'

/** What came of a question, and how long it took; in milliseconds. */
export interface Asked {
  diagnosis: Diagnosis
  /** Until anything was said but that someone is asked. */
  firstMs: number
  /** Until the verdict was other than waiting; undefined: it never was. */
  verdictMs: number | undefined
}

/** One server, one field and one database in which one situation comes after the other. */
export interface SituationStage {
  db: Database['db']
  server: TestApp
  keys: KeyServer
  field: TestField
  /** How many containers with how many panels each there are; null: as many as the demo world has. */
  resize: (size: { containers: number; panels: number } | null) => Promise<void>
  /** WebConnect is asked once; these containers do not answer. */
  collect: (silent?: readonly string[]) => Promise<void>
  /** As the pages do: the stream of `sims/…` or `panels/…`, until nothing waits, it is enough, or so long. */
  ask: (thing: string, options?: Partial<Asking>) => Promise<Asked>
  /** A file as an operator imports it. */
  load: (name: string, text: string) => Promise<void>
  /** Time goes on by so much for anyone who measures how long something takes: breakers close. */
  passMs: (ms: number) => void
  /** Nothing is kept of what was seen. */
  forget: () => Promise<void>
  /** The inventory is as it was at the start. */
  restore: () => Promise<void>
  close: () => Promise<void>
}

const answerWithinMs = 300

/** Those of WebConnect's containers that do not answer in a situation. */
export const silentContainersIn = ({ containers = {} }: Situation): string[] =>
  Object.entries(containers).flatMap(([name, { is }]) => (is === 'silent' ? name : []))

export async function openSituationStage(
  database: Database,
  fieldSettings: Record<string, string> = {},
): Promise<SituationStage> {
  const { db } = database
  await seed(db, simWorld)
  const folder = mkdtempSync(join(tmpdir(), 'console-situations-'))
  const [field, keys] = await Promise.all([startField({ ...fastField, ...fieldSettings }), startKeyServer()])
  let passed = 0
  const clock = { ...systemClock, elapsed: () => systemClock.elapsed() + passed }
  const server = await startTestApp({
    database,
    keys,
    env: {
      FIELD_URL: field.url,
      ATT_CALLS_PER_SECOND: '1000',
      DEACTIVATION_LOOK_MS: '10',
      SWEEP_RATES: 'ATT=1000,VZN=1000,AERIS=1000,WYLESS=1000',
    },
    app: { clock },
  })
  const outbound = createTestOutbound()
  const webConnect = createWebConnect(outbound, {
    baseUrl: `${field.url}/webconnect`,
    token: 'demo-webconnect-token',
    answerWithinMs,
  })
  const collector = createCollector({
    platform: server.app.platform,
    webConnect,
    settings: { intervalMs: 0, silentMinutes: 15 },
  })
  /** Of what situations change, how it was. */
  const kept: { now: RawBuilder<unknown>; was: RawBuilder<unknown>; columns: RawBuilder<unknown> }[] = []
  for (const name of ['sim', 'panel']) {
    const [now, was] = [sql.table(name), sql.table(`was_${name}`)]
    await sql`create table ${was} as table ${now}`.execute(db)
    const { rows } = await sql<{ column: string }>`
      select column_name as column from information_schema.columns
      where table_schema = current_schema() and table_name = ${name} and is_generated = 'NEVER'`.execute(db)
    kept.push({ now, was, columns: sql.join(rows.map(({ column }) => sql.ref(column))) })
  }

  return {
    db,
    server,
    keys,
    field,
    async resize(size) {
      const headers = { 'content-type': 'application/json' }
      await fetch(`${field.url}/control/webconnect`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ size }),
      })
    },
    async collect(silent = []) {
      const begun = new Date()
      let isOver = false
      const collecting = collector.collect().finally(() => {
        isOver = true
      })
      // Who is silent is waited for by a clock of its own, which goes on when no one else is asked any more.
      const others =
        silent.length > 0
          ? (await webConnect.containers()).filter((container) => !silent.includes(container))
          : []
      while (silent.length > 0 && !isOver) {
        const rows = await db
          .selectFrom('webconnect_container')
          .select('container_name')
          .where('checked_at', '>=', begun)
          .execute()
        const done = new Set(rows.map((row) => row.container_name))
        if (others.every((container) => done.has(container))) await outbound.clock.advance(answerWithinMs)
        await pause(10)
      }
      await collecting
    },
    ask: async (thing, { patienceMs = 60_000, token, isEnough = () => false } = {}) =>
      askStream(`${server.url}/api/diagnosis/v1/${thing}`, {
        patienceMs,
        token: token ?? (await keys.token()),
        isEnough,
      }),
    load: async (name, text) => {
      const { complaints } = await importInto(database, folder, [{ name, text }])
      if (complaints.length > 0) throw new Error(complaints.join('\n'))
    },
    passMs(ms) {
      passed += ms
    },
    async forget() {
      await server.app.platform.observations.written()
      await sql`alter table observed_change disable trigger user`.execute(db)
      await sql`
        truncate observed_change, observed_identifier, webconnect_present, webconnect_container, webconnect_connection,
          webconnect_absence, webconnect_population, webconnect_stops`.execute(db)
      // What these say makes states, which a truncation does not tell of.
      for (const table of ['observation', 'webconnect_missed', 'webconnect_sessions'] as const)
        await db.deleteFrom(table).execute()
      await sql`alter table observed_change enable trigger user`.execute(db)
    },
    async restore() {
      for (const { now, was, columns } of kept) {
        await sql`
          delete from ${now} as now
          where not exists (select from ${was} as was where to_jsonb(was) = to_jsonb(now))`.execute(db)
        await sql`
          insert into ${now} (${columns}) overriding system value
          select ${columns} from ${was} on conflict do nothing`.execute(db)
      }
      await sql`delete from billing_line where year > 2021`.execute(db)
      await sql`delete from csr_deployment`.execute(db)
      await sql`update csr set status = 'Succeeded' where status = 'Error'`.execute(db)
      await sql`update company set use_connector_service = true`.execute(db)
      await sql`update company set usage_monitoring_enabled = false, mnvos_in_use = default
        where id < 3`.execute(db)
    },
    async close() {
      await collector.close()
      await outbound.close()
      await server.close()
      await keys.close()
      await field.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Asking {
  patienceMs: number
  token: string
  isEnough: (diagnosis: Diagnosis) => boolean
}

async function askStream(url: string, { patienceMs, token, isEnough }: Asking): Promise<Asked> {
  const begun = performance.now()
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
  const end = new AbortController()
  const signal = AbortSignal.any([end.signal, AbortSignal.timeout(patienceMs)])
  const response = await fetch(url, { headers, signal })
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`)
  const found = new Map<string, Finding>()
  let diagnosis: Diagnosis | undefined
  let firstMs: number | undefined
  let verdictMs: number | undefined
  const take = (told: Diagnosis): void => {
    for (const finding of told.findings) found.set(finding.code, finding)
    diagnosis = { ...told, findings: panelFindingCodes.flatMap((code) => found.get(code) ?? []) }
    const now = performance.now() - begun
    if (told.findings.some(({ state }) => state !== 'waiting')) firstMs ??= now
    if (told.verdict.state !== 'so-far') verdictMs ??= now
    if (isEnough(diagnosis)) end.abort()
  }
  try {
    let rest = ''
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const events = (rest + chunk).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events)
        if (event.startsWith('data: ')) take(JSON.parse(event.slice(6)) as Diagnosis)
    }
  } catch (error) {
    if (!end.signal.aborted) throw error
  }
  if (!diagnosis) throw new Error(`${url} said nothing`)
  return { diagnosis, firstMs: firstMs ?? Number.POSITIVE_INFINITY, verdictMs }
}
