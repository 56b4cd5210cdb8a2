import { expect, it } from 'vitest'
import { parseConfig } from '../../config.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { createLogger } from '../logging/logger.ts'
import { createEndedSignOns, purgeEndedSignOns } from './ended-sign-ons.ts'
import type { Bearer } from './user.ts'

const somebody: Bearer = {
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
    list.noteEnded(somebody)
    await reading
    expect(list.whyEnded(somebody)).toBe('the sign-on was ended')
    expect(list.whyEnded({ ...somebody, sessionId: 'another' })).toBeUndefined()
  })

  it('an ended sign-on is forgotten once no token of its is left, and not before', async () => {
    const { db } = database.get()
    const { issuer } = somebody
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
    const { issuer, subject, issuedAt } = somebody
    await database
      .get()
      .db.insertInto('user_not_before')
      .values({ issuer, subject, not_before: new Date(issuedAt * 1000) })
      .execute()
    const list = ended()
    await list.refresh()
    expect(list.whyEnded(somebody)).toBeUndefined()
    expect(list.whyEnded({ ...somebody, issuedAt: issuedAt - 1 })).toMatch(/^issued before/)
  })
})
