import type { FastifyInstance } from 'fastify'
import { aerisRoutes } from './aeris/routes.ts'
import { attRoutes } from './att/routes.ts'
import { connectorRoutes } from './connector/routes.ts'
import type { Context } from './context.ts'
import { csrAgentRoutes } from './csr-agent/routes.ts'
import { mobileBrokerRoutes } from './mobile-broker/routes.ts'
import { pathfinderRoutes } from './pathfinder/routes.ts'
import { remotePortalRoutes } from './remote-portal/routes.ts'
import type { System } from './systems.ts'
import { verizonRoutes } from './verizon/routes.ts'
import { webConnectRoutes } from './webconnect/routes.ts'
import { wylessRoutes } from './wyless/routes.ts'

/** Every system's calls; the sign-on provider's are its own affair. */
const routes: Record<Exclude<System, 'sign-on'>, (app: FastifyInstance, context: Context) => void> = {
  att: attRoutes,
  verizon: verizonRoutes,
  aeris: aerisRoutes,
  wyless: wylessRoutes,
  'mobile-broker': mobileBrokerRoutes,
  connector: connectorRoutes,
  'remote-portal': remotePortalRoutes,
  pathfinder: pathfinderRoutes,
  'csr-agent': csrAgentRoutes,
  webconnect: webConnectRoutes,
}

export function systemRoutes(app: FastifyInstance, context: Context): void {
  for (const add of Object.values(routes)) add(app, context)
}
