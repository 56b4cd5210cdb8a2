import { randomUUID } from 'node:crypto'
import { type Look, mostLooked } from '@support-console/contract'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { describeOnOneDatabase } from '../../../testing/databases.ts'
import { simsForBatches } from '../../../testing/demo-sims.ts'
import { serversOnField } from '../../../testing/servers-on-field.ts'
import { simWorld } from '../../../testing/sim-world.ts'
import { untilHeldUp } from '../../../testing/until-held-up.ts'

vi.setConfig({ testTimeout: 60_000 })

const base = '/api/diagnosis/v1/looks'
const fine = '8901170000000000013'
const suspended = '8914800000000000055'

describeOnOneDatabase('D50 looking at many', (database) => {
  const settings = { ATT_CALLS_PER_SECOND: '1000', VERIZON_IN_FLIGHT: '2' }
  const { server, field, keys } = serversOnField(database, { one: settings, two: settings }, simWorld)
  const db = () => database.get().db
  const tokenOf = (role: string) =>
    keys().token({ resource_access: { 'support-console': { roles: [role] } } })

  async function call(
    method: string,
    path: string,
    body?: object,
    role = 'support',
    host: 'one' | 'two' = 'one',
  ) {
    const transactionId = randomUUID()
    const { code, envelope } = await server(host).call(method, `${base}${path}`, {
      token: await tokenOf(role),
      body,
      transactionId,
    })
    return { code, message: envelope.message as string, data: envelope.data as Look, transactionId }
  }
  const begin = async (...things: string[]): Promise<Look> =>
    (await call('POST', '', { kind: 'named', things })).data
  const read = async ({ lookId }: Look, host: 'one' | 'two' = 'one'): Promise<Look> =>
    (await call('GET', `/${lookId}`, undefined, 'support', host)).data
  const until = (look: Look, state: Look['state']) =>
    vi.waitFor(
      async () => {
        const now = await read(look)
        expect(now.state).toBe(state)
        return now
      },
      { timeout: 60_000, interval: 20 },
    )
  /** Until so many are looked at. */
  const untilLooked = (look: Look, count: number) =>
    vi.waitFor(
      async () => {
        const { wrong, notKnown, fine: good } = (await read(look)).counts
        expect(wrong + notKnown + good).toBe(count)
      },
      { timeout: 60_000, interval: 20 },
    )
  const things = (ids: readonly string[]) => ids.map((id) => `sim ${id}`)
  /** How often Connector was asked about each of them: once with each look. */
  const asked = async (ids: readonly string[]) => {
    const counts = (await field().counts()).filter(({ system }) => system === 'connector')
    return ids.map((id) => counts.find(({ iccid }) => iccid === id)?.count ?? 0)
  }

  it('looks at each thing once, live, keeps what it finds, and says so to anyone who comes later, on any server', async () => {
    const begun = await call('POST', '', { kind: 'named', things: things([fine, suspended, fine]) })
    expect([begun.code, begun.message]).toEqual([202, 'Checking 2 SIMs.'])
    const before = await asked([fine, suspended])
    const ended = await until(begun.data, 'finished')
    expect(ended).toMatchObject({
      companyId: null,
      kind: 'sim',
      counts: { total: 2, wrong: 1, notKnown: 0, fine: 1, inFlight: 0, left: 0 },
      leftMs: null,
      carriers: [
        { carrier: 'AT&T', looked: 1, total: 1 },
        { carrier: 'Verizon', looked: 1, total: 1 },
      ],
    })
    expect(await read(ended, 'two')).toEqual(ended)
    expect(
      (await asked([fine, suspended])).map((count, i) => count - (before[i] ?? 0)).every((n) => n <= 1),
    ).toBe(true)
    const kept = db().selectFrom('thing_finding').select(['thing_id', 'state'])
    expect(await kept.where('thing_id', 'in', [fine, suspended]).orderBy('thing_id').execute()).toEqual([
      { thing_id: fine, state: 'fine' },
      { thing_id: suspended, state: 'cause' },
    ])
    const list = await server('two').call('GET', `${base}/${ended.lookId}/things`)
    expect(list.envelope.data).toMatchObject([
      { kind: 'sim', id: fine, state: 'fine' },
      { kind: 'sim', id: suspended, state: 'wrong' },
    ])
    const entries = db().selectFrom('user_action').select(['message', 'result', 'detail'])
    expect(await entries.where('transaction_id', '=', begun.transactionId).orderBy('id').execute()).toEqual([
      { message: 'Check 2 SIMs', result: 'Intent', detail: `sim ${fine}, sim ${suspended}` },
      {
        message: 'Bulk check',
        result: 'Success',
        detail: '2 of 2 checked: 1 wrong, 0 not known, 1 fine.',
      },
    ])
  })

  it("looks at what a company's list shows with a filter, and its page finds the look again", async () => {
    const { code, message, data } = await call('POST', '', {
      companyId: 1,
      kind: 'sim',
      filter: { vendorCode: 'AERIS' },
    })
    expect([code, message]).toEqual([202, 'Checking 1 SIM of Harbor Security.'])
    await until(data, 'finished')
    const { data: found } = await call('GET', '?companyId=1&kind=sim')
    expect(found).toMatchObject([
      { lookId: data.lookId, companyId: 1, state: 'finished', by: 'support@example.com' },
    ])
    expect((await call('GET', '?companyId=1&kind=panel')).data).toEqual([])
    const { envelope } = await server('one').call('GET', '/api/undertakings/v1/mine')
    expect(envelope.data).toContainEqual(
      expect.objectContaining({
        kind: 'look',
        thing: 'company 1',
        name: 'Harbor Security',
        what: 'sim',
        state: 'succeeded',
      }),
    )
  })

  it('D5 is given again while it runs, to anyone who has the same rights alone', async () => {
    await field().fault({ system: 'connector', fault: 'slow', seconds: 600 })
    const ids = things(simsForBatches('VZN', 20, 22))
    const look = await begin(...ids)
    await untilHeldUp(field(), 'connector')
    const again = await call('POST', '', { kind: 'named', things: ids.toReversed() })
    expect([again.code, again.message, again.data.lookId]).toEqual([
      202,
      'These are already being checked.',
      look.lookId,
    ])
    const other = await call('POST', '', { kind: 'named', things: ids }, 'auditor')
    expect(other.data.lookId).not.toBe(look.lookId)
    expect((await call('GET', `/${look.lookId}`, undefined, 'auditor')).code).toBe(404)
    expect((await call('POST', `/${look.lookId}/stop`, undefined, 'auditor')).code).toBe(404)
    expect((await call('GET', `/${other.data.lookId}`)).code).toBe(200)
    await field().heal()
    await Promise.all([until(look, 'finished'), until(other.data, 'finished')])
    expect((await begin(...ids)).lookId).not.toBe(look.lookId)
  })

  it('D45 looks at panels for those alone who may read panels', async () => {
    for (const body of [
      { kind: 'named', things: ['panel CBS0000001'] },
      { companyId: 1, kind: 'panel' },
    ])
      expect((await call('POST', '', body, 'auditor')).code).toBe(403)
    const { data } = await call('POST', '', { kind: 'named', things: ['panel cbs0000001', `sim ${fine}`] })
    expect(await until(data, 'finished')).toMatchObject({ kind: null, counts: { total: 2 } })
  })

  it('refuses a list that is too long, and what names nothing', async () => {
    const ids = Array.from({ length: mostLooked + 1 }, (_, n) => `sim 8901170${String(n).padStart(12, '0')}`)
    const { code, message } = await call('POST', '', { kind: 'named', things: ids })
    expect([code, message]).toEqual([400, expect.stringContaining('must name at most 5000')])
    expect((await call('POST', '', { kind: 'named', things: ['company 1'] })).message).toContain(
      'must name a SIM or a panel',
    )
    await sql`
      insert into company (id, name, sap_company_id, sap_sales_region, device_region, network_model)
      values (9001, 'Large', '3009001', 'us', 'us', 'TIER2_STANDARD')`.execute(db())
    await sql`
      insert into sim (iccid, vendor_code, company_id)
      select '8901171' || lpad(n::text, 12, '0'), 'ATT', 9001 from generate_series(1, ${mostLooked + 1}::int) as n`.execute(
      db(),
    )
    expect((await call('POST', '', { companyId: 9001, kind: 'sim' })).message).toBe(
      'These are more than 5,000 SIMs, which is the most that one check takes. Narrow the list with its filters.',
    )
  })

  it('stops at once, keeps what was found, and goes on with the others alone', async () => {
    const ids = simsForBatches('VZN', 30, 36)
    await field().fault({ system: 'connector', fault: 'slow', seconds: 600, after: 2 })
    const look = await begin(...things(ids))
    await untilLooked(look, 2)
    await untilHeldUp(field(), 'connector')
    const stopped = await call('POST', `/${look.lookId}/stop`)
    expect(stopped.data).toMatchObject({ state: 'stopped', counts: { inFlight: 0, left: 4 } })
    expect(stopped.data.stoppedBy).toBe('support@example.com')
    expect((await call('POST', `/${look.lookId}/stop`)).code).toBe(409)
    const before = await asked(ids)
    await field().heal()
    const on = await call('POST', `/${look.lookId}/go-on`)
    expect([on.code, on.message]).toEqual([202, 'Checking the other 4.'])
    const ended = await until(look, 'finished')
    expect(ended).toMatchObject({ stoppedBy: null, counts: { total: 6, left: 0 } })
    const { envelope } = await server('one').call('GET', `${base}/${look.lookId}/things`)
    const more = (await asked(ids)).map((count, i) => count - (before[i] ?? 0))
    expect(envelope.data).toHaveLength(6)
    expect(more.filter((count) => count === 0)).toHaveLength(2)
    expect((await call('POST', `/${look.lookId}/go-on`)).code).toBe(409)
  })

  it('pauses where a source does not answer, looks at what others tell, and asks again when someone goes on', async () => {
    await field().fault({ system: 'verizon', fault: '500' })
    const look = await begin(...things([...simsForBatches('VZN', 40, 46), fine]))
    const paused = await until(look, 'paused')
    expect(paused).toMatchObject({
      reason: 'Verizon does not answer.',
      counts: { total: 7, fine: 1, left: 6 },
    })
    await field().heal()
    await vi.waitFor(
      async () => {
        await call('POST', `/${look.lookId}/go-on`)
        expect((await until(look, 'finished')).counts).toMatchObject({ total: 7, left: 0 })
      },
      { timeout: 50_000, interval: 1000 },
    )
  })

  describe('D30 people first', () => {
    it('anyone who looks one SIM up is answered while a look holds every other place at its carrier', async () => {
      const [first = '', second = '', third = ''] = simsForBatches('VZN', 50, 53)
      await field().fault({ system: 'verizon', fault: 'slow', seconds: 600, times: 1, operation: 'devices' })
      const look = await begin(...things([first, second]))
      await untilHeldUp(field(), 'verizon')
      const { code } = await server('one').call(
        'GET',
        `/api/siminformation/v1/simdetail/${third}?source=vendor`,
      )
      expect(code).toBe(200)
      expect((await read(look)).counts).toMatchObject({ inFlight: 2 })
      await field().heal()
      await until(look, 'finished')
    })
  })
})
