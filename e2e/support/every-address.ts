import { addresses, type CompanyPart, pageOf } from '@support-console/contract/addresses'
import type { IdentifiedKind } from '@support-console/contract/identifiers'

type Addresses = typeof addresses

const reservation = {
  value: '1000099',
  sapSalesRegion: 'us',
  label: 'Wexmoor Security',
  deviceRegion: 'us',
} as const

/** What each address is given in the demo world. A new address, or kind of thing, does not compile until it is given something. */
const given: { [Name in keyof Addresses]: readonly Parameters<Addresses[Name]>[] } = {
  tokens: [[]],
  home: [[]],
  // Both lead elsewhere at once.
  login: [],
  logout: [],
  // Leads on at once: e2e/help-desk.spec.ts.
  go: [],
  simInformation: [[], ['8914800000000000055']],
  simManagement: [[], [{ simId: '8901170000000000013' }]],
  companies: [[], ['harbor']],
  // What begins with a press: e2e/company-leaves.spec.ts, e2e/handover.spec.ts.
  series: [],
  // For engineers alone; webhooks.spec.ts looks at them.
  webhooks: [],
  leaving: [],
  companyPutBack: [],
  company: [[{ companyId: 1, companyName: 'Harbor Security', sapCompanyId: '1000001' }]],
  companyOfNumber: [['1000001']],
  companyPart: (['sims', 'panels', 'users', 'settings', 'timeline'] satisfies CompanyPart[]).map((part) => [
    1,
    part,
  ]),
  newCompany: [[]],
  reservedCompany: [[reservation]],
  simActivity: [[]],
  simActivityOf: [['8901170000000000013']],
  bareSimActivity: [[]],
  panels: [[], ['cloudId', ['CBS0000001', 'CBS0000002', 'CBS9999999']]],
  disabledPanels: [[]],
  panelEnvironment: [[], ['6f9619ff-8b86-d011-b42d-00c04fc964ff']],
  csr: [[]],
  users: [[]],
  auditTrail: [[]],
  actionsWith: [['CBS0000001']],
  searchMany: [[]],
  fleet: [[]],
  fleetOfCsr: [['csr-04']],
  // The demo world has released nothing in waves.
  release: [],
  fleetReport: [[]],
  handover: [[], [{ from: '2026-11-26T08:00Z', to: '2026-11-26T16:00Z', who: 'all' }]],
  diagnose: [[], [['CBS0000001', 'CBS0000002', 'CBS0000003']]],
  outages: [[]],
  apiReference: [[]],
  webconnect: [[]],
  webconnectRedirect: [[]],
}

const things: Readonly<Record<Exclude<IdentifiedKind, 'transaction'>, string>> = {
  sim: '8914800000000000055',
  panel: 'CBS0000001',
  company: '1',
  csr: 'csr-04',
  container: 'webconnect-1',
  person: 'installer@harbor.example',
  staff: 'support@example.com',
}

/** Every address of the console, by what it shows. */
export const everyAddress: ReadonlyMap<string, string> = new Map([
  ...Object.entries(given).flatMap(([name, calls]) =>
    calls.map((call) => {
      const path = (addresses[name as keyof Addresses] as (...given: readonly unknown[]) => string)(...call)
      return [`${name}${call.length > 0 ? ` ${path.slice(1, 60)}` : ''}`, path] as const
    }),
  ),
  ...Object.entries(things).map(([kind, id]) => [`a ${kind}`, pageOf(kind as IdentifiedKind, id)] as const),
  ['no page', '/nowhere'],
])
