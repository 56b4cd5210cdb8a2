import type { FastifyInstance } from 'fastify'
import { aerisRoutes } from './aeris/routes.ts'
import { attRoutes } from './att/routes.ts'
import { connectorRoutes } from './connector/routes.ts'
import type { Context } from './context.ts'
import { csrAgentRoutes } from './csr-agent/routes.ts'
import { mobileBrokerRoutes } from './mobile-broker/routes.ts'
import { pathfinderRoutes } from './pathfinder/routes.ts'
import { remotePortalRoutes } from './remote-portal/routes.ts'
import { verizonRoutes } from './verizon/routes.ts'
import { webConnectRoutes } from './webconnect/routes.ts'
import { wylessRoutes } from './wyless/routes.ts'
import { soapFault } from './wyless/soap.ts'

interface PlayedSystem {
  /** Its calls; the sign-on provider's are its own affair. */
  routes?: (app: FastifyInstance, context: Context) => void
  /** How it says that something broke inside it: JSON, or XML as it is. */
  broken: object | string
}

const ours = { error: 'INTERNAL', message: 'Something went wrong. Try later.' }
const service = { code: 'INTERNAL', detail: 'Something went wrong. Try later.' }

/** The systems that the field plays, by the first part of their paths. */
const systems = {
  att: {
    routes: attRoutes,
    broken: { errorMessage: 'Internal server error', errorCode: '30000001' },
  },
  verizon: {
    routes: verizonRoutes,
    broken: {
      fault: { code: '900900', message: 'Internal Server Error', description: 'Unclassified failure' },
    },
  },
  aeris: {
    routes: aerisRoutes,
    broken: { code: 500, status: 'INTERNAL_SERVER_ERROR', message: 'Unexpected error.' },
  },
  wyless: {
    routes: wylessRoutes,
    broken: soapFault('soap:Server', 'Server was unable to process request.'),
  },
  'mobile-broker': { routes: mobileBrokerRoutes, broken: ours },
  connector: { routes: connectorRoutes, broken: service },
  'remote-portal': { routes: remotePortalRoutes, broken: ours },
  pathfinder: { routes: pathfinderRoutes, broken: service },
  'csr-agent': { routes: csrAgentRoutes, broken: service },
  webconnect: { routes: webConnectRoutes, broken: service },
  'sign-on': { broken: { error: 'server_error', error_description: 'Something went wrong. Try later.' } },
} as const satisfies Record<string, PlayedSystem>
export type System = keyof typeof systems

export const systemNames = Object.keys(systems) as System[]

const played: Readonly<Record<System, PlayedSystem>> = systems

/** Every system's calls. */
export function systemRoutes(app: FastifyInstance, context: Context): void {
  for (const { routes } of Object.values(played)) routes?.(app, context)
}

/** The system that a path belongs to; undefined for the field's own calls. */
export function systemOf(url: string): System | undefined {
  const first = url.split(/[/?#]/, 2)[1] ?? ''
  if (first === 'realms') return 'sign-on'
  return first !== 'sign-on' && Object.hasOwn(systems, first) ? (first as System) : undefined
}

/** How a system says that something broke inside it. */
export function brokenAnswer(system: System): { type: string; body: string } {
  const { broken } = played[system]
  return typeof broken === 'string'
    ? { type: 'text/xml; charset=utf-8', body: broken }
    : { type: 'application/json', body: JSON.stringify(broken) }
}
