import type { CompanyListItem, Reservation, SalesRegion } from '@support-console/contract'

/** Routes of the screens (2.3). */
export const listPath = '/company'

/** A part of a path: what it says stands there for people, and '.' and '..' would be steps. */
const part = (words: string): string =>
  /^\.{1,2}$/.test(words) || words === '' ? '-' : encodeURIComponent(words.toWellFormed())

/** Where a company is edited; name and SAP Company ID only make the link readable. */
export function updatePath({
  companyId,
  companyName,
  sapCompanyId,
}: Pick<CompanyListItem, 'companyId' | 'companyName' | 'sapCompanyId'>): string {
  return `/company/update/${companyId}/${part(companyName)}/${part(sapCompanyId)}`
}

export const addPath = '/company/add'

/** Where a reservation becomes a company. */
export function reservationPath({ value, sapSalesRegion, label, deviceRegion }: Reservation): string {
  return [addPath, value, sapSalesRegion, label, deviceRegion]
    .map((words, at) => (at ? part(words) : words))
    .join('/')
}

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
  return region === 'us' || region === 'ca' ? region : undefined
}
