import { randomUUID } from 'node:crypto'
import type { CheckedBatchRow, SimQueryDevice } from '@support-console/contract'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { seed } from '../../demo/seed.ts'
import { withBrokenTrail } from '../../testing/broken-trail.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { simWorld } from '../../testing/sim-world.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { fastField, startField, type TestField } from '../../testing/test-field.ts'
import { untilHeldUp } from '../../testing/until-held-up.ts'

const base = '/api/simmanagement/v1'
let field: TestField
let keys: KeyServer
beforeAll(async () => {
  ;[field, keys] = await Promise.all([startField(fastField), startKeyServer()])
})
afterAll(async () => {
  await Promise.all([field.stop(), keys.close()])
})
afterEach(() => field.heal())

describeOnOneDatabase('2.4 SIM Management', (database) => {
  const clock = createTestClock({ passing: true })
  let console: TestApp
  beforeAll(async () => {
    await seed(database.get().db, simWorld)
    console = await startTestApp({
      database: database.get(),
      keys,
      env: {
        FIELD_URL: field.url,
        CARRIER_ANSWER_SECONDS: '6',
        ATT_CALLS_PER_SECOND: fastField.FIELD_ATT_CALLS_PER_SECOND,
      },
      app: { clock },
    })
  })
  afterAll(() => console.close())

  const get = (path: string) => console.call('GET', `${base}${path}`)
  const post = (path: string, body?: unknown, transactionId?: string) =>
    console.call('POST', `${base}${path}`, { body, ...(transactionId ? { transactionId } : {}) })

  it('queries a Tier3 Standard SIM with its VPN account', async () => {
    const { code, envelope } = await get('/querydevice/8901170000000000013')
    expect(code).toBe(200)
    expect(envelope.data satisfies SimQueryDevice).toEqual({
      networkModelName: 'Tier3 Standard',
      vpnGateway: expect.stringMatching(/\S/),
      vpnUserName: expect.stringMatching(/@1000001$/),
      vpnPassword: expect.stringMatching(/^\S{14}$/),
      ipAddress: expect.stringMatching(/^\d+(\.\d+){3}$/),
      phoneNumber: expect.stringMatching(/\d/),
      deviceStatus: 'Active',
      rawStatus: 'ACTIVATED',
      vendorCode: 'ATT',
      imei: expect.stringMatching(/^\d{15}$/),
      timeofLastKnownDeviceStatus: expect.stringMatching(/Z$/),
      OnlineStatus: 'Online',
      // use 3: whose VPN account it is.
      companyName: 'Harbor Security',
      sapCompanyId: '1000001',
      panel: 'CBS0000001',
    })
    expect(console.lines.join('\n')).not.toContain((envelope.data as SimQueryDevice).vpnPassword)
  })

  it('D32, F5 anyone who is shown a VPN password is on record first; where that fails, nothing is shown', async () => {
    const { db } = database.get()
    const entries = (transactionId: string) =>
      db.selectFrom('user_action').selectAll().where('transaction_id', '=', transactionId).execute()
    const query = (simId: string, transactionId: string) =>
      console.call('GET', `${base}/querydevice/${simId}`, { transactionId })
    const [shown, refused, none] = [randomUUID(), randomUUID(), randomUUID()]
    const { vpnPassword } = (await query('8901170000000000013', shown)).envelope.data as SimQueryDevice
    expect(await entries(shown)).toEqual([
      expect.objectContaining({
        source: 'server',
        email: 'support@example.com',
        activity: 'SIM Management',
        message: 'Show the VPN account of SIM 8901170000000000013',
        object: 'sim 8901170000000000013',
        route: 'GET /simmanagement/v1/querydevice/{SimId}',
        permission: 'sim-management.read',
        result: 'Success',
        detail: '',
      }),
    ])
    await withBrokenTrail(db, async () => {
      const { code, envelope, text } = await query('8901170000000000013', refused)
      expect([code, envelope.message]).toEqual([
        503,
        'The audit trail cannot be written right now, so nothing was handed out. Please try again in a minute.',
      ])
      expect(text).not.toContain(vpnPassword)
      expect((await query('8901170000000000021', none)).code).toBe(200)
    })
    expect([...(await entries(refused)), ...(await entries(none))]).toEqual([])
  })

  it.each([
    ['8901170000000000021', 'Tier2 Standard'],
    ['8914800000000000022', 'Tier2 No NAT'],
    ['8901170000000000039', ''],
  ])('queries SIM %s of model "%s" without a VPN account', async (simId, networkModelName) => {
    const { envelope } = await get(`/querydevice/${simId}`)
    expect(envelope.data).toMatchObject({
      networkModelName,
      vpnGateway: '',
      vpnUserName: '',
      vpnPassword: '',
    })
  })

  it('says why a query could not be answered', async () => {
    const answers = await Promise.all(
      ['8914800000000000030', '8901170000000000047', '8999990000000000013', '89'].map((simId) =>
        get(`/querydevice/${simId}`),
      ),
    )
    expect(answers.map(({ code, envelope }) => [code, envelope.status])).toEqual([
      [404, 'NotFound'],
      [502, 'CarrierError'],
      [404, 'NotFound'],
      [400, 'Invalid'],
    ])
    for (const { envelope } of answers) expect(envelope.message).not.toMatch(/^not found/i)
    expect(answers[2]?.envelope.message).toContain('8999990000000000013')
    await field.fault({ system: 'att', fault: 'hang' })
    const asking = get('/querydevice/8901170000000000013')
    await untilHeldUp(field, 'att')
    await clock.advance(6000)
    const slow = await asking
    expect([slow.code, slow.envelope.status]).toEqual([503, 'Unavailable'])
    expect(slow.envelope.message).toMatch(/did not answer within 6 s/)
  })

  it('checks whether a SIM is online', async () => {
    expect((await get('/querydevicenetworkstatus/8901170000000000013')).envelope.data).toEqual({
      OnlineStatus: 'Online',
    })
    expect((await get('/querydevicenetworkstatus/8914800000000000014')).envelope.data).toEqual({
      OnlineStatus: 'Offline',
    })
  })

  it('4 toggles usability out of the state that was seen, and notes it as SIM activity', async () => {
    const simId = '8901170000000000021'
    const transactionId = randomUUID()
    expect((await get(`/simusability/${simId}`)).envelope.data).toBe('Usable')
    const marked = await post(`/simusability/${simId}?from=Usable`, undefined, transactionId)
    expect(marked.envelope).toMatchObject({ status: 'Success', data: 'Unusable' })
    const repeated = await post(`/simusability/${simId}?from=Usable`, undefined, transactionId)
    expect(repeated.envelope).toEqual(marked.envelope)
    const late = await post(`/simusability/${simId}?from=Usable`)
    expect([late.code, late.envelope.status]).toEqual([409, 'Conflict'])
    expect(late.envelope.message).toContain('someone else changed it')
    expect((await post(`/simusability/${simId}`)).envelope.data).toBe('Usable')
    const events = await database
      .get()
      .db.selectFrom('sim_activity')
      .select('status')
      .where('transaction_id', '=', transactionId)
      .execute()
    expect(events).toEqual([{ status: 'Unusable' }])
    // Beside '404 Not Found' (8): not the same words once more.
    const unknown = await get('/simusability/8901170000000009998')
    expect([unknown.code, unknown.envelope.message]).toEqual([
      404,
      'The inventory has no SIM 8901170000000009998. Check its number.',
    ])
  })

  it('says whom a deactivation would cut off and what cannot be undone', async () => {
    expect((await get('/sims/8914800000000000014')).envelope.data).toMatchObject({
      vendorCode: 'VZN',
      carrierName: 'Verizon',
      companyName: 'Harbor Security',
      sapCompanyId: '1000001',
      panel: 'CBS0000002',
      cannotUndo: expect.stringContaining('phone number'),
      deactivatedAt: null,
    })
    expect((await get('/sims/8901170000000000062')).envelope.data).toMatchObject({
      deactivatedAt: expect.stringMatching(/Z$/),
    })
  })

  it('D23 an upload gives a row for each SIM and counts duplicates; nothing is asked of a carrier', async () => {
    const before = (await field.counts()).length
    const text = [
      'ICCID',
      '8901170000000000013',
      '8914800000000000014',
      '8901170000000000013',
      'abc1',
      '8901170000000009998',
      '8901170000000000062',
    ].join('\r\n')
    const { code, envelope } = await post('/batchupload', JSON.stringify(text))
    expect([code, envelope.message]).toEqual([200, '5 SIMs read: 2 ready, 3 errors. 1 duplicate left out.'])
    expect((envelope.data as CheckedBatchRow[]).map(({ iccid, status }) => [iccid, status])).toEqual([
      ['8901170000000000013', 'Ready'],
      ['8914800000000000014', 'Ready'],
      ['abc1', 'Error: not an ICCID'],
      ['8901170000000009998', 'Error: unknown, the inventory does not have it'],
      ['8901170000000000062', 'Error: already deactivated'],
    ])
    expect(await field.counts()).toHaveLength(before)
    const plain = await console.call('POST', `${base}/batchupload`, {
      body: text,
      headers: { 'content-type': 'text/plain' },
    })
    expect(plain.envelope.data).toEqual(envelope.data)
  })

  it('issue 54 an upload takes each SIM of a sentence, and names what it does not take', async () => {
    const [one, two] = ['8901170000000000013', '8914800000000000014']
    const sentence = await post('/batchupload', JSON.stringify(`Please cancel ${one}, ${two}`))
    expect(sentence.envelope.message).toBe('2 SIMs read: 2 ready, 0 errors.')
    const swap = await post('/batchupload', JSON.stringify(`ICCID,Old SIM\n${one},${two}`))
    expect(swap.envelope.message).toBe(
      `1 SIM read: 1 ready, 0 errors. Not taken: 1 other number in the text, ${two}.`,
    )
  })

  it('D35 an upload with columns gives each SIM what stands beside it, and says what a spreadsheet has damaged', async () => {
    const text = [
      'Site;SIM number;Contact',
      'Harbor;8901170000000000013;Ann',
      'Pier;8,90117E+18;',
      'Quay;8,90117E+18;',
      'Total;;3',
    ].join('\r\n')
    const { envelope } = await post('/batchupload', JSON.stringify(text))
    expect(envelope.message).toBe('3 SIMs read: 1 ready, 2 errors. 1 line without a SIM ID left out.')
    const damaged = 'Error: a spreadsheet has shortened this number; format the column as text'
    const others = (row: CheckedBatchRow) => row.other.map(({ column, value }) => `${column}: ${value}`)
    expect(
      (envelope.data as CheckedBatchRow[]).map((row) => [row.iccid, row.status, ...others(row)]),
    ).toEqual([
      ['8901170000000000013', 'Ready', 'Site: Harbor', 'Contact: Ann'],
      ['8.90117E+18', damaged, 'Site: Pier', 'Contact: '],
      ['8.90117E+18', damaged, 'Site: Quay', 'Contact: '],
    ])
  })

  it('D35 other columns are bounded, plain text and named once', async () => {
    const cells = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ column: `c${at}`, value: 'v' }))
    // Deactivated already: what is let through to the end is refused for that.
    const row = (other: unknown) => ({ iccid: '8901170000000000062', status: 'Ready', other })
    const asked = async (body: unknown, query = '') => {
      const { code, envelope } = await post(`/batchdeactivation${query}`, body)
      return `${code} ${envelope.message}`
    }
    const none = '400 None of these SIMs is ready to be deactivated. No carrier was asked.'
    expect(await asked([row(cells(20))], `?fileName=${'n'.repeat(200)}`)).toBe(none)
    for (const refusal of [
      asked([row(cells(21))]),
      asked([row(cells(20)), row([{ column: 'one more', value: '' }])]),
      asked([row([...cells(1), ...cells(1)])]),
      asked([row([{ column: '', value: 'v' }])]),
      asked([row([{ column: 'c', value: 'v'.repeat(201) }])]),
      asked([row([{ column: 'c'.repeat(61), value: 'v' }])]),
      asked([row([{ column: 'c', value: 'two\nlines' }])]),
      asked([row([])], `?fileName=${'n'.repeat(201)}`),
      asked([row([])], '?fileName=a%0Ab'),
    ]) {
      expect(await refusal).toMatch(/^400 /)
      expect(await refusal).not.toBe(none)
    }
  })

  it('D23, R29, R30 an upload is refused whole, with a sentence, and text only where a call takes it', async () => {
    const { envelope } = await post('/batchupload', JSON.stringify(''))
    expect(envelope).toMatchObject({
      status: 'Invalid',
      message: 'The list contains no SIM ID. Nothing was taken from it.',
    })
    const huge = await post('/batchupload', JSON.stringify('8'.repeat(2_000_000)))
    expect([huge.code, huge.envelope.status]).toEqual([413, 'TooLarge'])
    const wrong = await console.call('POST', `${base}/batchdeactivation`, {
      body: 'text',
      headers: { 'content-type': 'text/plain' },
    })
    expect([wrong.code, wrong.envelope.status]).toEqual([415, 'UnsupportedType'])
  })

  it('D5 a list is checked again: none, twice, too many, or nothing ready asks nothing of a carrier', async () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ iccid: `89011700000000${10000 + i}`, status: 'Ready' }))
    const answers = await Promise.all([
      post('/batchdeactivation', []),
      post('/batchdeactivation', rows(101)),
      post('/batchdeactivation', [...rows(1), ...rows(1)]),
      post('/batchdeactivation', [{ iccid: '8901170000000000062', status: 'Ready' }]),
      post('/batchdeactivation', [{ iccid: '8901170000000000013', status: 'Error: unknown' }]),
      post('/batchdeactivation', [{ iccid: '8901170000000000013', status: 'Ready', force: true }]),
    ])
    expect(answers.map(({ code }) => code)).toEqual([400, 400, 400, 400, 400, 400])
    expect((await get('/batches')).envelope.data).toEqual([])
    const id = randomUUID()
    for (const answer of [get(`/batches/${id}`), post(`/batches/${id}/stop`), post(`/batches/${id}/retry`)])
      expect((await answer).envelope.status).toBe('NotFound')
  })

  it("takes Verizon's callbacks by their own credentials, unknown and repeated ones too", async () => {
    const callback = (more: object) =>
      console.call('POST', `${base}/carriers/verizon/callback`, {
        token: null,
        body: {
          username: 'console-callback',
          password: 'demo-callback-password',
          requestId: randomUUID(),
          deviceIds: [{ kind: 'Iccid', id: '8914800000000000014' }],
          deviceResponse: {},
          status: 'Success',
          callbackCount: 1,
          maxCallbackThreshold: 4,
          ...more,
        },
      })
    const { username = '', password = '' } = console.config.neighbours.verizon.callback
    const credentials = { username, password }
    expect((await callback({ ...credentials, password: 'wrong' })).code).toBe(401)
    expect((await callback({ ...credentials, username: undefined })).code).toBe(401)
    expect((await callback({ ...credentials, requestId: 7 })).code).toBe(400)
    const requestId = randomUUID()
    expect((await callback({ ...credentials, requestId })).code).toBe(200)
    expect((await callback({ ...credentials, requestId })).code).toBe(200)
    expect(console.lines.join('\n')).not.toContain(password)
  })
})
