import type { DeviceStatus, OnlineStatus } from '@support-console/contract'

/** What every system that knows SIMs can say of one. Empty text: it does not know. */
export interface SimState {
  /** Our word, made from `rawStatus`. */
  deviceStatus: DeviceStatus
  /** The system's own word, as it came. */
  rawStatus: string
  imei: string
  ipAddress: string
  phoneNumber: string
  onlineStatus: OnlineStatus
  /** When it last changed the record; when the session began, or the last one ended. UTC, ISO 8601; absent: not told. */
  changedAt?: string | undefined
  onlineSince?: string | undefined
  /** States of further records of the same SIM in the same answer. */
  alsoListed?: readonly DeviceStatus[]
}
