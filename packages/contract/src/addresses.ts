import type { CompanyListItem, Reservation } from './companies.ts'
import type { IdentifiedKind } from './identifiers.ts'
import type { PanelQueryType } from './panels.words.ts'

/**
 * Every address of the console, built here and nowhere else (2.2, 2.3, D25): for the console's links and for those that
 * the server writes. Without schemas and small, because the first page carries it.
 */
export const addresses = {
  home: () => '/',
  /** Leads back to `target` after sign-on. */
  login: (target?: string) => asking('/login', { 'return-url': target === '/' ? undefined : target }),
  logout: () => '/logout',
  simInformation: (simId?: string) => asking('/sim-detail', { simId }),
  simManagement: (shown: { simId?: string | undefined; batch?: string } = {}) =>
    asking('/simmanagement', { simId: shown.simId, batch: shown.batch }),
  /** Many SIMs that are deactivated as batches. */
  series: (seriesId: string) => under('/simmanagement/series', seriesId),
  /** What a company that leaves has to be ended. */
  leaving: (leavingId: string) => under('/company/leaving', leavingId),
  companies: (search?: string) => asking('/company', { search }),
  /** The form of a company; name and SAP company ID only make the link readable. */
  company: ({ companyId, companyName, sapCompanyId }: CompanyName) =>
    under('/company/update', String(companyId), companyName, sapCompanyId),
  /** Its form with the values that a transaction replaced. */
  companyPutBack: (companyId: number, transactionId: string) =>
    asking(under('/company/update', String(companyId)), { putBack: transactionId }),
  /** Its page, by the SAP company ID, which all systems have. */
  companyOfNumber: (sapCompanyId: string) => under('/company/sap', sapCompanyId),
  /** A part of its page, with those alone that a look has found so. */
  companyPart: (companyId: number, part: CompanyPart = 'sims', show?: string) =>
    asking(
      part === 'sims'
        ? pageOf('company', String(companyId))
        : `${pageOf('company', String(companyId))}/${part}`,
      { show },
    ),
  newCompany: () => '/company/add',
  /** Where a reservation becomes a company. */
  reservedCompany: ({ value, sapSalesRegion, label, deviceRegion }: Reservation) =>
    under('/company/add', value, sapSalesRegion, label, deviceRegion),
  simActivity: (txid?: string) => asking('/simactivationdetail', { txid }),
  simActivityOf: (simId: string) => asking('/simactivationdetail', { simId }),
  /** Without the frame, for windows that others open. */
  bareSimActivity: (txid?: string) => asking('/simactivitylog', { txid }),
  panels: (by?: PanelQueryType, ids: readonly string[] = []) =>
    asking('/panel-management', by && { by, ids: several(ids) }),
  /** All panels whose management is disabled now, and what became of those that were enabled together. */
  disabledPanels: (enablingId?: string) =>
    asking('/panel-management', { disabled: 'now', enabling: enablingId }),
  panelEnvironment: (physicalId?: string) => asking('/panel-environment', { physicalId }),
  csr: () => '/csr-management',
  users: () => '/user-management',
  auditTrail: (txid?: string) => asking('/user-action-detail', { txid }),
  /** Entries that name something, of all time. */
  actionsWith: (text: string) => asking('/user-action-detail', { text, allTime: 'true' }),
  /** Where several lines are looked up; the list itself is in no address, but a look at it is (D50). */
  searchMany: (look?: string) => asking('/search', { look }),
  /** Leads to the one thing that the text names, else to what could be meant: for links in tickets. */
  go: (text?: string) => asking('/go', { find: text }),
  /** Where many panels are looked at; a list of more than `mostInAddress` is in no address. */
  diagnose: (cloudIds: readonly string[] = []) =>
    asking('/diagnose', { ids: cloudIds.length <= mostInAddress ? several(cloudIds) : undefined }),
  /** What is wrong in the whole fleet, narrowed by `fleetFilterText`. */
  fleet: (filter = '') => (filter === '' ? '/fleet' : `/fleet?${filter}`),
  /** What is wrong with the panels of a CSR server, and with itself, one by one. */
  fleetOfCsr: (server: string) => asking('/fleet', { csr: server, by: 'thing' }),
  /** A release that goes to CSR servers in waves. */
  release: (planId: string) => under('/releases', planId),
  /** What a look at all came to; without an id the newest. */
  fleetReport: (sweepId?: string) =>
    sweepId === undefined ? '/fleet/reports' : under('/fleet/reports', sweepId),
  /** What happened in a shift: instants of ISO 8601, and an e-mail, `all` or `me`; without them the last hours of everyone. */
  handover: ({ from, to, who }: { from?: string; to?: string; who?: string } = {}) =>
    asking('/handover', { from, to, who }),
  /** Panels with something in common that stopped; without an id all of the last days. */
  outages: (outageId?: string) => (outageId === undefined ? '/outages' : under('/outages', outageId)),
  /** One's own tokens, from the menu behind the name. */
  tokens: () => '/tokens',
  /** Where other systems are told what happened; one of them by its ID. */
  webhooks: (webhookId?: string) => (webhookId === undefined ? '/webhooks' : under('/webhooks', webhookId)),
  /** The calls, for people who write programs. */
  apiReference: () => '/api-reference',
  webconnect: () => '/wc-metrics',
  /** What the menu's entry says; it leads on. */
  webconnectRedirect: () => '/wc-metrics-redirect',
} as const

