import { type Diagnosis, permissionsOf } from '@support-console/contract'
import type { Changes } from '@support-console/demo-world/situations'
import { seed } from '../../apps/server/src/demo/seed.ts'
import { createCollector } from '../../apps/server/src/features/webconnect/index.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import type { Database } from '../../apps/server/src/platform/database/open-database.ts'
import { createWebConnect } from '../../apps/server/src/systems/webconnect/webconnect.adapter.ts'
import { startKeyServer } from '../../apps/server/src/testing/key-server.ts'
import { scopedTokens } from '../../apps/server/src/testing/scoped-tokens.ts'
import { simWorld } from '../../apps/server/src/testing/sim-world.ts'
import { startTestApp, type TestApp } from '../../apps/server/src/testing/test-app.ts'
import { startField } from '../../apps/server/src/testing/test-field.ts'
import { createTestOutbound } from '../../apps/server/src/testing/test-outbound.ts'
import { openAnswers, type Rewrite } from './answers.ts'
import { openPast } from './past.ts'
import { containers, peopled, perContainer } from './population.ts'
import type { Reader } from './world.ts'

/** One server, one field and one database in which one situation comes after the other. */
export interface WorldStage {
  db: Database['db']
  server: TestApp
  /** The outside world is like this, until it is told otherwise. */
  enter(changes: Changes): Promise<void>
  rewrite(rewrites: readonly Rewrite[]): void
  /** WebConnect is looked at once. */
  collect(): Promise<void>
  pass(minutes: number): Promise<void>
  /** A call as people make it; throws where it fails. */
  call(method: string, path: string, body?: unknown): Promise<unknown>
  /** Of `panels/…` or `sims/…`. */
  ask(thing: string, as: Reader, within?: number): Promise<Diagnosis>
  /** All is as it was before the first situation. */
  forget(): Promise<void>
  close(): Promise<void>
}

const fieldSettings = { FIELD_ATT_CALLS_PER_SECOND: '1000' }
/** Long enough for every answer of a source that is well. */
const withinSeconds = 30

export async function openWorldStage(database: Database): Promise<WorldStage> {
  const { db } = database
  await seed(db, simWorld)
  await peopled(db)
  const [field, keys] = await Promise.all([startField(fieldSettings), startKeyServer()])
  const answers = await openAnswers(field.url)
  const scoped = scopedTokens()
  let passedMs = 0
  const clock = { ...systemClock, elapsed: () => systemClock.elapsed() + passedMs }
  const server = await startTestApp({
    database,
    keys,
    env: { FIELD_URL: answers.url, ATT_CALLS_PER_SECOND: '1000', DEACTIVATION_LOOK_MS: '10' },
    app: { clock, furtherTokens: [scoped.authenticator] },
  })
  const outbound = createTestOutbound()
  const collector = createCollector({
    platform: server.app.platform,
    webConnect: createWebConnect(outbound, {
      baseUrl: `${answers.url}/webconnect`,
      token: 'demo-webconnect-token',
      answerWithinMs: 5_000,
    }),
    settings: { intervalMs: 0, silentMinutes: 15 },
  })
  const past = await openPast(db)
  const tokens = tokensOf(scoped)
  const control = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${field.url}/control/${path}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  }
  await control('POST', 'webconnect', { size: { containers: containers.length, panels: perContainer } })

  return {
    db,
    server,
    async enter(changes) {
      await control('DELETE', 'situations')
      await control('POST', 'situations', changes)
    },
    rewrite: answers.rewrite,
    async collect() {
      await collector.collect()
    },
    async pass(minutes) {
      await server.app.platform.observations.written()
      await past.pushBack(minutes)
      passedMs += minutes * 60_000
    },
    async call(method, path, body) {
      const { code, envelope, text } = await server.call(method, `/api${path}`, {
        body,
        token: tokens.support,
      })
      if (code >= 300) throw new Error(`${method} ${path}: ${code} ${text}`)
      return envelope.data
    },
    async ask(thing, as, within = withinSeconds) {
      const path = `/api/diagnosis/v1/${thing}?within=${within}`
      const { code, envelope, text } = await server.call('GET', path, { token: tokens[as] })
      const why = server.lines.filter((line) => line.includes('"level":"error"')).slice(-2)
      if (code !== 200) throw new Error(`${path}: ${code} ${text} ${why.join(' ')}`)
      return envelope.data as Diagnosis
    },
    async forget() {
      answers.rewrite([])
      await control('DELETE', 'situations')
      await server.app.platform.observations.written()
      await past.forget()
      // Breakers are closed again, and nothing counts any more of how others fared.
      passedMs += 3_600_000
    },
    async close() {
      await collector.close()
      await outbound.close()
      await server.close()
      await keys.close()
      await answers.close()
      await field.stop()
    },
  }
}

const tokensOf = (scoped: ReturnType<typeof scopedTokens>): Record<Reader, string> => ({
  support: scoped.token('support', [...permissionsOf(['support'], 'test')]),
  auditor: scoped.token('auditor', [...permissionsOf(['auditor'], 'test')]),
})
