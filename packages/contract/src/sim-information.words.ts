/** What SIM Information can be asked for (2.5). No schemas, so that the console can carry it. */

/** The years that may have been billed (9). */
export const billingYears = { first: 2018, last: 2021 } as const

/** Our words for a device's status, whatever its source calls it. */
export const deviceStatuses = ['Active', 'Suspended', 'Deactivated', 'Inventory', 'Unknown'] as const
export type DeviceStatus = (typeof deviceStatuses)[number]
