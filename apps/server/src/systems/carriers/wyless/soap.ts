import { madePlain } from '@support-console/contract'
import { XMLParser, XMLValidator } from 'fast-xml-parser'

/** One element to write: its name with prefix, and its text or children in order. */
export type Element = readonly [name: string, content: string | readonly Element[]]

const namespaces =
  'xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:w="https://www.wyless.net/" ' +
  'xmlns:b="urn:PorthosBase.enterprise.soap.wyless.com"'

/** A SOAP 1.1 envelope as text. Everything that is not a name of ours is escaped. */
export function soapEnvelope(header: readonly Element[], body: readonly Element[]): string {
  const parts: Element[] = []
  if (header.length > 0) parts.push(['soap:Header', header])
  parts.push(['soap:Body', body])
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope ${namespaces}>${parts.map(write).join('')}</soap:Envelope>`
}

function write([name, content]: Element): string {
  return `<${name}>${typeof content === 'string' ? escapeXml(content) : content.map(write).join('')}</${name}>`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Text for an XML 1.0 element: markup escaped, a carriage return kept, characters that XML cannot carry left out. */
export function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 (2.2, Char) forbids
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
      .replace(/[&<>"']/g, (character) => entities[character] ?? character)
      .replace(/\r/g, '&#13;')
  )
}

const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  tagValueProcessor: (_name, value) => madePlain(value),
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 50,
})

export type SoapReply =
  | { kind: 'body'; operation: string; result: unknown }
  | { kind: 'fault'; code: string; text: string }

/**
 * Reads an envelope: the `…Result` of the operation's response, or the fault. Names count without their namespaces,
 * since it is not certain which of the two a member bears. Returns undefined for anything that is no SOAP envelope.
 */
export function readSoap(text: string): SoapReply | undefined {
  // No answer of a SOAP service has one (SOAP 1.1, section 3), and entities come with it.
  if (/<!DOCTYPE/i.test(text)) return undefined
  if (XMLValidator.validate(text) !== true) return undefined
  let document: unknown
  try {
    document = parser.parse(text)
  } catch {
    return undefined
  }
  const body = member(member(document, 'Envelope'), 'Body')
  if (typeof body !== 'object' || body === null) return undefined
  const fault = member(body, 'Fault')
  if (fault !== undefined) {
    // SOAP 1.1, or 1.2: there `Reason` has a text for each language.
    const reasons = member(member(fault, 'Reason'), 'Text')
    return {
      kind: 'fault',
      code: textOf(member(fault, 'faultcode')) || textOf(member(member(fault, 'Code'), 'Value')),
      text: textOf(member(fault, 'faultstring')) || textOf(Array.isArray(reasons) ? reasons[0] : reasons),
    }
  }
  const [name] = Object.keys(body).filter((key) => key.endsWith('Response'))
  if (!name) return undefined
  const operation = name.slice(0, -'Response'.length)
  return { kind: 'body', operation, result: member(member(body, name), `${operation}Result`) }
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
