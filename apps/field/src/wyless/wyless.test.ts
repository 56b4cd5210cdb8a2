import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningField } from '../serve.ts'
import { sample, xmlShape } from '../testing/shape.ts'
import { startField } from '../testing/start-field.ts'

let field: RunningField
const ICCID = '8946200000000000012'
const LOGIN =
  '<w:Login>console</w:Login><w:Password>demo-wyless-password</w:Password><w:PartnerId>1000</w:PartnerId>'

beforeAll(async () => {
  field = await startField()
})
afterAll(() => field.close())

async function soap(operation: string, input: string, credential = LOGIN, headers?: Record<string, string>) {
  const answer = await fetch(`${field.url}/wyless/PorthosAPI/PorthosWSF2.asmx`, {
    method: 'POST',
    headers: headers ?? {
      'content-type': 'text/xml; charset=utf-8',
      soapaction: `"https://www.wyless.net/${operation}"`,
    },
    body: `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:w="https://www.wyless.net/" xmlns:b="urn:PorthosBase.enterprise.soap.wyless.com"><soap:Header><w:Credential>${credential}</w:Credential></soap:Header><soap:Body><w:${operation}>${input}</w:${operation}></soap:Body></soap:Envelope>`,
  })
  return { status: answer.status, xml: await answer.text() }
}
const simInput = (iccid: string) =>
  `<w:inputType><b:Id>1</b:Id><b:PorthosInternalReference>0</b:PorthosInternalReference><w:SIMNo>${iccid}</w:SIMNo><w:TransactionId>t&amp;1</w:TransactionId></w:inputType>`
const same = (xml: string, path: string) => expect(xmlShape(xml)).toEqual(xmlShape(sample(`wyless/${path}`)))

describe('Wyless', () => {
  it('answers an inquiry with the elements, order and namespaces of the WSDL', async () => {
    const known = await soap('SingleSIMInquiry', simInput(ICCID))
    same(known.xml, 'sim-inquiry.xml')
    expect(known.xml).toContain('<IPAddress>10.20.4.12</IPAddress>')
    expect(known.xml).toContain('<TransactionId>t&amp;1</TransactionId>')
    const unknown = await soap('SingleSIMInquiry', simInput('8946200000000000020'))
    same(unknown.xml, 'sim-inquiry-unknown.xml')
    expect(unknown.xml).toContain('<Code>1001</Code>')
  })

  it('checks online by MSISDN only', async () => {
    const online = await soap('GetNetworkConnectionOnlineStatus', '<w:msisdn>13125550112</w:msisdn>')
    same(online.xml, 'online-status-online.xml')
    const byIccid = await soap('GetNetworkConnectionOnlineStatus', `<w:msisdn>${ICCID}</w:msisdn>`)
    expect(byIccid.xml).toContain('>None<')
  })

  it('accepts a session key as well as login and password, until it is logged out', async () => {
    const answer = await soap('Authenticate', '')
    same(answer.xml, 'authenticate.xml')
    const key = /<AuthenticateResult>([^<]+)</.exec(answer.xml)?.[1]
    const credential = `<w:SessionKey>${key}</w:SessionKey><w:PartnerId>1000</w:PartnerId>`
    expect((await soap('SingleSIMInquiry', simInput(ICCID), credential)).status).toBe(200)
    await soap('Logout', '', credential)
    expect((await soap('SingleSIMInquiry', simInput(ICCID), credential)).status).toBe(500)
  })

  it('answers an empty key for a bad login, and a fault elsewhere', async () => {
    const bad = LOGIN.replace('demo-wyless-password', 'x')
    const empty = await soap('Authenticate', '', bad)
    expect(empty.status).toBe(200)
    same(empty.xml, 'authenticate-failed.xml')
    const fault = await soap('SingleSIMInquiry', simInput(ICCID), bad)
    expect(fault.status).toBe(500)
    same(fault.xml, 'fault-authentication.xml')
    expect((await soap('SingleSIMInquiry', simInput(ICCID), LOGIN.replace('1000', '7'))).status).toBe(500)
  })

  it('answers faults to unknown operations, wrong headers and broken messages', async () => {
    same((await soap('Explode', '')).xml, 'fault-unknown-operation.xml')
    const headers = { 'content-type': 'text/xml', soapaction: 'https://www.wyless.net/PING' }
    expect((await soap('SingleSIMInquiry', simInput(ICCID), LOGIN, headers)).status).toBe(500)
    for (const body of ['', '<a>', 'nonsense', '<!DOCTYPE x [<!ENTITY y "z">]><x/>']) {
      const answer = await fetch(`${field.url}/wyless/PorthosAPI/PorthosWSF2.asmx`, { method: 'POST', body })
      expect(answer.status).toBe(500)
      expect(await answer.text()).toContain('<soap:Fault>')
    }
  })

  it('understands SOAP 1.2', async () => {
    const headers = { 'content-type': 'application/soap+xml; charset=utf-8' }
    expect((await soap('SingleSIMInquiry', simInput(ICCID), LOGIN, headers)).status).toBe(200)
  })

  it('deactivates once, and says why not a second time', async () => {
    const done = await soap('SingleDeActivateSIM', simInput(ICCID))
    same(done.xml, 'deactivate.xml')
    same((await soap('SingleSIMInquiry', simInput(ICCID))).xml, 'sim-inquiry-deactivated.xml')
    const again = await soap('SingleDeActivateSIM', simInput(ICCID))
    same(again.xml, 'deactivate-refused.xml')
    expect(again.xml).toContain('<Code>1004</Code>')
    expect((await soap('SingleReActivateSIM', simInput(ICCID))).xml).toContain('<Status>Activated</Status>')
  })
})
