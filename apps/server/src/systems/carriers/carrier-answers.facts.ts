import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { TestOutbound } from '../../testing/test-outbound.ts'
import { sample } from './answers-stage.ts'
import type { CarrierStage, Said } from './carrier-stage.ts'

/**
 * What a carrier may say although its guide does not settle it (review of the integration): read and told, never taken for
 * a no, and never for fine. Each carrier's own list, on whichever stage.
 */
export type AnswerFacts = (now: () => { stage: CarrierStage; outbound: TestOutbound }) => void

type Now = Parameters<AnswerFacts>[0]

const read = async (now: Now, said: (iccid: string) => Said[]) => {
  const { stage, outbound } = now()
  for (const each of said(stage.known.iccid)) await stage.answer(each)
  return stage.connect(outbound).readSim(stage.known.iccid)
}

/** @returns how many requests it took as well, those that signed us in before apart */
const deactivate = async (now: Now, said: (iccid: string) => Said[]) => {
  const { stage, outbound } = now()
  const iccid = await stage.activeIccid()
  const carrier = stage.connect(outbound)
  await carrier.readSim(iccid)
  await stage.transactionIds()
  for (const each of said(iccid)) await stage.answer(each)
  const told = await carrier.deactivate(iccid, { reference: randomUUID() })
  return { told, requests: (await stage.transactionIds()).length }
}

const NOT_KNOWN = 'It is not known yet whether the SIM was deactivated.'
const nothingTold = { deviceStatus: 'Unknown', rawStatus: '', imei: '', ipAddress: '', phoneNumber: '' }
const json = (operation: string, body: object): Said => ({ operation, body: JSON.stringify(body) })

export const attAnswers: AnswerFacts = (now) => {
  it('integration 14 nulls wherever a text is expected spoil nothing', async () => {
    const nulls = { msisdn: null, imei: null, status: null, fixedIPAddress: null, dateUpdated: null }
    const noSession = { ipAddress: null, dateSessionStarted: null, dateSessionEnded: null }
    const sim = await read(now, (iccid) => [
      json('/sessionInfo', { iccid, ...noSession }),
      json(`/devices/${iccid}`, { iccid, ...nulls }),
    ])
    expect(sim).toMatchObject({ ...nothingTold, onlineStatus: 'Offline' })
  })
}

export const verizonAnswers: AnswerFacts = (now) => {
  const [device] = (JSON.parse(sample('verizon/device.json')) as { devices: object[] }).devices
  const list = (...devices: object[]) =>
    json('/devices/actions/list', {
      hasMoreData: false,
      devices: devices.map((each) => ({ ...device, ...each })),
    })
  const named = (...deviceIds: object[]) => ({ deviceIds })
  const mdn = { kind: 'mdn', id: '5550100456' }

  it('integration 7 a device that is named otherwise than by its ICCID is ours where it is the only one', async () => {
    const sim = await read(now, () => [list(named(mdn, { kind: 'imei', id: '350000001234562' }))])
    expect(sim).toMatchObject({
      iccid: now().stage.known.iccid,
      phoneNumber: '5550100456',
      deviceStatus: 'Active',
    })
  })

  it.each([
    ['another ICCID', [named(mdn, { kind: 'ICCID', id: '89148000000000009999' })]],
    ['one of two', [named(mdn), named({ kind: 'mdn', id: '5550100457' })]],
  ])('integration 7 %s is not', async (_what, devices) => {
    await expect(read(now, () => [list(...devices)])).rejects.toMatchObject({ kind: 'mixed-up' })
  })

  it.each([
    ['deactive', 'active', 'Active'],
    ['active', 'suspend', 'Unknown'],
    ['deactive', 'pending active', 'Unknown'],
  ])('integration 8 that is %s at one of its carriers and %s at another is %s', async (one, other, is) => {
    const carrierInformations = [{ state: one }, { state: other }]
    const sim = await read(now, (iccid) => [
      list({ ...named({ kind: 'iccid', id: iccid }), carrierInformations }),
    ])
    expect(sim).toMatchObject({ deviceStatus: is, rawStatus: `${one}, ${other}` })
  })

  it('integration 14 a null where a text is expected spoils nothing else', async () => {
    const sim = await read(now, (iccid) => [
      list({
        ...named({ kind: null, id: null }, { kind: 'iccid', id: iccid }, { kind: 'mdn', id: null }),
        customFields: [{ key: null, value: null }],
        carrierInformations: [{ state: null }],
        ipAddress: null,
      }),
    ])
    expect(sim).toMatchObject({ ...nothingTold, description: '' })
  })
}

