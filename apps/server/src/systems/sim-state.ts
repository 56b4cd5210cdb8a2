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
}
