import { z } from 'zod'
import { defineCall } from './call.ts'
import { vendorCodes } from './carriers.ts'
import { why } from './reasons.ts'
import { onlineStatuses, SimId } from './sim-information.ts'
import { deviceStatuses } from './sim-information.words.ts'
import { SimState } from './states.ts'
import { plainText } from './text.ts'

const params = z.strictObject({ SimId })

/** What a SIM belongs to, by the inventory. */
const belongsTo = {
  /** Null: the SIM belongs to no company. */
  companyName: z.string().nullable(),
  sapCompanyId: z.string().nullable(),
  /** The cloud ID of the panel that the SIM sits in; null where it is not known. */
  panel: z.string().nullable(),
}

/** The SIM query device (3). Empty text: not known; the VPN fields are filled for Tier3 Standard alone. */
export const SimQueryDevice = z.object({
  /** A name as users read it; empty when neither the SIM nor its company has a network model. */
  networkModelName: z.string(),
  vpnGateway: z.string(),
  vpnUserName: z.string(),
  vpnPassword: z.string(),
  ipAddress: z.string(),
  phoneNumber: z.string(),
  deviceStatus: z.enum(deviceStatuses),
  /** The carrier's own word for it. */
  rawStatus: z.string(),
  vendorCode: z.enum(vendorCodes),
  imei: z.string(),
  /** UTC, ISO 8601. */
  timeofLastKnownDeviceStatus: z.string(),
  OnlineStatus: z.enum(onlineStatuses),
  /** Beside the specification's fields: whose VPN account it is. */
  ...belongsTo,
})
export type SimQueryDevice = z.infer<typeof SimQueryDevice>

export const queryDevice = defineCall({
  method: 'GET',
  path: '/simmanagement/v1/querydevice/{SimId}',
  access: 'sim-management.read',
  spec: '2.4, 7, D6, D32',
  audit: { screen: 'SIM Management', action: 'Show the VPN account of SIM {SimId}', object: 'sim {SimId}' },
  summary: 'Network model and VPN account of a SIM from the inventory, its state read live at the carrier',
  params,
  data: SimQueryDevice,
  carriesSecret: true,
})

export const queryDeviceNetworkStatus = defineCall({
  method: 'GET',
  path: '/simmanagement/v1/querydevicenetworkstatus/{SimId}',
  access: 'sim-management.read',
  spec: '2.4, 7',
  summary: 'Whether the SIM has a connection right now, read live at the carrier',
  params,
  data: z.object({ OnlineStatus: z.enum(onlineStatuses) }),
})

const Usability = z.enum(['Usable', 'Unusable'])
export type Usability = z.infer<typeof Usability>

export const getSimUsability = defineCall({
  method: 'GET',
  path: '/simmanagement/v1/simusability/{SimId}',
  access: 'sim-management.read',
  spec: '2.4, 4, 7',
  summary: 'Whether the SIM may be given to a panel again',
  params,
  data: Usability,
})

export const toggleSimUsability = defineCall({
  method: 'POST',
  path: '/simmanagement/v1/simusability/{SimId}',
  access: 'sim-management.change',
  spec: '2.4, 4, 7',
  audit: { screen: 'SIM Management', action: 'Change the usability of SIM {SimId}', object: 'sim {SimId}' },
  summary: 'Turn a usable SIM unusable, or an unusable one usable',
  params,
  /** With `from` the toggle happens only out of that state, so that two agents do not undo each other's click. */
  query: z.strictObject({ from: Usability.optional() }),
  data: Usability,
})

/** What a confirmation says of a SIM before it is cut off; all of it is the inventory's. */
export const SimSubject = z.object({
  iccid: z.string(),
  vendorCode: z.enum(vendorCodes),
  /** 'AT&T' */
  carrierName: z.string(),
  ...belongsTo,
  /** What a deactivation at this carrier loses for good, as a sentence; empty where nothing is lost. */
  cannotUndo: z.string(),
  /** When the console deactivated it, or learned that it is; UTC, ISO 8601. */
  deactivatedAt: z.string().nullable(),
  /** The one state (D40); null: the reader may not read it. */
  state: SimState.nullable(),
})
export type SimSubject = z.infer<typeof SimSubject>

export const getSimSubject = defineCall({
  method: 'GET',
  path: '/simmanagement/v1/sims/{SimId}',
  access: 'sim-management.read',
  spec: '2.4',
  summary: 'Whom a deactivation of the SIM would cut off',
  params,
  data: SimSubject,
})

/** The specification's row of ICCID and status. Its prefix decides how it looks: Ready, Success, anything else. */
export const PlainBatchRow = z.strictObject({ iccid: z.string(), status: z.string() })
export type PlainBatchRow = z.infer<typeof PlainBatchRow>

export const deactivateSim = defineCall({
  method: 'POST',
  path: '/simmanagement/v1/deactivate/{SimId}',
  access: 'sim-management.change',
  spec: '2.4, 7, D5',
  audit: { screen: 'SIM Management', action: 'Deactivate SIM {SimId}', object: 'sim {SimId}' },
  summary: 'Deactivate a SIM at its carrier',
  params,
  query: z.strictObject(why),
  cutsOff: true,
  data: PlainBatchRow,
})

export const verizonCallback = defineCall({
  method: 'POST',
  path: '/simmanagement/v1/carriers/verizon/callback',
  access: 'neighbour',
  spec: 'D5',
  audit: { screen: 'SIM Management', action: 'Verizon reports a result' },
  summary: "Verizon reports a request's result; user name and password stand in the body",
  /** Verizon's; whatever else it holds is let through unread. */
  body: z.looseObject({ requestId: plainText(200) }),
  data: z.null(),
})

export const simManagementCalls = {
  queryDevice,
  queryDeviceNetworkStatus,
  getSimUsability,
  toggleSimUsability,
  getSimSubject,
  deactivateSim,
  verizonCallback,
}
