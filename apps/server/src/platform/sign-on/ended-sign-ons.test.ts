import { expect, it } from 'vitest'
import { parseConfig } from '../../config.ts'
import { describeOnOneDatabase, openOneDatabase } from '../../testing/databases.ts'
import { createLogger } from '../logging/logger.ts'
import { createEndedSignOns, purgeEndedSignOns, signOnsEnded } from './ended-sign-ons.ts'
import type { Bearer } from './user.ts'

const former: Bearer = {
  issuer: 'https://id.example',
  subject: 'pat',
  email: 'pat@example.com',
  sessionId: 's',
  tokenId: 't',
  roles: [],
  issuedAt: 1_750_000_000,
  expiresAt: 1_750_000_300,
}

describeOnOneDatabase('R14 sign-ons that ended', (database) => {
  const ended = () =>
    createEndedSignOns({
      db: database.get().db,
      log: createLogger(parseConfig({ DEMO: 'on' }), { write: () => {} }),
    })

  it('a sign-on that ends while the list is being read stays ended', async () => {
    const list = ended()
    const reading = list.refresh()
    list.noteEnded(former)
    await reading
    expect(list.whyEnded(former)).toBe('the sign-on was ended')
    expect(list.whyEnded({ ...former, sessionId: 'another' })).toBeUndefined()
  })

  it('an ended sign-on is forgotten once no token of its is left, and not before', async () => {
    const { db } = database.get()
    const { issuer } = former
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    await db
      .insertInto('ended_session')
      .values([
        { issuer, session_id: 'just-now', ended_at: ago(0.1) },
        { issuer, session_id: 'this-morning', ended_at: ago(8) },
        { issuer, session_id: 'last-month', ended_at: ago(31 * 24) },
      ])
      .execute()
    await purgeEndedSignOns(db)
    const left = await db.selectFrom('ended_session').select('session_id').execute()
    expect(left.map(({ session_id }) => session_id).sort()).toEqual(['just-now', 'this-morning'])
  })

  it("a token that was issued at 'not before' counts, one of a second before does not", async () => {
    const { issuer, subject, issuedAt } = former
    await database
      .get()
      .db.insertInto('user_not_before')
      .values({ issuer, subject, not_before: new Date(issuedAt * 1000) })
      .execute()
    const list = ended()
    await list.refresh()
    expect(list.whyEnded(former)).toBeUndefined()
    expect(list.whyEnded({ ...former, issuedAt: issuedAt - 1 })).toMatch(/^issued before/)
  })

  const row = ({ issuer, sessionId }: Bearer) => ({ issuer, session_id: sessionId })
  const forget = (bearer: Bearer) =>
    database.get().db.deleteFrom('ended_session').where('session_id', '=', bearer.sessionId).execute()

  it('what one server ends, all others know once they have read it, and each once', async () => {
    const { db } = database.get()
    const bearer = { ...former, sessionId: 'of-two-servers' }
    const [here, there] = [ended(), ended()]
    for (let i = 0; i < 2; i++) await db.transaction().execute((trx) => here.end(trx, bearer))
    expect([here.whyEnded(bearer), there.whyEnded(bearer)]).toEqual([undefined, undefined])
    here.noteEnded(bearer)
    await there.refresh()
    for (const list of [here, there]) expect(list.whyEnded(bearer)).toBe('the sign-on was ended')
    expect(there.whyEnded({ ...bearer, issuer: 'https://other.example' })).toBeUndefined()
    expect(
      await db.selectFrom('ended_session').where('session_id', '=', 'of-two-servers').selectAll().execute(),
    ).toHaveLength(1)
  })

  it('an end is announced by the database', async () => {
    const { db, openSession } = database.get()
    if (!openSession) return
    const session = await openSession()
    const heard: string[] = []
    session.on('notification', ({ payload = '' }) => heard.push(payload))
    await session.query('listen news')
    await db.transaction().execute((trx) => ended().end(trx, { ...former, sessionId: 'announced' }))
    await expect.poll(() => heard).toEqual([`${signOnsEnded} -`])
    await session.end()
  })

  it('what was ended here counts until it was read, and from then on by what is read', async () => {
    const { db } = database.get()
    const bearer = { ...former, sessionId: 'read-back' }
    const list = ended()
    list.noteEnded(bearer)
    await list.refresh()
    expect(list.whyEnded(bearer)).toBe('the sign-on was ended')
    await db.insertInto('ended_session').values(row(bearer)).execute()
    await list.refresh()
    await forget(bearer)
    await list.refresh()
    expect(list.whyEnded(bearer)).toBeUndefined()
  })

  it('one that ended more than a week ago is not read: no token of its is left', async () => {
    const { db } = database.get()
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
    const [late, early] = ['six-days', 'eight-days'].map((sessionId) => ({ ...former, sessionId }))
    if (!late || !early) throw new Error('none')
    await db
      .insertInto('ended_session')
      .values([
        { ...row(late), ended_at: ago(6) },
        { ...row(early), ended_at: ago(8) },
      ])
      .execute()
    const list = ended()
    await list.refresh()
    expect([list.whyEnded(late), list.whyEnded(early)]).toEqual(['the sign-on was ended', undefined])
  })

  it('listeners are told whenever some may have ended, until they leave', async () => {
    const list = ended()
    const told: string[] = []
    const leave = list.onChange(() => told.push('one'))
    list.onChange(() => told.push('other'))
    list.noteEnded(former)
    expect(told).toEqual(['one', 'other'])
    await list.refresh()
    expect(told).toEqual(['one', 'other', 'one', 'other'])
    leave()
    await list.refresh()
    expect(told.slice(4)).toEqual(['other'])
  })

  it('who asks while it is asked already waits for the same reading, and later ones for another', async () => {
    const list = ended()
    const first = list.refresh()
    expect(list.refresh()).toBe(first)
    await first
    const next = list.refresh()
    expect(next).not.toBe(first)
    await next
  })

  it('goes on with those known where they cannot be read, and says so', async () => {
    const away = await openOneDatabase()
    const lines: string[] = []
    const list = createEndedSignOns({
      db: away.db,
      log: createLogger(parseConfig({ DEMO: 'on' }), { write: (line: string) => lines.push(line) }),
    })
    const bearer = { ...former, sessionId: 'known' }
    await away.db.insertInto('ended_session').values(row(bearer)).execute()
    await list.refresh()
    let told = 0
    list.onChange(() => told++)
    await away.close()
    await list.refresh()
    expect([list.whyEnded(bearer), told]).toEqual(['the sign-on was ended', 0])
    await expect.poll(() => lines.join()).toContain('cannot be read; going on with those known')
    expect(lines.join()).toMatch(/"err":\{/)
  })
})
