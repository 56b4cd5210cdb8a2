import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { withBrokenTrail } from '../../testing/broken-trail.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { registerTestCalls, startTestCalls, type TestCalls, thing } from '../../testing/test-calls.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { enterCountedRefusals } from './refused-calls.ts'

describeOnOneDatabase('D33 F8 calls that someone without the role makes again and again', (database) => {
  let calls: TestCalls
  /** Of two servers on one database. */
  let servers: TestApp[]
  const clock = createTestClock()
  beforeAll(async () => {
    calls = await startTestCalls(database.get())
    servers = [calls.server, await begin()]
  })
  afterAll(async () => {
    await servers[1]?.close()
    await calls.close()
  })
  const begin = () =>
    startTestApp({
      database: database.get(),
      keys: calls.keys,
      app: { clock, furtherCalls: (api) => registerTestCalls(api, calls.steering) },
    })

  /** Whose calls are refused; someone else in each test. */
  let subject: string
  let token: string
  beforeEach(async () => {
    subject = randomUUID()
    // Good by the clock that is moved as well as by the other server's.
    const iat = Math.floor(Math.min(clock.now().getTime(), Date.now()) / 1000)
    const claims = { iat, exp: iat + 3600, email: 'newcomer@example.com', resource_access: {} }
    token = await calls.keys.token({ sub: subject, ...claims })
  })
  const refused = async (path: string, at = 0, method = 'POST') =>
    (await servers[at]?.call(method, path, { token, transactionId: randomUUID() }))?.code

  const db = () => database.get().db
  const entries = () =>
    db()
      .selectFrom('user_action')
      .select(['email', 'route', 'activity', 'message', 'object', 'result', 'detail'])
      .where('subject', '=', subject)
      .orderBy('id')
      .execute()
  const counted = () =>
    db().selectFrom('refused_calls').select('counts').where('subject', '=', subject).executeTakeFirst()
  /** The minute is the database's own, for servers share it (docs/decisions.md, 014). */
  const minuteLater = () =>
    db()
      .updateTable('refused_calls')
      .set({ began_at: sql<Date>`began_at - interval '1 minute'` })
      .where('subject', '=', subject)
      .execute()

  it('the first is entered at once, the others of the minute as one with their count, whichever server refused them', async () => {
    expect(await refused(thing(1))).toBe(403)
    const first = {
      email: 'newcomer@example.com',
      route: 'POST /test/v1/things/{id}',
      activity: 'Things',
      message: 'Change thing 1',
      object: 'company 1',
      result: 'Forbidden',
      detail: "Sorry, you don't have access to this. Please Contact Admin!",
    }
    expect(await entries()).toEqual([first])
    for (const at of [0, 1, 1]) expect(await refused(thing(2), at)).toBe(403)
    expect(await refused(thing(3), 0, 'DELETE')).toBe(403)
    await enterCountedRefusals(db())
    expect(await entries()).toEqual([first])

    await minuteLater()
    await enterCountedRefusals(db())
    await enterCountedRefusals(db())
    expect(await entries()).toEqual([
      first,
      {
        ...first,
        route: 'DELETE /test/v1/things/{id}',
        message: 'Remove thing 3: the last of 4 refused calls',
        object: 'company 3',
        detail: expect.stringMatching(
          /^Sorry, .* 4 calls since \d{4}-\S+Z: (?=.*3 × POST \/test\/v1\/things\/\{id\}).*1 × DELETE \/test\/v1\/things\/\{id\}.*\.$/,
        ),
      },
    ])
  })

  it('who goes on is entered once a minute; who has stopped for one begins again', async () => {
    await refused(thing(1))
    await refused(thing(2))
    await minuteLater()
    await enterCountedRefusals(db())
    // One alone is entered as it was.
    expect(await entries()).toMatchObject([{ message: 'Change thing 1' }, { message: 'Change thing 2' }])
    await refused(thing(3))
    expect(await entries()).toHaveLength(2)
    await minuteLater()
    await enterCountedRefusals(db())
    await minuteLater()
    await enterCountedRefusals(db())
    expect(await entries()).toHaveLength(3)
    expect(await counted()).toBeUndefined()
    await refused(thing(4))
    expect((await entries()).at(-1)).toMatchObject({ message: 'Change thing 4' })
  })

  it('what was counted outlives its server: any other enters it, and several at once enter it once', async () => {
    await refused(thing(1), 1)
    await refused(thing(2), 1)
    await refused(thing(2), 1)
    // As after a kill: nothing of it is in the memory of a server.
    await servers[1]?.close()
    servers[1] = await begin()
    await minuteLater()
    await Promise.all([clock.advance(10_000), enterCountedRefusals(db()), enterCountedRefusals(db())])
    await expect
      .poll(entries)
      .toMatchObject([
        { message: 'Change thing 1' },
        { message: 'Change thing 2: the last of 2 refused calls' },
      ])
    expect(await counted()).toEqual({ counts: {} })
  })

  it('the server enters them by itself', async () => {
    await refused(thing(1))
    await refused(thing(1))
    await minuteLater()
    await clock.advance(10_000)
    await expect.poll(entries).toHaveLength(2)
  })

  it('R37 while the trail takes no entry, the first is 503 and the count waits', async () => {
    await withBrokenTrail(db(), async () => expect(await refused(thing(1))).toBe(503))
    expect([await refused(thing(1)), await refused(thing(2))]).toEqual([403, 403])
    await minuteLater()
    await withBrokenTrail(db(), () => expect(enterCountedRefusals(db())).rejects.toThrow())
    expect(await entries()).toHaveLength(1)
    await enterCountedRefusals(db())
    expect(await entries()).toMatchObject([{ message: 'Change thing 1' }, { message: 'Change thing 2' }])
  })

  it('what a path says cannot break its entry', async () => {
    await refused(thing('1'))
    await refused(thing('%00%F0%9F%98%80"'))
    await minuteLater()
    await enterCountedRefusals(db())
    expect((await entries()).at(-1)).toMatchObject({ message: 'Change thing \ufffd😀"', object: '' })
  })
})