export const aerisAnswers: AnswerFacts = (now) => {
  const details = (body: object) => json('/devices/details', body)
  const notActivated = JSON.parse(sample('aeris/error-200-not-activated.json')) as object
  const device = JSON.parse(sample('aeris/device.json'))
  const network = JSON.parse(sample('aeris/network-online.json'))
  const profiles = (...deviceAttributes: object[]) =>
    details({
      ...device,
      deviceAttributes: deviceAttributes.map((each) => ({ ...device.deviceAttributes[0], ...each })),
    })
  const lines = (...networkResponse: object[]) => json('/network/details', { ...network, networkResponse })
  const other = '8932300000000000029'

  it('integration 3 a device that is only called not activated is of unknown state, told in its words', async () => {
    const sim = await read(now, () => [details(notActivated), json('/network/details', notActivated)])
    expect(sim).toMatchObject({
      deviceStatus: 'Unknown',
      rawStatus: 'Device not Activated',
      onlineStatus: 'Offline',
    })
  })

  it('integration 3 of several profiles the one of the SIM counts, wherever it stands', async () => {
    const [line] = network.networkResponse
    const sim = await read(now, (ICCID) => [
      profiles(
        { deviceID: { iccId: other }, deviceStatus: 'Cancel', cancelCode: 1 },
        { deviceID: { iccId: ICCID } },
      ),
      lines({ ICCID: other, registration: { isRegistered: false } }, { ...line, ICCID }),
    ])
    expect(sim).toMatchObject({ deviceStatus: 'Active', onlineStatus: 'Online' })
  })

  it.each([
    ['another SIM’s', [{ deviceID: { iccId: other } }]],
    ['one of two without a name', [{ deviceID: null }, { deviceID: { iccId: other } }]],
  ])('integration 3 a profile that is %s is not ours', async (_whose, given) => {
    await expect(read(now, () => [profiles(...given)])).rejects.toMatchObject({ kind: 'mixed-up' })
  })

  it('integration 3 a profile without a name is ours where it is the only one', async () => {
    expect((await read(now, () => [profiles({ deviceID: null })])).deviceStatus).toBe('Active')
  })

  it('integration 3 one that is provisioned and not active is not deactivated', async () => {
    const sim = await read(now, (iccId) => [
      profiles({ deviceID: { iccId }, deviceStatus: 'Provisioned', active: false }),
    ])
    expect(sim).toMatchObject({ deviceStatus: 'Unknown', rawStatus: 'Provisioned' })
  })

  it('integration 3 a cancelled device that is only called not activated is done', async () => {
    expect((await deactivate(now, () => [details(notActivated)])).told).toEqual({ outcome: 'done' })
  })

  it('integration 14 nulls wherever a text is expected spoil nothing', async () => {
    const none = { msisdn: null, imei: null }
    const sim = await read(now, (iccId) => [
      profiles({
        deviceID: { iccId, ...none },
        deviceStatus: null,
        active: null,
        cancelCode: null,
        result: null,
      }),
      lines({ ICCID: null, MDN: null, MSISDN: null, dataSession: null, registration: null }),
    ])
    expect(sim).toMatchObject({ ...nothingTold, onlineStatus: 'Unknown' })
  })
}

