import { expect, it } from 'vitest'
import { parseConfig } from '../../config.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { createLogger } from '../logging/logger.ts'
import { createEndedSignOns } from './ended-sign-ons.ts'
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
