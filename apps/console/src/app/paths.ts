import type { CompanyListItem, PanelQueryType, Reservation } from '@support-console/contract'

/**
 * Every address of the console that something leads to, each built here and nowhere else (2.2, 2.3, D25). Imports
 * nothing of ours, so that every floor may ask it. What a screen reads back out of its address, it does itself.
 */
export const paths = {
  home: () => '/',
  /** Leads back to `target` after sign-on. */
  login: (target = '/') => (target === '/' ? '/login' : `/login?return-url=${encodeURIComponent(target)}`),
  logout: () => '/logout',
  simInformation: (simId?: string) => asking('/sim-detail', { simId }),
  simManagement: (shown: { simId?: string | undefined; batch?: string } = {}) =>
    asking('/simmanagement', { simId: shown.simId, batch: shown.batch }),
  companies: (search?: string) => asking('/company', { search }),
  /** The form of a company; name and SAP company ID only make the link readable. */
  company: ({ companyId, companyName, sapCompanyId }: CompanyName) =>
    `/company/update/${companyId}/${part(companyName)}/${part(sapCompanyId)}`,
  /** The same by the SAP company ID, which all systems have. */
  companyOfNumber: (sapCompanyId: string) => `/company/sap/${encodeURIComponent(sapCompanyId)}`,
  newCompany: () => '/company/add',
  /** Where a reservation becomes a company. */
  reservedCompany: ({ value, sapSalesRegion, label, deviceRegion }: Reservation) =>
    `/company/add/${[value, sapSalesRegion, label, deviceRegion].map(part).join('/')}`,
  simActivity: (txid?: string) => asking('/simactivationdetail', { txid }),
  simActivityOf: (simId: string) => asking('/simactivationdetail', { simId }),
  /** Without the frame, for windows that others open. */
  bareSimActivity: (txid?: string) => asking('/simactivitylog', { txid }),
  /** Between the ids stand spaces, which an address writes as `+`; commas would become `%2C`. */
  panels: (by?: PanelQueryType, ids: readonly string[] = []) =>
    asking('/panel-management', by && { by, ids: ids.join(' ') }),
  panelEnvironment: (physicalId?: string) => asking('/panel-environment', { physicalId }),
  csr: () => '/csr-management',
  users: () => '/user-management',
  auditTrail: (txid?: string) => asking('/user-action-detail', { txid }),
  /** Entries that name something, of all time. */
  actionsWith: (text: string) => asking('/user-action-detail', { text, allTime: 'true' }),
  /** Where several lines are looked up; the list itself is in no address. */
  searchMany: () => '/search',
  /** Where many panels are looked at; the list itself is in no address. */
  diagnose: () => '/diagnose',
  webconnect: () => '/wc-metrics',
  /** What the menu's entry says; it leads on. */
  webconnectRedirect: () => '/wc-metrics-redirect',
} as const

type CompanyName = Pick<CompanyListItem, 'companyId' | 'companyName' | 'sapCompanyId'>

/** A path with what it asks for, of which some may be left out. */
function asking(path: string, names: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(names).filter((each): each is [string, string] => Boolean(each[1]))
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

/** A part of a path: what it says stands there for people, and '.' and '..' would be steps. */
function part(words: string): string {
  return /^\.{1,2}$/.test(words) || words === '' ? '-' : encodeURIComponent(words.toWellFormed())
}
