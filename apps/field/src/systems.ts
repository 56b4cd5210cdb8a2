import { soapFault } from './wyless/soap.ts'

const ours = { error: 'INTERNAL', message: 'Something went wrong. Try later.' }
const service = { code: 'INTERNAL', detail: 'Something went wrong. Try later.' }

/**
 * The systems that the field plays, by the first part of their paths, each with how it says that something broke inside it: JSON, or
 * XML as it is.
 */
const systems = {
  att: { errorMessage: 'Internal server error', errorCode: '30000001' },
  verizon: {
    fault: { code: '900900', message: 'Internal Server Error', description: 'Unclassified failure' },
  },
  aeris: { code: 500, status: 'INTERNAL_SERVER_ERROR', message: 'Unexpected error.' },
  wyless: soapFault('soap:Server', 'Server was unable to process request.'),
  'mobile-broker': ours,
  connector: service,
  'remote-portal': ours,
  pathfinder: service,
  'csr-agent': service,
  webconnect: service,
  'sign-on': { error: 'server_error', error_description: 'Something went wrong. Try later.' },
} as const satisfies Record<string, object | string>
export type System = keyof typeof systems

export const systemNames = Object.keys(systems) as System[]

/** The system that a path belongs to; undefined for the field's own calls. */
export function systemOf(url: string): System | undefined {
  const first = url.split(/[/?#]/, 2)[1] ?? ''
  if (first === 'realms') return 'sign-on'
  return first !== 'sign-on' && Object.hasOwn(systems, first) ? (first as System) : undefined
}

/** How a system says that something broke inside it. */
export function brokenAnswer(system: System): { type: string; body: string } {
  const broken: object | string = systems[system]
  return typeof broken === 'string'
    ? { type: 'text/xml; charset=utf-8', body: broken }
    : { type: 'application/json', body: JSON.stringify(broken) }
}
