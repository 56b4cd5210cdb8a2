import { addresses } from './addresses.ts'

export const txid = '0a8f5c1e-7d7b-4a3c-9f1d-2f0f6a1f5b10'
const reservation = {
  value: '1000902',
  label: 'Lakeside Guard',
  sapSalesRegion: 'ca',
  deviceRegion: 'ca',
} as const

/** Each address, plainly and with all that it takes. */
export const examples = {
  home: [addresses.home()],
  login: [addresses.login(), addresses.login('/company?search=a b')],
  logout: [addresses.logout()],
  simInformation: [addresses.simInformation(), addresses.simInformation('8901170000000000013')],
  simManagement: [
    addresses.simManagement(),
    addresses.simManagement({ batch: txid }),
    addresses.simManagement({ simId: '8901170000000000013', batch: txid }),
  ],
  series: [addresses.series(txid)],
  leaving: [addresses.leaving(txid)],
  companies: [addresses.companies(), addresses.companies('10 & more')],
  company: [addresses.company({ companyId: 2, companyName: 'Prairie Alarm', sapCompanyId: '7' })],
  companyPart: [
    addresses.companyPart(2),
    addresses.companyPart(2, 'sims', 'wrong'),
    addresses.companyPart(2, 'panels', 'other-environment'),
  ],
  companyPutBack: [addresses.companyPutBack(2, txid)],
  companyOfNumber: [addresses.companyOfNumber('10/7')],
  newCompany: [addresses.newCompany()],
  reservedCompany: [addresses.reservedCompany(reservation)],
  simActivity: [addresses.simActivity(), addresses.simActivity(txid)],
  simActivityOf: [addresses.simActivityOf('8901170000000000013')],
  bareSimActivity: [addresses.bareSimActivity(), addresses.bareSimActivity(txid)],
  panels: [addresses.panels(), addresses.panels('cloudId', ['CBS0000001', 'CBS0000002'])],
  disabledPanels: [
    addresses.disabledPanels(),
    addresses.disabledPanels('11111111-2222-4333-8444-555555555555'),
  ],
  panelEnvironment: [addresses.panelEnvironment(), addresses.panelEnvironment(txid)],
  csr: [addresses.csr()],
  users: [addresses.users()],
  auditTrail: [addresses.auditTrail(), addresses.auditTrail(txid)],
  actionsWith: [addresses.actionsWith('CBS0000001')],
  go: [addresses.go(), addresses.go('000055')],
  searchMany: [addresses.searchMany()],
  diagnose: [addresses.diagnose(), addresses.diagnose(['CBS0000001', 'CBS0000002'])],
  fleet: [addresses.fleet(), addresses.fleet('finding=no-panel&not-company=12')],
  release: [addresses.release(txid)],
  fleetOfCsr: [addresses.fleetOfCsr('csr-06')],
  fleetReport: [addresses.fleetReport(), addresses.fleetReport(txid)],
  handover: [
    addresses.handover(),
    addresses.handover({ from: '2026-11-26T08:00Z', to: '2026-11-26T16:00Z', who: 'all' }),
  ],
  tokens: [addresses.tokens()],
  apiReference: [addresses.apiReference()],
  outages: [addresses.outages(), addresses.outages('17')],
  webhooks: [addresses.webhooks(), addresses.webhooks(txid)],
  webconnect: [addresses.webconnect()],
  webconnectRedirect: [addresses.webconnectRedirect()],
} satisfies Record<keyof typeof addresses, string[]>
