/**
 * The network models of companies and SIMs (2.4, 2.6). Imports nothing, so that the console can carry it without the
 * schemas.
 */

/** How users read a network model. */
export const networkModelNames = {
  TIER3_STANDARD: 'Tier3 Standard',
  TIER2_STANDARD: 'Tier2 Standard',
  TIER2_STANDARD_NO_NAT: 'Tier2 No NAT',
  TIER2_STANDARD_DO_INTERNET: 'Tier2 Do Internet',
} as const
export type NetworkModel = keyof typeof networkModelNames

/** The bundle's networkModelId (3). */
export const networkModelIds = {
  TIER3_STANDARD: 1,
  TIER2_STANDARD: 2,
  TIER2_STANDARD_NO_NAT: 3,
  TIER2_STANDARD_DO_INTERNET: 4,
} as const satisfies Record<NetworkModel, number>

/** Whom a network model is for (2.6). */
export const networkModelDescriptions = {
  TIER3_STANDARD: 'Small or medium companies using an on-demand VPN client.',
  TIER2_STANDARD: 'A dedicated persistent tunnel with NAT IPs.',
  TIER2_STANDARD_NO_NAT: 'No translation (rarely used).',
  TIER2_STANDARD_DO_INTERNET: 'Traffic exits to the internet, and NAT is used only to reach the device.',
} as const satisfies Record<NetworkModel, string>

/** The VPN endpoint that a new Tier3 Standard company starts with (9). */
export const defaultVpnEndpoint = 'vpn.installer-services.example'
