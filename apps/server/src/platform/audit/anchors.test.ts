import { X509Certificate } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { appendEntries, asOwner } from '../../testing/audit-entries.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { noTimeStamps, startTimeStampServer, type TimeStampServer } from '../../testing/time-stamp-server.ts'
import { createMetrics } from '../metrics/metrics.ts'
import type { Platform } from '../platform.ts'
import { createAnchorCheck, createAnchoring, newestAnchor } from './anchors.ts'
import { genesis, hashOf } from './chain.ts'
import { createFaultList } from './fault-list.ts'
import { readLinks } from './read-links.ts'
import { checkToken, timeStampQuery, tokenOf } from './time-stamp.ts'
import { verifyChain } from './verify-chain.ts'

const minute = 60_000

describe.skipIf(noTimeStamps)('18.4 the head of the audit chain is time-stamped outside', () => {
  describeOnOneDatabase('R41', (database) => {
    const db = () => database.get().db
    let stamps: TimeStampServer
    let roots: X509Certificate[]
    let clock: TestClock
    let anchor: () => Promise<void>
    let metrics: Platform['metrics']
    const logged: object[] = []
    const verify = () => verifyChain(db(), { timeStampRoots: roots })
    const faults = async () => (await verify()).faults

    beforeAll(async () => {
      stamps = await startTimeStampServer()
      roots = [new X509Certificate(stamps.ca)]
    })
    afterAll(() => stamps.close())
    beforeEach(async () => {
      await asOwner(db(), 'truncate user_action', 'truncate audit_chain', 'truncate audit_anchor')
      await appendEntries(db(), {}, {}, {})
      clock = createTestClock()
      metrics = createMetrics(database.get(), '1.2.3')
      logged.length = 0
      const log = { info: (facts: object) => void logged.push(facts) }
      const config = { auditTimeStamps: { url: stamps.url, roots } }
      anchor = createAnchoring({ db: db(), clock, log, metrics, config } as unknown as Platform)
    })

    it('each hour where it moved, by a time-stamp that openssl takes as well, and a line of the log', async () => {
      const numbers = async () =>
        (await db().selectFrom('audit_anchor').select('number').execute()).map((r) => r.number)
      await anchor()
      await appendEntries(db(), {})
      await anchor()
      expect(await numbers()).toEqual([3])
      await clock.advance(61 * minute)
      await anchor()
      expect(await numbers()).toEqual([3, 4])
      await clock.advance(61 * minute)
      await anchor()
      expect(await numbers()).toEqual([3, 4])

      const newest = await newestAnchor(db())
      if (!newest) throw new Error('none')
      expect(stamps.verify(newest.token, newest.hash)).toMatch(/Verification: OK/)
      expect(logged.at(-1)).toEqual({
        number: 4,
        hash: newest.hash,
        at: newest.at,
        token: Buffer.from(newest.token).toString('base64'),
      })
      await appendEntries(db(), {})
      const found = await verify()
      expect(found.faults).toEqual([])
      expect(found.anchors).toMatchObject({ many: 2, newest: { number: 4 }, isProven: true })
      expect((await verifyChain(db())).anchors.isProven).toBe(false)
    })

    it('a tail that was cut off, and one that was chained again, are found by it', async () => {
      await anchor()
      const { hash } = (await newestAnchor(db())) ?? {}
      await asOwner(
        db(),
        'delete from user_action where (id, at) = (select entry_id, entry_at from audit_chain where number = 3)',
        'delete from audit_chain where number = 3',
      )
      expect(await faults()).toEqual([
        expect.stringMatching(`^The tail after link 2 was cut: link 3 \\(${hash}\\) was time-stamped at `),
      ])
      // Someone enters something else, and the database chains it.
      await appendEntries(db(), { message: 'made up' })
      expect(await faults()).toEqual([
        expect.stringMatching(
          `^The chain was rebuilt: link 3 has the hash [0-9a-f]{64}, and ${hash} was time-stamped at `,
        ),
      ])
    })

    it('links that bear a time before it and came after it are found', async () => {
      await anchor()
      await appendEntries(db(), {})
      const links = await db().selectFrom('audit_chain').selectAll().orderBy('number').execute()
      const hex = (bytes?: Uint8Array) => Buffer.from(bytes ?? []).toString('hex')
      const [, , third, fourth] = links
      if (!third || !fourth) throw new Error('no links')
      const at = new Date(third.at.getTime() - 10 * minute)
      const forged = hashOf(
        { ...fourth, at, content: hex(fourth.content) },
        third ? hex(third.hash) : genesis,
      )
      await asOwner(
        db(),
        `update audit_chain set at = '${at.toISOString()}', hash = decode('${forged}', 'hex') where number = 4`,
      )
      const late =
        /^Link 4 bears the time .*, but link 3 was still the last one at .*: it was put in later\.$/
      expect(await faults()).toContainEqual(expect.stringMatching(late))
      // Also where a page of links ends between the two.
      const found = createFaultList()
      const check = createAnchorCheck(db(), found, roots)
      for await (const page of readLinks(db()))
        for (const from of [0, 3]) await check.take(page.slice(from, from + 3))
      expect(found.told).toContainEqual(expect.stringMatching(late))
    })

    it.each([
      [
        'a byte of it was changed',
        `set token = set_byte(token, length(token) - 1, 1 + get_byte(token, length(token) - 1) % 250)`,
        'its signature is wrong.',
      ],
      ['its time was', `set at = at - interval '1 day'`, 'it bears another time.'],
      ['it is none', `set token = '\\x3003020101'`, 'it cannot be read.'],
    ])('%s', async (_what, change, why) => {
      await anchor()
      await asOwner(db(), `update audit_anchor ${change}`)
      expect(await faults()).toContainEqual(`The time-stamp of link 3 does not hold: ${why}`)
    })

    it('one of someone else is not taken', async () => {
      await anchor()
      const other = await startTimeStampServer(['rsa:2048'])
      try {
        expect((await verifyChain(db(), { timeStampRoots: [new X509Certificate(other.ca)] })).faults).toEqual(
          [
            'The time-stamp of link 3 does not hold: its certificate does not go back to one of AUDIT_TIMESTAMP_CA.',
          ],
        )
        // And RSA is understood as well.
        const hash = '7'.repeat(64)
        const { bytes, nonce } = timeStampQuery(hash)
        const token = tokenOf(other.answer(bytes))
        expect(checkToken(token, hash, [new X509Certificate(other.ca)]).nonce).toBe(nonce)
        expect(() => checkToken(token, '8'.repeat(64), [])).toThrow('it is of another hash.')
      } finally {
        await other.close()
      }
    })

    it("one more than five minutes from the database's clock is not taken", async () => {
      await db()
        .connection()
        .execute(async (one) => {
          const config = { auditTimeStamps: { url: stamps.url, roots } }
          const log = { info: () => {} }
          const anchorHere = createAnchoring({ db: one, clock, log, metrics, config } as unknown as Platform)
          await sql`create schema other_clock`.execute(one)
          await sql`
            create function other_clock.clock_timestamp() returns timestamptz language sql as
              $$ select pg_catalog.clock_timestamp() + current_setting('other_clock.ahead')::interval $$`.execute(
            one,
          )
          await sql`set search_path = other_clock, public, pg_catalog`.execute(one)
          const ahead = (seconds: number) =>
            sql`select set_config('other_clock.ahead', ${`${seconds} seconds`}, false)`.execute(one)
          for (const seconds of [315, -315]) {
            await ahead(seconds)
            await expect(anchorHere()).rejects.toThrow(/ 31\d s apart, at most 300 s will do\.$/)
          }
          expect(await newestAnchor(one)).toBeUndefined()
          await ahead(285)
          await anchorHere()
          expect(await newestAnchor(one)).toMatchObject({ number: 3 })
          await sql`reset search_path`.execute(one)
          await sql`drop schema other_clock cascade`.execute(one)
        })
    })

    it('where none comes that holds, nothing is kept, it is counted and said, and tried again', async () => {
      const replay = stamps.answer(timeStampQuery('0'.repeat(64)).bytes)
      const said: string[] = []
      for (const answer of [503, Buffer.from('no'), replay]) {
        stamps.once(() => answer)
        await anchor().catch((error: Error) => said.push(error.message))
      }
      const { rows } = await sql<{ hash: string }>`
        select encode(hash, 'hex') as hash from audit_chain order by number desc limit 1`.execute(db())
      const older = stamps.answer(timeStampQuery(rows[0]?.hash ?? '').bytes)
      stamps.once(() => older)
      await anchor().catch((error: Error) => said.push(error.message))
      const sentence = `The head of the audit chain was not time-stamped at ${stamps.url}: `
      expect(said).toEqual([
        `${sentence}the answer was HTTP 503.`,
        `${sentence}what came is no answer of a time-stamp server (RFC 3161).`,
        `${sentence}it is of another hash.`,
        `${sentence}it is not the answer to what was asked.`,
      ])
      expect(await newestAnchor(db())).toBeUndefined()
      expect((await metrics.auditAnchorFailures.get()).values[0]?.value).toBe(4)
      await anchor()
      expect((await newestAnchor(db()))?.number).toBe(3)
    })

    it('they are only added to', async () => {
      await anchor()
      for (const statement of [
        'delete from audit_anchor',
        'update audit_anchor set number = 1',
        'truncate audit_anchor',
      ])
        await expect(sql.raw(statement).execute(db())).rejects.toThrow('append-only')
    })
  })
})
