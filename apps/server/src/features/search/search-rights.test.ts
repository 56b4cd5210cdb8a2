import { mostLines } from '@support-console/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { harborSim, searchStage } from './search-stage.ts'

describeOnOneDatabase('connected console 3 who searches, and how they ask', (database) => {
  const { db, call, tokenOf, find, resolve } = searchStage(database)

  it('D16 rights come before the limit: no one sees what they may not read', async () => {
    const token = await tokenOf(['auditor'])
    const { hits, kinds } = await find('0013', { token, limit: 50 })
    expect(new Set(hits.map(({ kind }) => kind))).toEqual(new Set(['sim']))
    expect(kinds).toEqual(['sim', 'person', 'transaction'])
    expect((await find('harbor security', { token })).hits).toEqual([])
    expect((await find('installer@harbor.example', { token })).hits).toEqual([])
    expect((await find('scully', { token })).hits).toHaveLength(1)
    const { items } = await resolve('CBS0000017', token)
    expect(items).toEqual([{ given: 'CBS0000017', outcome: 'not-found' }])
  })

  it('D16 anyone who has no right at all gets 403, whatever is asked', async () => {
    const token = await tokenOf([])
    for (const [method, path, body] of [
      ['GET', '/api/search/v1/find?q=harbor', undefined],
      ['POST', '/api/search/v1/resolve', { text: 'harbor' }],
      ['GET', '/api/search/v1/recent', undefined],
      ['POST', '/api/search/v1/recent', { kind: 'sim', id: harborSim }],
    ] as const)
      expect((await call(method, path, { token, body })).code, path).toBe(403)
  })

  it('bad input is told at its field', async () => {
    for (const [query, field] of [
      ['', 'q'],
      ['?q=', 'q'],
      ['?q=%20', 'q'],
      [`?q=${'x'.repeat(201)}`, 'q'],
      ['?q=a%00b', 'q'],
      ['?q=ab&limit=0', 'limit'],
      ['?q=ab&limit=51', 'limit'],
    ]) {
      const { code, envelope } = await call('GET', `/api/search/v1/find${query}`)
      expect([code, envelope.message], query).toEqual([400, expect.stringContaining(field ?? '')])
    }
    const many = await resolve(Array.from({ length: mostLines + 1 }, (_, i) => `CBS${i}`).join('\n'))
    expect([many.code, many.envelope.message]).toEqual([400, expect.stringContaining('500 lines')])
  })

  it('looking up leaves no entry in the trail', async () => {
    const count = async () =>
      (await sql<{ n: number }>`select count(*) as n from user_action`.execute(db())).rows[0]?.n
    const before = await count()
    await resolve('CBS0000017')
    expect(await count()).toBe(before)
  })
})