/** @param renewal how many requests a new session takes */
export const wylessAnswers =
  (renewal: 0 | 1): AnswerFacts =>
  (now) => {
    const soap = (operation: string, body: string, more: Partial<Said> = {}): Said => ({
      operation,
      type: 'text/xml',
      body,
      ...more,
    })
    const change = (body: string, more?: Partial<Said>) => soap('SingleDeActivateSIM', body, more)
    const refusal = (iccid: string, ...changes: [string, string][]) =>
      changes.reduce(
        (text, [from, to]) => text.replace(from, to),
        sample('wyless/deactivate-refused.xml').replace('8946200000000000012', iccid),
      )
    const lostSession = sample('wyless/fault-server.xml').replace(
      'unable to process',
      'unable: session lost in',
    )

    it.each<[string, (iccid: string) => [string, Partial<Said>]]>([
      ['as a fault of the server', () => [lostSession, { status: 500 }]],
      [
        'as a business code',
        (iccid) => [refusal(iccid, ['SIM is not in a state that allows this action', 'Session expired']), {}],
      ],
    ])(
      'integration 2 whose session may have ended, told %s: a new one, the SIM is read, nothing sent again',
      async (_how, saidOf) => {
        for (const acts of [false, true]) {
          const { told, requests } = await deactivate(now, (iccid) => {
            const [body, more] = saidOf(iccid)
            return [change(body, { ...more, acts })]
          })
          expect(told).toEqual(
            acts
              ? { outcome: 'done' }
              : {
                  outcome: 'unknown',
                  sentence: `Wyless reports that the console's session has ended. ${NOT_KNOWN}`,
                },
          )
          expect(requests).toBe(2 + renewal)
          await now().stage.heal()
        }
      },
    )

    it('integration 2 whose SIM cannot be read then either: unknown', async () => {
      const { told } = await deactivate(now, () => [
        change(lostSession, { status: 500 }),
        soap('SingleSIMInquiry', sample('wyless/fault-server.xml'), { status: 500 }),
      ])
      expect(told).toMatchObject({ outcome: 'unknown' })
    })

    it.each([
      ['Sender', { outcome: 'refused', sentence: 'Wyless refused the request: No such luck.' }],
      ['Receiver', { outcome: 'unknown' }],
    ])('integration 4 answered with a SOAP 1.2 fault of the %s', async (code, outcome) => {
      const body = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><s:Fault><s:Code><s:Value>s:${code}</s:Value></s:Code><s:Reason><s:Text xml:lang="en">No such luck</s:Text><s:Text xml:lang="de">Pech</s:Text></s:Reason></s:Fault></s:Body></s:Envelope>`
      const { told, requests } = await deactivate(now, () => [change(body, { status: 500 })])
      expect(told).toMatchObject(outcome)
      expect(requests).toBe(1)
    })

    it('integration 6 answered with a word that no one knows is unknown, and told', async () => {
      const { told } = await deactivate(now, (iccid) => [
        change(
          refusal(iccid, ['<Result>Failure</Result>', '<Result>Pending</Result>'], ['<Code>1004</Code>', '']),
        ),
      ])
      expect(told).toEqual({
        outcome: 'unknown',
        sentence: `Wyless answered "Pending" (code none), which the console does not understand. ${NOT_KNOWN}`,
      })
    })

    const inquiry = (iccid: string, ...changes: [string | RegExp, string][]) =>
      soap(
        'SingleSIMInquiry',
        changes.reduce(
          (text, [from, to]) => text.replace(from, to),
          sample('wyless/sim-inquiry.xml').replace('8946200000000000012', iccid),
        ),
      )

    it('integration 6 that calls a SIM cancelled has deactivated it', async () => {
      const sim = await read(now, (iccid) => [inquiry(iccid, ['Activated', 'Cancelled'])])
      expect(sim).toMatchObject({ deviceStatus: 'Deactivated', rawStatus: 'Cancelled' })
    })

    it('integration 14 nil wherever a text is expected spoils nothing', async () => {
      const sim = await read(now, (iccid) => [
        inquiry(iccid, [
          /<(MSISDN|IMEI|Status|IPAddress|Description|Time)>[^<]*<\/\1>/g,
          '<$1 xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>',
        ]),
      ])
      expect(sim).toMatchObject({ ...nothingTold, onlineStatus: 'Unknown' })
    })
  }
