/** The systems that the field plays, by the first part of their paths. */
export const systems = [
  'att',
  'verizon',
  'aeris',
  'wyless',
  'mobile-broker',
  'connector',
  'remote-portal',
  'pathfinder',
  'csr-agent',
  'webconnect',
  'sign-on',
] as const
export type System = (typeof systems)[number]

/** The system that a path belongs to; undefined for the field's own calls. */
export function systemOf(url: string): System | undefined {
  const first = url.split(/[/?#]/, 2)[1]
  if (first === 'realms') return 'sign-on'
  return systems.find((system) => system === first && system !== 'sign-on')
}

/** How each system says that something broke inside it. */
export function brokenAnswer(system: System): { type: string; body: string } {
  const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) })
  switch (system) {
    case 'att':
      return json({ errorMessage: 'Internal server error', errorCode: '30000001' })
    case 'verizon':
      return json({
        fault: { code: '900900', message: 'Internal Server Error', description: 'Unclassified failure' },
      })
    case 'aeris':
      return json({ code: 500, status: 'INTERNAL_SERVER_ERROR', message: 'Unexpected error.' })
    case 'wyless':
      return {
        type: 'text/xml; charset=utf-8',
        body: '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode>soap:Server</faultcode><faultstring>Server was unable to process request.</faultstring><detail /></soap:Fault></soap:Body></soap:Envelope>',
      }
    case 'mobile-broker':
    case 'remote-portal':
      return json({ error: 'INTERNAL', message: 'Something went wrong. Try later.' })
    case 'connector':
    case 'pathfinder':
    case 'csr-agent':
    case 'webconnect':
      return json({ code: 'INTERNAL', detail: 'Something went wrong. Try later.' })
    case 'sign-on':
      return json({ error: 'server_error', error_description: 'Something went wrong. Try later.' })
  }
}
