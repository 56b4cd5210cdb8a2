import type { ConnectorSimData, DeviceStatus, OnlineStatus } from '@support-console/contract'
import { neighbourErrors, type Outbound } from '../../platform/outbound/index.ts'
import { errorOfStatus } from '../answer-errors.ts'
import type { CallOptions } from '../carriers/carrier.ts'
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

export function createConnector(outbound: Outbound, settings: ConnectorSettings): Connector {
  const neighbour = outbound.neighbour({
    key: 'connector',
    system: name,
    baseUrl: settings.baseUrl,
    answerWithinMs: settings.answerWithinMs ?? 20_000,
  })
  return {
    name,
    readSim: (iccid, { signal } = {}) =>
      neighbour.ask({
        operation: 'read device',
        method: 'GET',
        path: ['devices'],
        query: { iccid },
        headers: { authorization: `Bearer ${settings.token}` },
        safe: true,
        signal,
        read: (answer) => {
          if (answer.status !== 200) throw errorOfStatus(name, answer, answer.tryJson(ConnectorError)?.code)
          const { devices } = answer.json(ConnectorDevices)
          if (devices.length === 0) throw neighbourErrors.notFound(name, { detail: 'empty list' })
          const device = devices.find((each) => each.iccid === iccid)
          if (!device) throw answer.malformed('the answer is about another SIM')
          return simData(device)
        },
      }),
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
  }
}
