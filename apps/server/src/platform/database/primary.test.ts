import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { type Pair, startPair, whyNoPair } from '../../testing/postgres-pair.ts'
import { type Database, openDatabase } from './open-database.ts'

const cannot = whyNoPair()

describe.skipIf(cannot)(`D52 the database moves${cannot ? ` (left out: ${cannot})` : ''}`, () => {
  let pair: Pair
  let database: Database | undefined
  afterEach(async () => {
    await database?.close().catch(() => {})
    database = undefined
    await pair.stop()
  })

  const open = async () => {
    database = await openDatabase({ url: pair.url, folder: '', connections: 10, sharedOut: true })
    return database
  }
  const portOf = async ({ db }: Database) =>
    (await sql<{ port: string }>`select current_setting('port') as port`.execute(db)).rows[0]?.port
  const portIn = (url: string) => new URL(url).port
  const write = ({ db }: Database, n: number) => sql`insert into seen values (${n})`.execute(db)
  const seen = async ({ db }: Database) =>
    (await sql<{ n: number }>`select n from seen order by n`.execute(db)).rows.map(({ n }) => n)

  it('takes the host that writes, whatever its place in the list', async () => {
    pair = await startPair()
    const opened = await open()
    expect(await portOf(opened)).toBe(portIn(pair.first.url))
    await opened.ping()
    expect(opened.standing?.()).toMatchObject({ answers: true })
  })

  it('says of each host what it said, without the password, where none writes', async () => {
    pair = await startPair()
    await pair.first.stop()
    const said = await open().catch((error: Error) => error.message)
    expect(said).toContain(`127.0.0.1:${portIn(pair.second.url)} is a standby, which only reads`)
    expect(said).toContain(`127.0.0.1:${portIn(pair.first.url)} refuses the connection (ECONNREFUSED)`)
    expect(said).not.toContain('s3cret')
  })

  it.each([
    ['was killed', async () => pair.first.stop()],
    ['hangs', async () => void pair.hang()],
  ])('writes at the new primary, without a restart, when the former one %s', async (_how, fail) => {
    pair = await startPair()
    const opened = await open()
    await sql`create table seen (n int)`.execute(opened.db)
    await write(opened, 1)
    await pair.caughtUp()
    const locks = await opened.openSession?.()
    const lost = new Promise((resolve) => locks?.once('end', resolve))
    await fail()
    await expect.poll(() => opened.standing?.().answers, { timeout: 20_000 }).toBe(false)
    await expect(opened.ping()).rejects.toThrow(/127\.0\.0\.1:\d+/)
    await pair.promote()
    await write(opened, 2)
    expect(await portOf(opened)).toBe(portIn(pair.second.url))
    expect(await seen(opened)).toEqual([1, 2])
    await lost
    await opened.ping()
  })

  it('ends connections to a server that only reads from now on, and goes on elsewhere', async () => {
    pair = await startPair()
    const opened = await open()
    await sql`create table seen (n int)`.execute(opened.db)
    await pair.caughtUp()
    await sql`alter system set default_transaction_read_only = on`.execute(opened.db)
    await sql`select pg_reload_conf()`.execute(opened.db)
    await pair.promote()
    await expect.poll(() => portOf(opened), { timeout: 20_000 }).toBe(portIn(pair.second.url))
    await write(opened, 1)
    expect(await seen(opened)).toEqual([1])
  })

  it('never goes back to a server that was left behind by a promotion', async () => {
    pair = await startPair()
    const opened = await open()
    const still = pair.hang()
    await pair.promote()
    await expect.poll(() => portOf(opened), { timeout: 20_000 }).toBe(portIn(pair.second.url))
    still.resume()
    await pair.second.stop()
    await expect.poll(() => opened.standing?.().answers, { timeout: 20_000 }).toBe(false)
    await expect.poll(() => opened.standing?.().says, { timeout: 20_000 }).toContain('is on timeline 1')
    await expect(opened.ping()).rejects.toThrow('it was left behind by a promotion')
  })
})
