import {
  type ConnectorSimData,
  type DeviceStatus,
  isSameIccid,
  type OnlineStatus,
} from '@support-console/contract'
import { neighbourErrors, type Outbound } from '../../platform/outbound/index.ts'
import { errorOfStatus } from '../answer-errors.ts'
import type { CallOptions } from '../carriers/carrier.ts'
import { told, utcInstant } from '../instants.ts'
import { createJsonClient } from '../json-client.ts'
import { type ConnectorDevice, ConnectorDevices, ConnectorError } from './connector.wire.ts'

export interface ConnectorSettings {
  baseUrl: string
  token: string
  answerWithinMs?: number
}

/** Connector: what the panel side of the business holds about the device that bears a SIM. */
export interface Connector {
  readonly name: string
  /** Rejects with a NeighbourError; `not-found` for an unknown SIM. */
  readSim: (iccid: string, options?: CallOptions) => Promise<ConnectorSimData>
}

const name = 'Connector'

const statuses = new Map<string, DeviceStatus>([
  ['ACTIVE', 'Active'],
  ['SUSPENDED', 'Suspended'],
  ['DEACTIVATED', 'Deactivated'],
  ['STOCK', 'Inventory'],
])
const connections = new Map<string, OnlineStatus>([
  ['ONLINE', 'Online'],
  ['OFFLINE', 'Offline'],
])

export function createConnector(outbound: Outbound, { token, ...where }: ConnectorSettings): Connector {
  const client = createJsonClient(outbound, {
    key: 'connector',
    system: name,
    ...where,
    headers: { authorization: `Bearer ${token}` },
    whyNot: (answer) => errorOfStatus(name, answer, answer.tryJson(ConnectorError)?.code),
  })
  return {
    name,
    async readSim(iccid, options) {
      const { devices } = await client.get(
        {
          operation: 'read device',
          path: ['devices'],
          query: { iccid },
          shape: ConnectorDevices,
          fits: (said) =>
            said.devices.length === 0 || said.devices.some((each) => isSameIccid(each.iccid, iccid)),
        },
        options,
      )
      const [device, ...others] = devices.filter((each) => isSameIccid(each.iccid, iccid))
      if (!device) throw neighbourErrors.notFound(name, { detail: 'empty list' })
      const sim = simData(device)
      return others.length > 0
        ? { ...sim, alsoListed: others.map((each) => simData(each).deviceStatus) }
        : sim
    },
  }
}

function simData(device: ConnectorDevice): ConnectorSimData {
  return {
    deviceStatus: statuses.get(device.deviceStatus ?? '') ?? 'Unknown',
    rawStatus: device.deviceStatus ?? '',
    imei: device.imei ?? '',
    ipAddress: device.ip ?? '',
    phoneNumber: device.phoneNumber ?? '',
    onlineStatus: connections.get(device.connection ?? '') ?? 'Unknown',
    realIp: device.realIp ?? '',
    natIp: device.natIp ?? '',
    sapCompanyId: device.sapCompanyId ?? '',
    companyName: device.companyName ?? '',
    ...(device.connection === 'OFFLINE' && told('onlineSince', utcInstant(device.lastSeenAt))),
  }
}
