import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { type AuditEntry, appendAudits } from '../../platform/audit/append-audit.ts'
import { auditedTransaction } from '../../platform/audit/audited-transaction.ts'
import { systemClock } from '../../platform/clock.ts'
import { appendEntries } from '../../testing/audit-entries.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { readActions } from './audit-trail.store.ts'
import { boundedReads } from './bounded-reads.ts'
import { findTransactions, type Wanted } from './find-transactions.ts'

const day = 86_400_000
const start = Date.UTC(2026, 0, 15)
const robot = 'robot@example.com'

/** 1,200 entries over five months, of which many share their time, in 400 transactions; some words are rare, some old. */
const entries = Array.from({ length: 1200 }, (_, i) => ({
  transaction: Math.floor((i * 7919) % 400),
  email: i % 5 === 0 ? robot : `person-${i % 3}@example.com`,
  page: i % 97 === 0 ? 'Panel Environment' : i % 2 === 0 ? 'SIM Management' : 'Company Management',
  words: `sim ${i < 300 ? 'ancient' : 'recent'} ${i % 150 === 0 ? 'seldom' : 'often'}`,
  at: new Date(start + Math.floor(i / 4) * 12 * 3_600_000),
}))
const ids = Array.from({ length: 400 }, () => randomUUID())

const anyTime = { from: null, before: null }
const searches: [string, Wanted][] = [
  ['everything', { range: anyTime }],
  ['a range', { range: { from: new Date(start + 20 * day), before: new Date(start + 60 * day) } }],
  [
    'a range whose ends are times of entries',
    { range: { from: entries[400]?.at ?? null, before: entries[800]?.at ?? null } },
  ],
  ['one person', { range: anyTime, email: 'PERSON-1@example.com' }],
  ['without the robot', { range: anyTime, robot }],
  ['without the robot, in other letters', { range: anyTime, robot: robot.toUpperCase() }],
  ['a common word', { range: anyTime, text: 'sim' }],
  ['a common word that only old entries have', { range: anyTime, text: 'ancient' }],
  ['a rare word', { range: anyTime, text: 'seldom' }],
  [
    'a rare word in a range',
    { range: { from: new Date(start + day), before: new Date(start + 100 * day) }, text: 'seldom' },
  ],
  ['a word that nothing has', { range: anyTime, text: 'never' }],
  ['a rare page', { range: anyTime, page: 'Panel Environment', robot }],
  [
    'all of it',
    {
      range: { from: new Date(start), before: null },
      email: 'person-1@example.com',
      page: 'SIM Management',
      text: 'ofte sim',
      robot,
    },
  ],
]

/** What must be found, by looking at everything. */
function expected({ range, email, page, text, robot: hidden }: Wanted): string[] {
  const newest = new Map<string, { at: number; i: number }>()
  for (const [i, entry] of entries.entries()) {
    const at = entry.at.getTime()
    if (range.from && at < range.from.getTime()) continue
    if (range.before && at >= range.before.getTime()) continue
    if (email && entry.email.toLowerCase() !== email.toLowerCase()) continue
    if (page && entry.page !== page) continue
    if (hidden && entry.email === hidden.toLowerCase()) continue
    const words = entry.words.split(' ')
    if (text && !text.split(' ').every((part) => words.some((word) => word.startsWith(part)))) continue
    newest.set(ids[entry.transaction] ?? '', { at, i })
  }
  return [...newest].sort(([, a], [, b]) => b.at - a.at || b.i - a.i).map(([id]) => id)
}

describeOnEachDatabase('2.12 finding transactions', (database) => {
  beforeAll(async () => {
    const { db } = database.get()
    await sql`
      select make_month('user_action', month)
      from generate_series(timestamptz '2026-01-01', timestamptz '2026-06-01', interval '1 month') as month`.execute(
      db,
    )
    const all = entries.map(
      ({ transaction, email, page, words, at }): AuditEntry => ({
        source: 'server',
        user: { issuer: '', subject: '', email, sessionId: '', tokenId: '' },
        transactionId: ids[transaction] ?? '',
        remoteAddress: '',
        route: '',
        permission: '',
        activity: page,
        message: words,
        object: '',
        result: 'Success',
        at,
      }),
    )
    await auditedTransaction(db, (trx) => appendAudits(trx, all))
  })

  const signal = () => new AbortController().signal
  const parts = () => ({ db: database.get().db, clock: systemClock })
  const find = (wanted: Wanted, limit: number, first: number) =>
    boundedReads(parts(), { lastsUpTo: 60_000, signal: signal() }, (reads) =>
      findTransactions(reads, wanted, limit, { first, largest: first * 4 }),
    )

  it.each(searches)('%s, however much is looked at in one statement', async (_what, wanted) => {
    const all = expected(wanted)
    for (const first of [3, 50, 100_000])
      for (const limit of [1, 7, 1000]) {
        const found = await find(wanted, limit, first)
        expect(found.map(({ transactionId }) => transactionId)).toEqual(all.slice(0, limit))
      }
  })

  it('R29 what would hold too much in memory ends where it is full, at a whole entry', async () => {
    const [found, sizes] = await boundedReads(
      parts(),
      { lastsUpTo: 60_000, signal: signal() },
      async (reads) => {
        const found = await findTransactions(reads, { range: anyTime }, 50)
        const sizes: number[] = []
        for (const mostSize of [1, 3000, 1_000_000])
          sizes.push((await readActions(reads, found, { mostEntries: 101, mostSize })).actions.length)
        // Where the first fills it exactly, there is no room for a second.
        const { size } = await readActions(reads, found.slice(0, 1), {
          mostEntries: 101,
          mostSize: 1_000_000,
        })
        const exact = await readActions(reads, found, { mostEntries: 101, mostSize: size })
        expect([exact.size, exact.actions.length]).toEqual([size, 1])
        return [found, sizes] as const
      },
    )
    expect(found).toHaveLength(50)
    expect([sizes[0], sizes[2]]).toEqual([1, 50])
    expect(sizes[1]).toBeGreaterThan(1)
    expect(sizes[1]).toBeLessThan(50)
  })

  it('R29 a search whose time is over ends with a sentence; so does one that no one waits for', async () => {
    const search = (lastsUpTo: number, ended: AbortSignal) =>
      boundedReads(parts(), { lastsUpTo, signal: ended }, (reads) =>
        findTransactions(reads, { range: anyTime }, 5),
      )
    await expect(search(0, signal())).rejects.toThrow(/Please choose fewer days/)
    await expect(search(60_000, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
    if (database.kind === 'postgres')
      await expect(
        boundedReads(parts(), { lastsUpTo: 300, signal: signal() }, (reads) =>
          reads.read(sql`select pg_sleep(30)`),
        ),
      ).rejects.toThrow(/Please choose fewer days/)
    expect(await find({ range: anyTime }, 5, 100)).toHaveLength(5)
  })
  it('finds what is left of the oldest time where a window ended within it', async () => {
    const { db } = database.get()
    await sql`select make_month('user_action', '2025-01-01')`.execute(db)
    const at = new Date('2025-01-15T10:00:00.000Z')
    const many = ['needle', ...Array.from({ length: 30 }, () => 'hay')]
    await appendEntries(db, ...many.map((message) => ({ at, message })))
    const wanted = { range: { from: at, before: new Date(at.getTime() + 1) }, text: 'needle' }
    expect(await find(wanted, 5, 20)).toHaveLength(1)
  })
})
