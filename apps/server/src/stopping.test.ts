import { setTimeout as pause } from 'node:timers/promises'
import type { Diagnosis } from '@support-console/contract'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest'
import { seed } from './demo/seed.ts'
import { describeOnOneDatabase } from './testing/databases.ts'
import { type KeyServer, startKeyServer } from './testing/key-server.ts'
import { simWorld } from './testing/sim-world.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'
import { createTestClock } from './testing/test-clock.ts'
import { fastField, startField, type TestField } from './testing/test-field.ts'

// Lasting work on a machine that may have other work.
vi.setConfig({ testTimeout: 60_000 })

const iccid = '8901170000000000013'

describeOnOneDatabase('D5 stopping a server', (database) => {
  let keys: KeyServer
  let field: TestField
  let server: TestApp
  beforeEach(async () => {
    keys = await startKeyServer()
    field = await startField(fastField)
    await seed(database.get().db, simWorld)
    server = await startTestApp({
      database: database.get(),
      keys,
      env: { FIELD_URL: field.url, ATT_CALLS_PER_SECOND: fastField.FIELD_ATT_CALLS_PER_SECOND },
      app: { clock: createTestClock({ passing: true }) },
    })
  })
  afterEach(async () => {
    await field.stop()
    await keys.close()
  })

  const until = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) await pause(20)
  }

  // PGlite has one connection: nothing there can hold up what the job writes.
  it.skipIf('missing' in inject('postgres'))(
    'lets a job write its end, and its caller still gets the result',
    async () => {
      const { db, openSession } = database.get()
      await field.fault({ system: 'att', fault: 'slow', seconds: 80 })
      const waiting = server.call('POST', `/api/simmanagement/v1/deactivate/${iccid}`)
      await until(async () => {
        const row = await db.selectFrom('deactivation').select('state').executeTakeFirst()
        return row?.state === 'asking'
      })
      const holder = await openSession?.()
      await holder?.query('begin')
      await holder?.query('lock table deactivation in exclusive mode')
      await field.heal()
      await until(async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query ~ 'deactivation'`.execute(
          db,
        )
        return rows.length > 0
      })
      const closed = server.close()
      await until(() =>
        fetch(server.url).then(
          () => false,
          () => true,
        ),
      )
      await holder?.query('commit')
      const { code, envelope } = await waiting
      expect({ code, data: envelope.data }).toEqual({ code: 200, data: { iccid, status: 'Success' } })
      await closed
      await holder?.end()
    },
  )

  it('ends a diagnosis that waits for a carrier; its caller gets what is known', async () => {
    await field.fault({ system: 'att', fault: 'hang' })
    const waiting = server.call('GET', `/api/diagnosis/v1/sims/${iccid}?within=60`)
    await until(async () => (await field.requests(`iccid=${iccid}`)).length > 0)
    await server.close()
    const { code, envelope } = await waiting
    const { findings }: Diagnosis = envelope.data
    expect(code).toBe(200)
    expect(findings.map(({ state }) => state)).toContain('fine')
  })
})
