/** What is to be known of a carrier without asking it. */
interface CarrierFacts {
  /** As users know it. */
  readonly name: string
  /** How the SIM IDs begin that are the carrier's in any case; of others the inventory says whose they are. */
  readonly prefixes: readonly string[]
}

/** The carriers by their codes, once (specification 5, 9). Imports nothing, so that the console can carry it. */
const carriers = {
  ATT: { name: 'AT&T', prefixes: ['890117'] },
  VZN: { name: 'Verizon', prefixes: ['89148'] },
  AERIS: { name: 'Aeris', prefixes: [] },
  WYLESS: { name: 'Wyless', prefixes: [] },
} as const satisfies Record<string, CarrierFacts>

export type VendorCode = keyof typeof carriers

export const vendorCodes = Object.keys(carriers) as VendorCode[]

/** The carriers that a company may have as MVNOs, in the order of its form (specification 9). */
export const mvnos = [carriers.AERIS.name, carriers.WYLESS.name, carriers.VZN.name] as const

export const carrierNames = Object.fromEntries(
  vendorCodes.map((code) => [code, carriers[code].name]),
) as Readonly<Record<VendorCode, string>>

/** The prefixes by which a SIM ID names its carrier (specification 5). */
export const carrierPrefixes: readonly { prefix: string; code: VendorCode }[] = vendorCodes.flatMap((code) =>
  carriers[code].prefixes.map((prefix) => ({ prefix, code })),
)

/** The prefix by which a SIM ID names its carrier, and whose it is. */
export const prefixOf = (iccid: string): { prefix: string; code: VendorCode } | undefined =>
  carrierPrefixes.find(({ prefix }) => iccid.startsWith(prefix))

/**
 * Whose a SIM is: its prefix says so, else anyone who knows the SIM does (specification 5, D24); undefined where neither
 * says.
 */
export const vendorOf = (iccid: string, known?: VendorCode | null): VendorCode | undefined =>
  prefixOf(iccid)?.code ?? known ?? undefined