/** Where a thing is shown, by its main identifier in its one form. */
export const pageOf = (kind: IdentifiedKind, id: string): string => pages[kind](id)

const pages: Readonly<Record<IdentifiedKind, (id: string) => string>> = {
  sim: (iccid) => under('/sims', iccid),
  panel: (cloudId) => under('/panels', cloudId),
  company: (companyId) => under('/companies', companyId),
  csr: (history) => asking('/csr-management', { history }),
  container: (container) => asking('/wc-metrics', { container }),
  person: (email) => asking('/user-management', { email }),
  staff: (email) => asking('/user-action-detail', { email }),
  transaction: (transactionId) => under('/transactions', transactionId),
}

/** The console's routes of which a part names a thing; every other one is its plain address. */
export const patterns = {
  sim: '/sims/:iccid',
  panel: '/panels/:cloudId',
  transaction: '/transactions/:transactionId',
  companyPart: '/companies/:companyId/:tab?',
  company: '/company/update/:companyId?/:companyName?/:customerId?',
  newCompany: '/company/add/:sapCompanyId?/:sapSalesRegion?/:companyName?/:deviceRegion?',
  companyOfNumber: '/company/sap/:sapCompanyId',
  fleetReport: '/fleet/reports/:sweepId?',
  series: '/simmanagement/series/:seriesId',
  leaving: '/company/leaving/:leavingId',
  release: '/releases/:planId',
  outages: '/outages/:outageId?',
  webhooks: '/webhooks/:webhookId?',
} as const

/** The parts of a company's page. */
export type CompanyPart = 'sims' | 'panels' | 'users' | 'settings' | 'timeline'

type CompanyName = Pick<CompanyListItem, 'companyId' | 'companyName' | 'sapCompanyId'>

/** More ids than that make an address too long for mails and proxies. */
export const mostInAddress = 150

/** Several ids under one name: between them stand spaces, which an address writes as `+`; a comma would become `%2C`. */
export const several = (ids: readonly string[]): string => ids.join(' ')

/** A path with what it asks for, of which some may be left out. */
function asking(path: string, names: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(names).filter((each): each is [string, string] => Boolean(each[1]))
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

/** A path with parts below it: '.' and '..' would be steps, and an empty one would be none. */
const under = (path: string, ...parts: readonly string[]): string => [path, ...parts.map(part)].join('/')

const part = (words: string): string =>
  /^\.{1,2}$/.test(words) || words === '' ? '-' : encodeURIComponent(words.toWellFormed())
