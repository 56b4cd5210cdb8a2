import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sealVpnPassword } from '../features/sims/index.ts'
import { appendAudit } from '../platform/audit/append-audit.ts'
import { auditedTransaction } from '../platform/audit/audited-transaction.ts'
import { readHead } from '../platform/audit/chain.ts'
import { verifyChain } from '../platform/audit/verify-chain.ts'
import { holdToMark } from '../platform/database/demo-mark.ts'
import { type Database, openDatabase } from '../platform/database/open-database.ts'
import { appendEntries, auditEntry } from '../testing/audit-entries.ts'
import { copyOfTemplate } from '../testing/databases.ts'
import { folderForProgram } from '../testing/program-database.ts'
import { runCommand } from '../testing/run-program.ts'
import { testSecrets, testSecretsKey } from '../testing/test-secrets.ts'
import { moveDatabaseCommand } from './move-database-command.ts'

const iccid = '8901170000000000013'

describe.skipIf('missing' in inject('postgres'))(
  'M8 npm run move-database: from PGlite to PostgreSQL',
  () => {
    let source: Awaited<ReturnType<typeof folderForProgram>>
    let target: Awaited<ReturnType<typeof copyOfTemplate>>
    const onSource = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
      const database = await openDatabase({ url: '', folder: source.settings.DATA_DIR, connections: 1 })
      try {
        return await work(database)
      } finally {
        await database.close()
      }
    }
    beforeAll(async () => {
      source = await folderForProgram({ demo: true })
      target = await copyOfTemplate(true)
      await onSource(async ({ db }) => {
        await holdToMark(db, true)
        await sql`update sim set vpn_password = ${sealVpnPassword(testSecrets, iccid, 'hárd "to" \\ guess, (so)')}
        where iccid = ${iccid}`.execute(db)
        await sql`select make_month('sim_activity', '2024-02-01')`.execute(db)
        await sql`insert into sim_activity (transaction_id, iccid, vendor_code, status, description, at, began_at)
        values (gen_random_uuid(), ${iccid}, 'ATT', 'x', ${'\ufeff"quoted", {braces} \\ back\nline (…) 𝄞'}, '2024-02-29T23:59:59.999Z',
          '2024-02-29T23:59:59.999Z')`.execute(db)
        await appendEntries(db, {}, { detail: 'a "b" \\ c\n(d)' })
      })
    })
    afterAll(async () => {
      await source.drop()
      await target.drop()
    })
    const run = (env: Record<string, string> = {}) =>
      runCommand(moveDatabaseCommand, [], {
        DEMO: 'on',
        DATA_DIR: source.settings.DATA_DIR,
        DATABASE_URL: target.url,
        SECRETS_KEY: testSecretsKey,
        ...env,
      })

    it('is refused while a server has the folder, without a target, and for what is in real use elsewhere', async () => {
      await onSource(async () => {
        expect(await run()).toMatchObject({
          code: 1,
          err: expect.stringContaining('A server is using the data folder'),
        })
      })
      expect(await run({ DATABASE_URL: '' })).toMatchObject({
        code: 1,
        err: expect.stringContaining('set DATABASE_URL'),
      })
      expect(await run({ DEMO: 'off' })).toMatchObject({
        code: 1,
        err: expect.stringContaining('made for the demo'),
      })
    })

    it('what ended it in the middle left nothing behind; then all of it is there, the same on both sides', async () => {
      const there = await openDatabase({ url: target.url, folder: '', connections: 2 })
      try {
        await sql`create table in_the_way (id integer)`.execute(there.db)
        expect(await run()).toMatchObject({ code: 1, err: expect.stringContaining('in_the_way') })
        expect((await sql`select 1 from sim`.execute(there.db)).rows).toHaveLength(0)
        await sql`drop table in_the_way`.execute(there.db)

        // As many rows, of which one came out otherwise.
        await sql`create rule otherwise as on insert to sim do also update sim set usable = not usable where iccid = ${sql.lit(iccid)}`.execute(
          there.db,
        )
        expect(await run()).toMatchObject({
          code: 1,
          err: expect.stringMatching(/sim is not the same on both sides: (\d+) rows .* here, \1 /),
        })
        expect((await sql`select 1 from sim`.execute(there.db)).rows).toHaveLength(0)
        await sql`drop rule otherwise on sim`.execute(there.db)

        const head = await onSource(({ db }) => readHead(db))
        const { code, out, err } = await run()
        expect([code, err]).toEqual([0, ''])
        expect(out).toMatch(/^\d+ tables with [\d,]+ rows were copied, and are the same on both sides\.$/m)
        expect(out).toContain(`up to ${head?.number}:${head?.hash}.`)
        expect(out).toMatch(/^All \d+ VPN passwords and 250 installer service keys can be read\.$/m)
        const { rows } = await sql<{ description: string; month: string }>`
        select description, tableoid::regclass::text as month from sim_activity where iccid = ${iccid}`.execute(
          there.db,
        )
        expect(rows).toEqual([
          { description: '\ufeff"quoted", {braces} \\ back\nline (…) 𝄞', month: 'sim_activity_2024_02' },
        ])

        // It goes on from there: ids after those that came along, the chain behind its head, and nothing can be changed.
        await auditedTransaction(there.db, (trx) => appendAudit(trx, auditEntry()))
        expect(await verifyChain(there.db, { earlier: head })).toMatchObject({
          links: (head?.number ?? 0) + 1,
          faults: [],
        })
        await expect(sql`update user_action set email = ''`.execute(there.db)).rejects.toThrow('append-only')
        // And not over what is in use.
        expect(await run()).toMatchObject({ code: 1, err: expect.stringContaining('in use already') })
      } finally {
        await there.close()
      }
    })
  },
)
