import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CompiledQuery } from 'kysely'
import { describe, expect, it } from 'vitest'
import { seed } from '../../apps/server/src/demo/seed.ts'
import { appendEntries } from '../../apps/server/src/testing/audit-entries.ts'
import { describeOnOneDatabase } from '../../apps/server/src/testing/databases.ts'
import { simWorld } from '../../apps/server/src/testing/sim-world.ts'
import { Caller } from './caller.ts'
import { Claim } from './claim.ts'
import { Ledger } from './ledger.ts'
import { compare, type Facts } from './verdict.ts'

describeOnOneDatabase('18.6 what the proof notices', (database) => {
  const db = () => database.get().db
  const facts = (more: Partial<Facts> = {}): Facts => ({
    database: {
      query: async <Row>(text: string, values: unknown[] = []) => ({
        rows: [...(await db().executeQuery<Row>(CompiledQuery.raw(text, values))).rows],
      }),
    },
    asked: [],
    statusOf: async () => 'Deactivated',
    ...more,
  })

  it('an acknowledged change without its entry is lost, one with two is done twice, what no one acknowledged is neither', async () => {
    const [once, twice, oftener, failed, never] = Array.from({ length: 5 }, () => randomUUID())
    const entry = (transactionId = '', result: 'Success' | 'Failed' = 'Success') => ({
      transactionId,
      result,
    })
    await appendEntries(db(), entry(once), entry(twice), entry(twice), entry(oftener), entry(oftener))
    await appendEntries(db(), entry(failed, 'Failed'))
    const ledger = new Ledger()
    for (const each of [once, twice, oftener, failed, never])
      ledger.acknowledged.set(each ?? '', `change ${each}`)
    for (const each of [once, twice]) ledger.doneOnce.add(each ?? '')
    expect(await compare(facts(), ledger)).toEqual({
      lost: [failed, never].map((each) => `change ${each} (${each}) has no entry in the audit trail`),
      twice: [`change ${twice} (${twice}) has 2 entries that say it was done`],
      wrong: [],
    })
  })

  it('a company that was acknowledged and is not there, and a value that no one could have written', async () => {
    await seed(db(), simWorld)
    const { sap_company_id: there } = await db()
      .selectFrom('company')
      .select('sap_company_id')
      .executeTakeFirstOrThrow()
    const ledger = new Ledger()
    ledger.created.set(there, true).set('no such', true).set('in doubt', false)
    const claim = new Claim('first')
    claim.doubt('perhaps')
    const read = (value: string | undefined) => ({ claim, read: async () => value })
    ledger.claims.set('kept', read('first')).set('doubted', read('perhaps'))
    ledger.claims.set('older', read('before')).set('unread', read(undefined))
    expect(await compare(facts(), ledger)).toEqual({
      lost: [
        'company no such was created, and is not there',
        "the older is 'before', and must be 'first' or perhaps 'perhaps'",
      ],
      twice: [],
      wrong: ['the unread cannot be read though all is well'],
    })
    // What was in doubt before an acknowledged change cannot come back after it.
    claim.acknowledge('later')
    expect(['first', 'perhaps', 'later'].map((each) => claim.allows(each))).toEqual([false, false, true])
  })

  it('a SIM that its carrier was asked to deactivate again, one whose row says what is not so, and a row that is gone', async () => {
    const batchId = randomUUID()
    const person = { issuer: 'i', subject: 's', email: 'e', session_id: 'sid', token_id: 'jti' }
    await db()
      .insertInto('deactivation_batch')
      .values({
        batch_id: batchId,
        is_single: false,
        transaction_id: randomUUID(),
        ...person,
        remote_address: '::1',
      })
      .execute()
    const states = ['done', 'done', 'failed', 'failed', 'unknown'] as const
    const iccids = states.map((_, place) => `891480000000009000${place}`)
    await db()
      .insertInto('deactivation')
      .values(
        states.map((state, position) => ({
          deactivation_id: randomUUID(),
          batch_id: batchId,
          position,
          iccid: iccids[position] ?? '',
          vendor_code: 'VZN' as const,
          state,
          request_id: null,
          run_id: randomUUID(),
        })),
      )
      .execute()
    const [off, on, , failedAndOff = '', unknown = ''] = iccids
    const ledger = new Ledger()
    ledger.batches.set(batchId, [...iccids, 'one more'])
    for (const each of [off, unknown]) ledger.deactivated.add(each ?? '')
    const asked = [
      { action: 'deactivate', iccid: off ?? '', count: 1 },
      { action: 'deactivate-again', iccid: off ?? '', count: 1 },
      { action: 'begin', iccid: '127.0.40.1', count: 1 },
    ]
    const statusOf = async (iccid: string) =>
      [off, failedAndOff].includes(iccid) ? 'Deactivated' : 'Activated'
    expect(await compare(facts({ asked, statusOf }), ledger)).toEqual({
      lost: [`SIM ${unknown} was deactivated, says the answer alone`, `batch ${batchId} has 5 of 6 rows`],
      twice: [
        `SIM ${off} was to be deactivated 1 times after it was`,
        'CSR 127.0.40.1 began 1 deployments of 0',
      ],
      wrong: [
        `SIM ${on} is 'done' here and 'Activated' at its carrier`,
        `SIM ${failedAndOff} is 'failed' here and 'Deactivated' at its carrier`,
      ],
    })
  })
})

describe('18.6 what the proof takes for a wrong answer', () => {
  const envelope = (code: number, status: string, data: unknown = null) =>
    [code, 'application/json', JSON.stringify({ status, message: 'm', data })] as const
  const noCompanies = { companyInfos: [], reservations: [], deviceRegionOptions: [] }
  it.each([
    ['a list of companies', ...envelope(200, 'Success', noCompanies), /^$/],
    [
      'data that the contract does not know',
      ...envelope(200, 'Success', { companies: 1 }),
      /what it never says/,
    ],
    ['another code than its word has', ...envelope(200, 'Unavailable'), /answered 200 as 'Unavailable'/],
    ['that it is busy, which is honest', ...envelope(503, 'Unavailable'), /^$/],
    ['an error of its own', ...envelope(500, 'Error'), /answered 500 Error: m/],
    ['that someone who may must not', ...envelope(403, 'Forbidden'), /answered 403 Forbidden/],
    ['a page', 200, 'text/html', '<p>', /answered 200 with text\/html/],
    ['the proxy’s page that no server is there', 502, 'text/html', '<p>', /^$/],
    ['half a document', 200, 'application/json', '{"status":', /half a document/],
  ])('%s', async (_, code, type, body, says) => {
    const server = createServer((_request, response) => {
      response.writeHead(code, { 'content-type': type, connection: 'close' }).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const wrong: string[] = []
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await new Caller([url], { answered() {}, wrong: (what) => wrong.push(what) }).call(
      'listCompanies',
      'token',
    )
    server.close()
    expect(wrong.join()).toMatch(says)
  })
})
