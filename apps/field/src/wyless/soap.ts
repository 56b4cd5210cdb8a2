import { XMLBuilder, XMLParser } from 'fast-xml-parser'
import { isRecord } from '../json.ts'
import { Refusal } from '../refusal.ts'

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: true,
  processEntities: true,
})
const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: true })

export interface SoapRequest {
  operation: string
  input: Record<string, unknown>
  /** The `Credential` of the header. */
  credential: Record<string, unknown>
}

/** A message that is no SOAP envelope with one operation, or an operation that is not done. */
export class BadSoap extends Refusal {}

/** Reads a SOAP 1.1 or 1.2 message; namespace prefixes do not matter. */
export function readSoap(text: string): SoapRequest {
  // no document type, so no entities of one's own
  if (/<!DOCTYPE/i.test(text)) throw new BadSoap('A document type is not allowed.')
  const envelope = field(parseXml(text), 'Envelope')
  const body = field(envelope, 'Body')
  const [operation] = Object.keys(body)
  if (!operation) throw new BadSoap('The body of the envelope is empty.')
  return {
    operation,
    input: field(body, operation),
    credential: field(field(envelope, 'Header'), 'Credential'),
  }
}

function parseXml(text: string): unknown {
  try {
    return parser.parse(text, true)
  } catch {
    throw new BadSoap('The message is not XML.')
  }
}

/** A nested element; empty where it is missing. */
export function field(value: unknown, name: string): Record<string, unknown> {
  const found = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return isRecord(found) ? found : {}
}

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/'
export const SERVICE = 'https://www.wyless.net/'
export const BASE_TYPE = 'urn:PorthosBase.enterprise.soap.wyless.com'

function envelope(body: Record<string, unknown>): string {
  const document = { 'soap:Envelope': { '@xmlns:soap': ENVELOPE, 'soap:Body': body } }
  return `<?xml version="1.0" encoding="utf-8"?>${builder.build(document)}`
}

/** The answer of an operation, as .NET writes it. */
export const soapAnswer = (operation: string, result: unknown): string =>
  envelope({ [`${operation}Response`]: { '@xmlns': SERVICE, [`${operation}Result`]: result } })

export const soapFault = (faultcode: 'soap:Client' | 'soap:Server', faultstring: string): string =>
  envelope({ 'soap:Fault': { faultcode, faultstring, detail: '' } })
