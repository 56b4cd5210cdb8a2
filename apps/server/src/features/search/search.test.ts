import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { keepObservations } from '../../platform/observations/observations.store.ts'
import { appendEntries } from '../../testing/audit-entries.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { seesAll } from '../../testing/views.ts'
import { noSimState } from '../states/index.ts'
import { readAsked } from './asked.ts'
import { harborSim, part, searchStage, shown, transaction } from './search-stage.ts'
import { staff } from './sources/person.ts'

describeOnEachDatabase('connected console 3 search', (database) => {
  const { db, tokenOf, find, best, resolve } = searchStage(database)

  describe('each form of an identifier finds its thing', () => {
    it.each([
      [harborSim, `sim ${harborSim} iccid exact`],
      ['8901 1700 0000 0000 013', `sim ${harborSim} iccid exact`],
      ['89011700-0000-0000-013F', `sim ${harborSim} iccid exact`],
      ['ICCID: 8901170000000000013', `sim ${harborSim} iccid exact`],
      ['890117000000000001', `sim ${harborSim} iccid prefix`],
      ['00000000013', `sim ${harborSim} iccid suffix`],
      ['8901170000000000012', `sim ${harborSim} iccid repaired`],
      ['8801170000000000013', `sim ${harborSim} iccid repaired`],
      ['9901170000000000013', `sim ${harborSim} iccid repaired`],
      ['cbs0000017', 'panel CBS0000017 cloudId exact'],
      ['CBS000001', 'panel CBS0000010 cloudId prefix'],
      ['00017', 'panel CBS0000017 cloudId suffix'],
      ['RP-000004', 'panel CBS0000004 remotePortalId exact'],
      ['rp000004', 'panel CBS0000004 remotePortalId exact'],
      ['6f9619ff-8b86-d011-b42d-00c04fc964ff', 'panel CBS0000001 physicalId exact'],
      ['{6F9619FF-8B86-D011-B42D-00C04FC96402}', 'panel CBS0000002 physicalId exact'],
      ['0a0a0a0a-0000-4000-8000-00000000000a', 'panel CBS0000004 physicalId exact'],
      ['dev-77:01', 'panel CBS0000002 deviceId exact'],
      ['P-9004', 'panel CBS0000002 productId exact'],
      ['harbor security', 'company 1 name exact'],
      ['Harbor', 'company 1 name prefix'],
      ['secur harb', 'company 1 name part'],
      ['harbr security', 'company 1 name similar'],
      ['1000002', 'company 2 sapCompanyId exact'],
      ['10.20.4.21', 'company 2 ipAddress part'],
      ['csr-07', 'csr csr-07 name exact'],
      ['127.0.40.7', 'csr csr-07 ipAddress exact'],
      ['lakes', 'csr csr-06 description part'],
      ['webconnect-3', 'container webconnect-3 name exact'],
      ['installer@harbor.example', 'person installer@harbor.example email exact'],
      ['installer@harb', 'person installer@harbor.example email prefix'],
      ['r@harbor.ex', 'person installer@harbor.example email part'],
      ['scully', 'person dana.scully@example.com email part'],
      [transaction, `transaction ${transaction} transactionId exact`],
      ['a2bf7919', `transaction ${transaction} transactionId prefix`],
      [part, `transaction ${transaction} subTransactionId exact`],
    ])('%s', async (typed, expected) => {
      expect(await best(typed)).toBe(expected)
    })
  })

  it('says what it found, where it is shown, and what fits', async () => {
    const { hits } = await find(harborSim)
    expect(hits).toEqual([
      {
        kind: 'sim',
        id: harborSim,
        title: harborSim,
        subtitle: 'Harbor Security · AT&T · CBS0000001',
        path: `/sims/${harborSim}`,
        facts: [
          { name: 'company', value: 'Harbor Security' },
          { name: 'carrier', value: 'AT&T' },
          { name: 'usability', value: 'Usable' },
          { name: 'panel', value: 'CBS0000001' },
        ],
        state: { ...noSimState },
        matched: { field: 'iccid', value: harborSim, how: 'exact' },
      },
    ])
  })

  it('finds a VPN user, a batch and a deployment', async () => {
    const { vpn_user_name: name } = await db()
      .selectFrom('sim')
      .select('vpn_user_name')
      .where('iccid', '=', harborSim)
      .executeTakeFirstOrThrow()
    expect(await best(name.toUpperCase())).toBe(`sim ${harborSim} vpnUserName exact`)
    const behalf = {
      transaction_id: transaction,
      issuer: 'i',
      subject: 's',
      email: 'a@b.example',
      session_id: 's',
      token_id: 't',
      remote_address: '::1',
    }
    const batch = randomUUID()
    await db()
      .insertInto('deactivation_batch')
      .values({ batch_id: batch, is_single: false, ...behalf })
      .execute()
    expect(await best(batch)).toBe(`transaction ${transaction} batchId exact`)
    const deployment = randomUUID()
    const { csr_id } = await db().selectFrom('csr').select('csr_id').limit(1).executeTakeFirstOrThrow()
    await db()
      .insertInto('csr_deployment')
      .values({
        deployment_id: deployment,
        csr_id,
        kind: 'upgrade',
        from_release: '4.2.0',
        to_release: '5.0.0',
        state: 'succeeded',
        finished_at: new Date(),
        ...behalf,
      })
      .execute()
    expect(await best(deployment)).toBe(`transaction ${transaction} deploymentId exact`)
  })

  it('a SIM that only its activity or a bill names is found, and said not to be in the inventory', async () => {
    const [active, billed] = ['8901170000000777770', '8901170000000777788']
    await db()
      .insertInto('sim_transaction')
      .values({ transaction_id: randomUUID(), iccid: active, began_at: new Date() })
      .execute()
    await sql`insert into billing_line (year, month, iccid, plan, vendor_code, bytes, amount_cents, currency)
      select 2026, month, ${billed}, 'Alarm 5MB', 'ATT', 1, 1, 'USD' from generate_series(1, 3) as month`.execute(
      db(),
    )
    for (const iccid of [active, billed])
      expect((await find(iccid)).hits.map((hit) => [shown(hit), hit.subtitle])).toEqual([
        [`sim ${iccid} iccid exact`, 'AT&T · not in the inventory'],
      ])
  })

  it('a phone number finds its SIM however it is written, and so do its last digits', async () => {
    const seen = { first_seen: new Date('2026-11-01T00:00:00Z'), last_seen: new Date('2026-11-02T00:00:00Z') }
    const verizon = { thing_kind: 'sim', thing_id: '8914800000000000055', source: 'Verizon', ...seen }
    await db()
      .insertInto('observed_identifier')
      .values({ ...verizon, field: 'phoneNumber', form: '6125550155' })
      .execute()
    for (const typed of ['+1 (612) 555-0155', '612.555.0155', '16125550155', '5550155', 'phone: 612 555'])
      expect(await best(typed), typed).toBe('sim 8914800000000000055 phoneNumber observed')
  })

  it('an IMEI that only a carrier told finds its SIM, and says who told it and since when', async () => {
    const seen = { first_seen: new Date('2026-11-01T00:00:00Z'), last_seen: new Date('2026-11-02T00:00:00Z') }
    await db()
      .insertInto('observed_identifier')
      .values([
        {
          thing_kind: 'sim',
          thing_id: '8914800000000000055',
          field: 'imei',
          form: '352099004761487',
          source: 'Verizon',
          ...seen,
        },
        {
          thing_kind: 'panel',
          thing_id: 'CBS0000003',
          field: 'deviceId',
          form: 'serial-88-x',
          source: 'Pathfinder',
          ...seen,
        },
      ])
      .execute()
    for (const typed of ['35 209900 476148 7', 'IMEI 352099004761487', '4761487', '35209900']) {
      const [hit] = (await find(typed)).hits
      expect([hit?.id, hit?.matched], typed).toEqual([
        '8914800000000000055',
        {
          field: 'imei',
          value: '352099004761487',
          how: 'observed',
          observed: {
            source: 'Verizon',
            firstSeen: '2026-11-01T00:00:00.000Z',
            lastSeen: '2026-11-02T00:00:00.000Z',
          },
        },
      ])
    }
    await db()
      .insertInto('observed_identifier')
      .values({
        thing_kind: 'panel',
        thing_id: 'CBS0000001',
        field: 'iccid',
        form: harborSim,
        source: 'WebConnect',
        ...seen,
      })
      .execute()
    const { items } = await resolve(`${harborSim}\n352099004761487`)
    expect(items.map(({ outcome, hit }) => [outcome, hit?.id])).toEqual([
      ['found', harborSim],
      ['found', '8914800000000000055'],
    ])
    expect((await find(harborSim)).hits.map(shown)).toEqual([
      `sim ${harborSim} iccid exact`,
      'panel CBS0000001 iccid observed',
    ])
    expect(await best('Serial-88-X')).toBe('panel CBS0000003 deviceId observed')
    expect((await find('352099004761487', { token: await tokenOf(['auditor']) })).hits).toHaveLength(1)
  })

  it('18.8 when a source last told an identifier is known to the minute, and written only when it begins or ends to tell it', async () => {
    const [thing_id, source] = ['8914800000000000055', 'MobileBroker']
    const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`
    const [one, other] = ['359990001234567', '359990007654321']
    const note = (...all: (readonly [minute: number, imei?: string] | number)[]) =>
      keepObservations(
        db(),
        all.map((each) => {
          const [minute, imei] = typeof each === 'number' ? [each] : each
          const fields = imei === undefined ? {} : { imei: imei && `${imei.slice(0, 6)} ${imei.slice(6)}` }
          const said = typeof each === 'number' ? { status: 'Unavailable', problem: 'No.' } : { fields }
          return { kind: 'sim', id: thing_id, source, askedAt: at(minute), tookMs: 1, said }
        }),
      )
    const times = async (imei: string) => {
      const [hit] = (await find(imei)).hits
      const { firstSeen, lastSeen } = hit?.matched.observed ?? {}
      return [firstSeen, lastSeen].map((time) =>
        time === undefined ? undefined : new Date(time).getUTCMinutes(),
      )
    }
    const version = async () => {
      const row = sql<{
        version: string
      }>`select ctid || ' ' || xmin || ' ' || xmax as version from observed_identifier where form = ${one}`
      return (await row.execute(db())).rows
    }
    await note([1, one])
    const first = await version()
    await note([3, one])
    await note([5, one], 6, [2, other])
    expect(await times(one)).toEqual([1, 5])
    expect(await version()).toEqual(first)
    // It tells another one, then nothing of it, then the first one again, each also within one go.
    await note([7, other])
    expect([await times(one), await times(other)]).toEqual([
      [1, 5],
      [7, 7],
    ])
    await note([9, other], [10], [11])
    expect([await times(one), await times(other)]).toEqual([
      [1, 5],
      [7, 9],
    ])
    await note([13, one], [15, one])
    expect([await times(one), await times(other)]).toEqual([
      [1, 15],
      [7, 9],
    ])
    await note([17, other], [19, ''], [21, one], [23, other], [25, other])
    expect([await times(one), await times(other)]).toEqual([
      [1, 21],
      [7, 25],
    ])
  })

  it('exact comes before prefix, suffix, part and similar; among equals the newest activity', async () => {
    await sql`insert into company (name, sap_company_id, sap_sales_region, device_region, network_model) values
      ('Zenit', '9000001', 'us', 'us', 'TIER2_STANDARD'), ('Zenit Guard', '9000002', 'us', 'us', 'TIER2_STANDARD'),
      ('Alpha Zenit', '9000003', 'us', 'us', 'TIER2_STANDARD'), ('Zenitt', '9000004', 'us', 'us', 'TIER2_STANDARD'),
      ('Beta Zenit', '9000005', 'us', 'us', 'TIER2_STANDARD')`.execute(db())
    await sql`update company set device_region = 'ca' where name = 'Alpha Zenit'`.execute(db())
    const { hits } = await find('zenit')
    expect(hits.map(({ title, matched }) => `${title} ${matched.how}`)).toEqual([
      'Zenit exact',
      expect.stringMatching(/^Zenit.* prefix$/),
      expect.stringMatching(/^Zenit.* prefix$/),
      'Alpha Zenit part',
      'Beta Zenit part',
    ])
    for (const [limit, hasMore] of [
      [2, true],
      [4, true],
      [5, false],
      [6, false],
    ] as const)
      expect(await find('zenit', { limit })).toMatchObject({ hits: hits.slice(0, limit), hasMore })
  })

  it('use b last digits mean the SIM before a panel that ends so, however much happens to the panel', async () => {
    await sql`update panel set update_date = now() + interval '1 day' where cloud_id = 'CBS0000013'`.execute(
      db(),
    )
    const { hits } = await find('000013')
    const ids = hits.map(({ id }) => id)
    expect(ids[0]).toBe(harborSim)
    expect(ids).toContain('CBS0000013')
  })

  it('D40 tells the one state of a SIM, and its usability as a fact of its own', async () => {
    const { iccid } = await db()
      .selectFrom('sim')
      .select('iccid')
      .where('usable', '=', true)
      .where('iccid', '<>', harborSim)
      .orderBy('iccid')
      .limit(1)
      .executeTakeFirstOrThrow()
    const told = async () => {
      const [hit] = (await find(iccid)).hits
      return [hit?.state?.state, hit?.facts.find(({ name }) => name === 'usability')?.value]
    }
    const set = (change: { usable?: boolean; deactivated_at?: Date | null }) =>
      db().updateTable('sim').set(change).where('iccid', '=', iccid).execute()
    expect(await told()).toEqual(['not-known', 'Usable'])
    await set({ deactivated_at: new Date() })
    expect(await told()).toEqual(['deactivated', 'Usable'])
    await set({ deactivated_at: null, usable: false })
    expect(await told()).toEqual(['not-known', 'Unusable'])
    await set({ usable: true })
  })

  it('a transaction is described by its first entry', async () => {
    const id = randomUUID()
    const by = (email: string) => ({ issuer: 'i', subject: 's', email, sessionId: 's', tokenId: 't' })
    await appendEntries(
      db(),
      { transactionId: id, message: 'Deactivate 2 SIMs', user: by('first@example.com') },
      { transactionId: id, message: 'Deactivate SIM', user: by('second@example.com') },
    )
    const [hit] = (await find(id)).hits
    expect(hit?.subtitle).toMatch(/^Deactivate 2 SIMs · first@example.com · /)
  })

  it('our own people are read again after a minute', async () => {
    let now = Date.now() + 3_600_000
    const source = staff(() => now)
    const may = () => true
    const found = async () => (await source.find(db(), readAsked('late.comer'), 5, may)).map(({ id }) => id)
    expect(await found()).toEqual([])
    const user = { issuer: 'i', subject: 's', email: 'Late.Comer@example.com', sessionId: 's', tokenId: 't' }
    await appendEntries(db(), { user })
    now += 59_999
    expect(await found()).toEqual([])
    now += 1
    expect(await found()).toEqual(['late.comer@example.com'])
    expect([
      ...(await source.describe(db(), ['late.comer@example.com', 'x@example.com'], seesAll())).keys(),
    ]).toEqual(['late.comer@example.com'])
  })

  it('signs that mean something elsewhere are only signs here', async () => {
    for (const typed of ['%', '%%%', '100%_\\', "';--", 'a & b | !c:*', '\\', '((((', '<->', '𝄞𝄞𝄞'])
      expect((await find(typed)).hits, typed).toEqual([])
  })
})
