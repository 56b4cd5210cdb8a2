import { carrierNames } from '@support-console/contract'
import type { Db } from '../platform/database/open-database.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import { createAeris } from './carriers/aeris/aeris.adapter.ts'
import type { AerisSettings } from './carriers/aeris/aeris.client.ts'
import { createAtt } from './carriers/att/att.adapter.ts'
import type { AttSettings } from './carriers/att/att.client.ts'
import type { Carriers } from './carriers/carrier.ts'
import { createLoginBrake } from './carriers/verizon/login-brake.ts'
import { createVerizon } from './carriers/verizon/verizon.adapter.ts'
import { createVerizonCallbacks, type VerizonCallbacks } from './carriers/verizon/verizon.callbacks.ts'
import {
  type CallbackAddress,
  VerizonClient,
  type VerizonSettings,
} from './carriers/verizon/verizon.client.ts'
import { createWyless } from './carriers/wyless/wyless.adapter.ts'
import type { WylessSettings } from './carriers/wyless/wyless.client.ts'
import { type Connector, type ConnectorSettings, createConnector } from './connector/connector.adapter.ts'
import { type CsrAgentSettings, type CsrAgents, createCsrAgents } from './csr-agent/csr-agent.adapter.ts'
import {
  createMobileBroker,
  type MobileBroker,
  type MobileBrokerSettings,
} from './mobile-broker/mobile-broker.adapter.ts'

import {
  createPathfinder,
  type Pathfinder,
  type PathfinderSettings,
} from './pathfinder/pathfinder.adapter.ts'
import {
  createRemotePortal,
  type RemotePortal,
  type RemotePortalSettings,
} from './remote-portal/remote-portal.adapter.ts'
import {
  createWebConnect,
  type WebConnect,
  type WebConnectSettings,
} from './webconnect/webconnect.adapter.ts'

/** The configuration's part about neighbours. */
interface NeighbourSettings {
  att: AttSettings
  verizon: VerizonSettings & { callback: CallbackAddress }
  aeris: AerisSettings
  wyless: WylessSettings
  mobileBroker: MobileBrokerSettings
  connector: ConnectorSettings
  remotePortal: RemotePortalSettings
  pathfinder: PathfinderSettings
  csrAgents: CsrAgentSettings
  webConnect: WebConnectSettings
}

/** The live systems that the features read from (decision 1), each behind its port. */
export interface Neighbours {
  carriers: Carriers
  /** How Verizon tells results by itself. */
  verizonCallbacks: VerizonCallbacks
  mobileBroker: MobileBroker
  connector: Connector
  remotePortal: RemotePortal
  pathfinder: Pathfinder
  csrAgents: CsrAgents
  webConnect: WebConnect
}

/** Makes every adapter. No call is made until somebody asks for something. */
export function connectNeighbours(
  outbound: Outbound,
  settings: NeighbourSettings,
  { log, db }: { log: Parameters<typeof createVerizonCallbacks>[0]['log']; db: Db },
): Neighbours {
  // Adapter and callbacks share the client, and with it the one pair of tokens.
  const verizon = new VerizonClient(outbound, carrierNames.VZN, settings.verizon, createLoginBrake(db))
  return {
    carriers: {
      ATT: createAtt(outbound, settings.att, { db, log }),
      VZN: createVerizon(outbound, settings.verizon, verizon),
      AERIS: createAeris(outbound, settings.aeris),
      WYLESS: createWyless(outbound, settings.wyless),
    },
    verizonCallbacks: createVerizonCallbacks({
      clock: outbound.clock,
      client: verizon,
      address: settings.verizon.callback,
      log,
    }),
    mobileBroker: createMobileBroker(outbound, settings.mobileBroker),
    connector: createConnector(outbound, settings.connector),
    remotePortal: createRemotePortal(outbound, settings.remotePortal),
    pathfinder: createPathfinder(outbound, settings.pathfinder),
    csrAgents: createCsrAgents(outbound, settings.csrAgents),
    webConnect: createWebConnect(outbound, settings.webConnect),
  }
}
