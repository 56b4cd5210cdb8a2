import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { flagStage } from './flag-stage.ts'
import { beginRun, dropRun, endRun, leaveRunOpen } from './panel-flag.store.ts'

vi.setConfig({ testTimeout: 120_000 })

describeOnOneDatabase(
  '2.8 changes at the Remote Portal that cross, or were left without an outcome',
  (database) => {
    const stage = flagStage(database, { console: {}, other: {} })
    const {
      disable,
      enable,
      whenPutMeets,
      panelOf,
      portalSays,
      disableAtPortal,
      auditOf,
      settle,
      waitingJobs,
    } = stage

    it('two agents on two servers who toggle the same panel end with what the Portal says, each change entered once', async () => {
      const changes = (['console', 'other'] as const).flatMap((server) =>
        [disable, enable].map((change) => ({ change, server, transactionId: randomUUID() })),
      )
      const answers = await Promise.all(
        changes.map(({ change, server, transactionId }) => change(server, 'CBS0000021', transactionId)),
      )
      expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200])
      const panel = await panelOf('CBS0000021')
      expect([panel.flagged, panel.flag_run]).toEqual([await portalSays('RP-000021'), null])
      // However often they looked whether it was their turn.
      for (const { transactionId } of changes)
        expect((await auditOf(transactionId)).map(({ result }) => result)).toEqual(['Intent', 'Success'])
    })

    it('R44 a change whose turn is over ends, gives up and leaves open nothing of the one after it', async () => {
      const { db } = database.get()
      const cloudId = 'CBS0000026'
      const [former, present] = [randomUUID(), randomUUID()]
      const flag = () => db.selectFrom('panel').select(['flagged', 'flag_run', 'flag_run_until'])
      const now = () => flag().where('cloud_id', '=', cloudId).executeTakeFirstOrThrow()
      await db.transaction().execute(async (trx) => {
        expect(await beginRun(trx, cloudId, former)).toEqual({ leftOpen: false })
        await leaveRunOpen(trx, cloudId, former)
        expect(await beginRun(trx, cloudId, present)).toEqual({ leftOpen: true })
      })
      const before = await now()
      expect(before.flag_run).toBe(present)
      await db.transaction().execute(async (trx) => {
        const end = { cloudId, runId: former, flagged: true, by: 'agent@example.com', staysOpen: false }
        expect(await endRun(trx, end)).toBeUndefined()
        await dropRun(trx, cloudId, former)
        await leaveRunOpen(trx, cloudId, former)
        expect(await beginRun(trx, cloudId, former)).toBeUndefined()
      })
      expect(await now()).toEqual(before)
      await db.transaction().execute((trx) => dropRun(trx, cloudId, present))
      expect(await now()).toEqual({ flagged: false, flag_run: null, flag_run_until: null })
    })

    it('R43 a server that is killed between change and note leaves a job that brings the inventory to what the Portal says', async () => {
      const runId = randomUUID()
      const { db } = database.get()
      await db
        .updateTable('panel')
        .set({ flag_run: runId, flag_run_until: new Date(0) })
        .where('cloud_id', '=', 'CBS0000019')
        .execute()
      await disableAtPortal('RP-000019')
      const transactionId = await settle('CBS0000019', runId)
      expect(await panelOf('CBS0000019')).toMatchObject({
        flagged: true,
        flag_run: null,
        flag_changed_by: 'agent@example.com',
      })
      expect(await auditOf(transactionId)).toMatchObject([
        {
          object: 'panel CBS0000019',
          result: 'Success',
          detail: 'The Remote Portal says that management is disabled; the inventory was out of date.',
        },
      ])
      // A second time there is nothing to settle.
      expect(await auditOf(await settle('CBS0000019', runId))).toEqual([])
    })

    it('R43 a change that came to nothing in time, and happens later, reaches the inventory by the job', async () => {
      expect((await whenPutMeets('garbage', 'console', 'CBS0000023')).code).toBe(502)
      await disableAtPortal('RP-000023')
      expect((await panelOf('CBS0000023')).flagged).toBe(false)
      // 100 seconds later.
      const moved = await sql`
      update jobs.job set start_after = now()
      where name = 'panel-flag' and data ->> 'cloudId' = 'CBS0000023'`.execute(database.get().db)
      expect(moved.numAffectedRows).toBe(1n)
      await stage.wakeWorkers()
      await expect
        .poll(() => panelOf('CBS0000023'), { timeout: 60_000, interval: 200 })
        .toMatchObject({ flagged: true, flag_run: null })
    })

    it('R43 the job looks again later while the Portal is away, and gives up after two days', async () => {
      const runId = randomUUID()
      const { db } = database.get()
      await db.updateTable('panel').set({ flag_run: runId }).where('cloud_id', '=', 'CBS0000020').execute()
      await stage.field().fault({ system: 'remote-portal', fault: '500' })
      await settle('CBS0000020', runId)
      expect(await waitingJobs('CBS0000020')).toEqual([1])
      const transactionId = await settle('CBS0000020', runId, 59)
      expect(await waitingJobs('CBS0000020')).toEqual([1])
      expect((await auditOf(transactionId))[0]).toMatchObject({
        result: 'Error',
        detail: expect.stringMatching(/^Given up: /),
      })
      expect(await panelOf('CBS0000020')).toMatchObject({ flagged: false, flag_run: null })
    })
  },
)
