import fc from 'fast-check'
import { XMLParser } from 'fast-xml-parser'
import { afterEach, describe, expect, it } from 'vitest'
import { openHttpStage, type StageAnswer } from '../../../testing/http-stage.ts'
import { createTestOutbound } from '../../../testing/test-outbound.ts'
import { sample } from '../answers-stage.ts'
import { wylessWords } from '../carrier-words.ts'
import { escapeXml, readSoap, soapEnvelope } from './soap.ts'
import { createWyless } from './wyless.adapter.ts'
import { wylessResultError } from './wyless.errors.ts'
import { wylessOnline, wylessSim } from './wyless.mapping.ts'

const iccid = '8946200000000000012'
const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function wyless(answer: (operation: string, body: string) => StageAnswer) {
  const operations: string[] = []
  const stage = await openHttpStage(({ headers, body }) => {
    const operation = String(headers.soapaction).replace(/^.*\/|"$/g, '')
    operations.push(operation)
    return { type: 'text/xml', ...answer(operation, body) }
  })
  const outbound = createTestOutbound()
  open.push(stage, outbound)
  const carrier = createWyless(outbound, { url: stage.url, login: 'l', password: 'p', partnerId: 1000 })
  return { carrier, operations }
}

const reads = (operation: string): StageAnswer => ({
  body: sample(
    operation === 'SingleSIMInquiry' ? 'wyless/sim-inquiry.xml' : 'wyless/online-status-online.xml',
  ),
})
const keyNumber = (number: number): StageAnswer => ({
  body: sample('wyless/authenticate.xml').replace(
    /<AuthenticateResult>.*</,
    `<AuthenticateResult>key-${number}<`,
  ),
})
const notAuthenticated: StageAnswer = { status: 500, body: sample('wyless/fault-authentication.xml') }

describe('Wyless: the session key', () => {
  it('is got once for many, and again once when it ended', async () => {
    let keys = 0
    let valid = 0
    const { carrier, operations } = await wyless((operation, body) => {
      if (operation === 'Authenticate') {
        valid = ++keys
        return keyNumber(keys)
      }
      return body.includes(`<w:SessionKey>key-${valid}<`) ? reads(operation) : notAuthenticated
    })
    await Promise.all(Array.from({ length: 10 }, () => carrier.readSim(iccid)))
    expect(operations.filter((each) => each === 'Authenticate')).toHaveLength(1)
    valid = -1
    await Promise.all(Array.from({ length: 10 }, () => carrier.readSim(iccid)))
    expect(operations.filter((each) => each === 'Authenticate')).toHaveLength(2)
  })

  it('that is never accepted is a fault of configuration after one renewal', async () => {
    const { carrier, operations } = await wyless((operation) =>
      operation === 'Authenticate' ? keyNumber(1) : notAuthenticated,
    )
    await expect(carrier.readSim(iccid)).rejects.toMatchObject({ kind: 'credentials' })
    expect(operations).toEqual(['Authenticate', 'SingleSIMInquiry', 'Authenticate', 'SingleSIMInquiry'])
  })

  it('that comes back empty is a refused login and not asked for again in the same call', async () => {
    const { carrier, operations } = await wyless(() => ({ body: sample('wyless/authenticate-failed.xml') }))
    await expect(carrier.readSim(iccid)).rejects.toMatchObject({ kind: 'credentials' })
    expect(operations).toEqual(['Authenticate'])
  })
})

describe('Wyless: a deactivation (carriers.md 4.1)', () => {
  const reference = '3f2c0000-0000-4000-8000-000000000001'
  const deactivated: StageAnswer = { body: sample('wyless/deactivate.xml') }
  const says = (change: [string, string][]): StageAnswer => ({
    body: change.reduce(
      (text, [from, to]) => text.replace(from, to),
      sample('wyless/deactivate-refused.xml'),
    ),
  })
  const answers = (change: StageAnswer, inquiry: StageAnswer) => (operation: string) => {
    if (operation === 'Authenticate') return keyNumber(1)
    return operation === 'SingleDeActivateSIM' ? change : inquiry
  }
  const isDeactivated: StageAnswer = { body: sample('wyless/sim-inquiry-deactivated.xml') }
  const isActive: StageAnswer = { body: sample('wyless/sim-inquiry.xml') }

  it('bears our reference as its TransactionId, and is confirmed by a read', async () => {
    let sent = ''
    const { carrier, operations } = await wyless((operation, body) => {
      if (operation === 'SingleDeActivateSIM') sent = body
      return answers(deactivated, isDeactivated)(operation)
    })
    expect(await carrier.deactivate(iccid, { reference })).toEqual({ outcome: 'done' })
    expect(sent).toContain(`<w:SIMNo>${iccid}</w:SIMNo><w:TransactionId>${reference}</w:TransactionId>`)
    expect(operations).toEqual(['Authenticate', 'SingleDeActivateSIM', 'SingleSIMInquiry'])
  })

  it('that Wyless confirms but does not show is unknown', async () => {
    const { carrier } = await wyless(answers(deactivated, isActive))
    expect(await carrier.deactivate(iccid, { reference })).toEqual({
      outcome: 'unknown',
      sentence:
        'Wyless accepted the deactivation but still shows the SIM as Active. It is not known yet whether the SIM was deactivated.',
    })
  })

  it('whose confirming read fails is unknown', async () => {
    const fault = { status: 500, body: sample('wyless/fault-server.xml') }
    const { carrier } = await wyless(answers(deactivated, fault))
    expect(await carrier.deactivate(iccid, { reference })).toMatchObject({
      outcome: 'unknown',
      sentence: expect.stringMatching(
        /^Wyless accepted the deactivation, but its check failed: Wyless reports/,
      ),
    })
  })

  it('whose session key ended is sent again with a new one: it was turned away unread', async () => {
    let keys = 0
    const { carrier, operations } = await wyless((operation, body) => {
      if (operation === 'Authenticate') return keyNumber(++keys)
      return body.includes('key-2<') ? answers(deactivated, isDeactivated)(operation) : notAuthenticated
    })
    expect(await carrier.deactivate(iccid, { reference })).toEqual({ outcome: 'done' })
    expect(operations.filter((each) => each === 'SingleDeActivateSIM')).toHaveLength(2)
  })

  it('that meets any other fault of the server is unknown, and nothing else is asked', async () => {
    const fault = sample('wyless/fault-server.xml')
    for (const body of [fault, fault.replace('soap:Server', 'w:Odd'), fault.replace('soap:Server', '')]) {
      const { carrier, operations } = await wyless(answers({ status: 500, body }, isActive))
      expect(await carrier.deactivate(iccid, { reference })).toMatchObject({ outcome: 'unknown' })
      expect(operations).toEqual(['Authenticate', 'SingleDeActivateSIM'])
    }
  })

  it('that is refused says why', async () => {
    const { carrier, operations } = await wyless(answers(says([]), isActive))
    expect(await carrier.deactivate(iccid, { reference })).toEqual({
      outcome: 'refused',
      why: 'refused',
      sentence: 'Wyless refused the request: SIM is not in a state that allows this action (code 1004).',
      code: '1004',
    })
    expect(operations).toEqual(['Authenticate', 'SingleDeActivateSIM'])
  })

  it.each<[string, [string, string][]]>([
    [
      'neither Result nor Code',
      [
        ['<Result>Failure</Result>', ''],
        ['<Code>1004</Code>', ''],
      ],
    ],
    ['a refusal of another SIM', [[iccid, '8946200000000000020']]],
  ])('answered with %s is unknown', async (_what, change) => {
    const { carrier } = await wyless(answers(says(change), isActive))
    expect(await carrier.deactivate(iccid, { reference })).toMatchObject({ outcome: 'unknown' })
  })

  it('for which no session key can be got is not asked for', async () => {
    const { carrier, operations } = await wyless(() => ({ status: 503, body: '' }))
    expect(await carrier.deactivate(iccid, { reference })).toMatchObject({ outcome: 'not-asked' })
    expect(new Set(operations)).toEqual(new Set(['Authenticate']))
  })
})

describe('Wyless: answers (carriers.md 4.1, 5)', () => {
  it.each([
    ['wyless/sim-inquiry-unknown.xml', 200, 'not-found'],
    ['wyless/fault-server.xml', 500, 'server-error'],
    ['wyless/fault-unknown-operation.xml', 500, 'refused'],
    ['wyless/authenticate.xml', 200, 'malformed'],
  ] as const)('%s with HTTP %i is %s', async (path, status, kind) => {
    const { carrier } = await wyless((operation) =>
      operation === 'Authenticate' ? keyNumber(1) : { status, body: sample(path) },
    )
    await expect(carrier.readSim(iccid)).rejects.toMatchObject({ kind, system: 'Wyless' })
  })

  it('integration 6 the words are settings', () => {
    const kind = (response: object, words = wylessWords) => wylessResultError('Wyless', response, words)?.kind
    const said = { Result: 'Gelukt', Code: '77', Description: 'Onbekende kaart' }
    expect(kind(said)).toBe('malformed')
    expect(kind(said, { ...wylessWords, success: ['gelukt'] })).toBeUndefined()
    expect(kind(said, { ...wylessWords, success: ['77'] })).toBeUndefined()
    expect(kind(said, { ...wylessWords, unknownSim: ['onbekende'] })).toBe('not-found')
    expect(kind(said, { ...wylessWords, unknownSim: ['77'] })).toBe('not-found')
    expect(kind(said, { ...wylessWords, notAuthenticated: ['77'] })).toBe('credentials')
    expect(kind(said, { ...wylessWords, refused: ['gelukt'] })).toBe('refused')
    for (const Result of ['Failure', 'ERROR', 'Refused', 'Rejected', 'denied'])
      expect(kind({ Result, Code: '0' })).toBe('refused')
    expect(kind({ Result: 'Success', Code: null, Description: null })).toBeUndefined()
  })

  it('knows the connection by phone number only: without one it is Unknown, and no one is asked', async () => {
    const { carrier, operations } = await wyless((operation) =>
      operation === 'Authenticate'
        ? keyNumber(1)
        : { body: sample('wyless/sim-inquiry.xml').replace('15550100321', '') },
    )
    expect((await carrier.readSim(iccid)).onlineStatus).toBe('Unknown')
    expect(operations).toEqual(['Authenticate', 'SingleSIMInquiry'])
  })

  it('reads None, Updated and Unused as Unknown', () => {
    expect(['Online', 'Offline', 'None', 'Updated', 'Unused', ''].map(wylessOnline)).toEqual([
      'Online',
      'Offline',
      'Unknown',
      'Unknown',
      'Unknown',
      'Unknown',
    ])
  })

  it('knows statuses by their beginnings', () => {
    const words = [
      'Active',
      'Activated',
      'Suspend',
      'Suspend With Charge',
      'Deactivated',
      'Scrapped',
      'Pending Scrap',
      'Stock',
      'Cancelled',
      'Barred',
    ]
    expect(
      words.map(
        (Status) =>
          wylessSim({ Status }, 'Unknown', { iccid, now: new Date(), words: wylessWords }).deviceStatus,
      ),
    ).toEqual([
      'Active',
      'Active',
      'Suspended',
      'Suspended',
      'Deactivated',
      'Deactivated',
      'Deactivated',
      'Inventory',
      'Deactivated',
      'Unknown',
    ])
  })
})

describe('SOAP text', () => {
  it('escapes every text so that it stays text, whatever it holds', () => {
    const parser = new XMLParser({
      parseTagValue: false,
      trimValues: false,
      removeNSPrefix: true,
      ignoreAttributes: true,
    })
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", ']', 'a', ' ', ';', '#') }),
        (text) => {
          const written = soapEnvelope([], [['w:Op', [['w:Text', `x${text}x`]]]])
          expect(parser.parse(written).Envelope.Body.Op.Text).toBe(`x${text}x`)
        },
      ),
    )
  })

  it('leaves out what XML cannot carry', () => {
    expect(escapeXml('a\u0000b\u001fc\ufffed\ud800e\tf😀')).toBe('abcde\tf😀')
  })

  it.each([
    ['', 'nothing'],
    ['<html><body>Hello</body></html>', 'a web page'],
    ['{"status":"ok"}', 'JSON'],
    ['<soap:Envelope xmlns:soap="x"><soap:Body><A', 'half a document'],
    [
      '<!DOCTYPE x [<!ENTITY a "b">]><Envelope><Body><OpResponse><OpResult>&a;</OpResult></OpResponse></Body></Envelope>',
      'a DOCTYPE',
    ],
    ['<Envelope><Body/></Envelope>', 'an empty body'],
  ])('is no SOAP: %j (%s)', (text) => {
    expect(readSoap(text)).toBeUndefined()
  })

  it('is read whatever prefixes and namespaces it bears', () => {
    const text =
      '<s:Envelope xmlns:s="a"><s:Body><OpResponse xmlns="b"><OpResult><c:SIMNo xmlns:c="c">1&amp;2</c:SIMNo></OpResult></OpResponse></s:Body></s:Envelope>'
    expect(readSoap(text)).toEqual({ kind: 'body', operation: 'Op', result: { SIMNo: '1&2' } })
  })
})
