/** Words and limits of a company's settings (2.6, 3). Imports nothing, so that the console can carry it. */

/** Longest company name, in characters. */
export const longestCompanyName = 200
/** Longest host name of a VPN endpoint, in characters. */
export const longestVpnEndpoint = 253
/** How a company is known to SAP and to us (decision 26). */
export const sapCompanyIdPattern = /^\d{1,10}$/
/** Subnets of one company at most. */
export const mostSubnets = 64
/** Alert and warning threshold, in percent. */
export const thresholds = { least: 1, most: 100 } as const

export const salesRegions = ['us', 'ca'] as const
export type SalesRegion = (typeof salesRegions)[number]
export const alertMethodologies = ['OnceADay', 'EveryTime', 'OnceAMonth'] as const
export type AlertMethodology = (typeof alertMethodologies)[number]
export const preferredLanguages = ['en-US', 'fr-CA'] as const
export type PreferredLanguage = (typeof preferredLanguages)[number]
export const deliveryTypes = ['Email', 'SMS'] as const
export type DeliveryType = (typeof deliveryTypes)[number]
