import type { Outbound } from '../platform/outbound/index.ts'
import { connectCarriers } from './carriers/carriers.ts'
import { type ConnectorSettings, createConnector } from './connector/connector.adapter.ts'
import { type CsrAgentSettings, createCsrAgents } from './csr-agent/csr-agent.adapter.ts'
import { createMobileBroker, type MobileBrokerSettings } from './mobile-broker/mobile-broker.adapter.ts'
import { createPathfinder, type PathfinderSettings } from './pathfinder/pathfinder.adapter.ts'
import { createRemotePortal, type RemotePortalSettings } from './remote-portal/remote-portal.adapter.ts'
import { createWebConnect, type WebConnectSettings } from './webconnect/webconnect.adapter.ts'

type Carriers = Parameters<typeof connectCarriers>

/** The configuration's part about neighbours. */
type NeighbourSettings = Carriers[1] & {
  mobileBroker: MobileBrokerSettings
  connector: ConnectorSettings
  remotePortal: RemotePortalSettings
  pathfinder: PathfinderSettings
  csrAgents: CsrAgentSettings
  webConnect: WebConnectSettings
}

/** The live systems that the features read from (decision 1), each behind its port. */
export type Neighbours = ReturnType<typeof connectNeighbours>

/** Makes every adapter. No call is made until someone asks for something. */
export const connectNeighbours = (
  outbound: Outbound,
  settings: NeighbourSettings,
  platform: Carriers[2],
) => ({
  ...connectCarriers(outbound, settings, platform),
  mobileBroker: createMobileBroker(outbound, settings.mobileBroker),
  connector: createConnector(outbound, settings.connector),
  remotePortal: createRemotePortal(outbound, settings.remotePortal),
  pathfinder: createPathfinder(outbound, settings.pathfinder),
  csrAgents: createCsrAgents(outbound, settings.csrAgents),
  webConnect: createWebConnect(outbound, settings.webConnect),
})
