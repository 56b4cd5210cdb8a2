import { type SalesRegion, salesRegions } from '@support-console/contract/companies.words'

/** The companyId of an address; undefined for what is none. */
export function companyIdOf(param: string): number | undefined {
  return /^[1-9]\d{0,9}$/.test(param) && Number(param) <= 2_147_483_647 ? Number(param) : undefined
}

/** A text of an address for a field: one line, and not without end. */
export const textOf = (param: string | undefined): string =>
  (param ?? '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 400)

export function salesRegionOf(param: string | undefined): SalesRegion | undefined {
  const region = param?.trim().toLowerCase()
  return salesRegions.find((each) => each === region)
}
