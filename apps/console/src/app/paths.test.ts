import { describe, expect, it } from 'vitest'
import { paths } from './paths.ts'
import { routes } from './routes.tsx'

const txid = '0a8f5c1e-7d7b-4a3c-9f1d-2f0f6a1f5b10'
const reservation = {
  value: '1000902',
  label: 'Lakeside Guard',
  sapSalesRegion: 'ca',
  deviceRegion: 'ca',
} as const

/** Each function of `paths`, plainly and with all that it takes. */
const addresses = {
  home: [paths.home()],
  login: [paths.login(), paths.login('/company?search=a b')],
  logout: [paths.logout()],
  simInformation: [paths.simInformation(), paths.simInformation('8901170000000000013')],
  simManagement: [
    paths.simManagement(),
    paths.simManagement({ batch: txid }),
    paths.simManagement({ simId: '8901170000000000013', batch: txid }),
  ],
  companies: [paths.companies(), paths.companies('10 & more')],
  company: [paths.company({ companyId: 2, companyName: 'Prairie Alarm', sapCompanyId: '7' })],
  companyOfNumber: [paths.companyOfNumber('10/7')],
  newCompany: [paths.newCompany()],
  reservedCompany: [paths.reservedCompany(reservation)],
  simActivity: [paths.simActivity(), paths.simActivity(txid)],
  simActivityOf: [paths.simActivityOf('8901170000000000013')],
  bareSimActivity: [paths.bareSimActivity(), paths.bareSimActivity(txid)],
  panels: [paths.panels(), paths.panels('cloudId', ['CBS0000001', 'CBS0000002'])],
  panelEnvironment: [paths.panelEnvironment(), paths.panelEnvironment(txid)],
  csr: [paths.csr()],
  users: [paths.users()],
  auditTrail: [paths.auditTrail(), paths.auditTrail(txid)],
  actionsWith: [paths.actionsWith('CBS0000001')],
  searchMany: [paths.searchMany()],
  diagnose: [paths.diagnose()],
  webconnect: [paths.webconnect()],
  webconnectRedirect: [paths.webconnectRedirect()],
} satisfies Record<keyof typeof paths, string[]>

const patterns = (all: typeof routes): string[] =>
  all.flatMap(({ path, children }) => [...(path ? [path] : []), ...patterns(children ?? [])])

describe('2.3 addresses of the console', () => {
  it('2.3, D25 every link is one that people have kept: the address changes only knowingly', () => {
    expect(addresses).toMatchInlineSnapshot(`
      {
        "actionsWith": [
          "/user-action-detail?text=CBS0000001&allTime=true",
        ],
        "auditTrail": [
          "/user-action-detail",
          "/user-action-detail?txid=0a8f5c1e-7d7b-4a3c-9f1d-2f0f6a1f5b10",
        ],
        "bareSimActivity": [
          "/simactivitylog",
          "/simactivitylog?txid=0a8f5c1e-7d7b-4a3c-9f1d-2f0f6a1f5b10",
        ],
        "companies": [
          "/company",
          "/company?search=10+%26+more",
        ],
        "company": [
          "/company/update/2/Prairie%20Alarm/7",
        ],
        "companyOfNumber": [
          "/company/sap/10%2F7",
        ],
        "csr": [
          "/csr-management",
        ],
        "diagnose": [
          "/diagnose",
        ],
        "home": [
          "/",
        ],
        "login": [
          "/login",
          "/login?return-url=%2Fcompany%3Fsearch%3Da%20b",
        ],
        "logout": [
          "/logout",
        ],
        "newCompany": [
          "/company/add",
        ],
        "panelEnvironment": [
          "/panel-environment",
          "/panel-environment?physicalId=0a8f5c1e-7d7b-4a3c-9f1d-2f0f6a1f5b10",
        ],
        "panels": [
          "/panel-management",
          "/panel-management?by=cloudId&ids=CBS0000001+CBS0000002",
        ],
        "reservedCompany": [
          "/company/add/1000902/ca/Lakeside%20Guard/ca",
        ],
        "searchMany": [
          "/search",
        ],
        "simActivity": [
          "/simactivationdetail",
          "/simactivationdetail?txid=0a8f5c1e-7d7b-4a3c-9f1d-2f0f6a1f5b10",
        ],
        "simActivityOf": [
          "/simactivationdetail?simId=8901170000000000013",
        ],
        "simInformation": [
          "/sim-detail",
          "/sim-detail?simId=8901170000000000013",
        ],
        "simManagement": [
          "/simmanagement",
          "/simmanagement?batch=0a8f5c1e-7d7b-4a3c-9f1d-2f0f6a1f5b10",
          "/simmanagement?simId=8901170000000000013&batch=0a8f5c1e-7d7b-4a3c-9f1d-2f0f6a1f5b10",
        ],
        "users": [
          "/user-management",
        ],
        "webconnect": [
          "/wc-metrics",
        ],
        "webconnectRedirect": [
          "/wc-metrics-redirect",
        ],
      }
    `)
  })

  it('2.3 every route that there is', () => {
    expect(patterns(routes)).toMatchInlineSnapshot(`
      [
        "/login",
        "/logout",
        "/simactivitylog",
        "/",
        "/sim-detail",
        "/simmanagement",
        "/company",
        "/company/update/:companyId?/:companyName?/:customerId?",
        "/company/add/:sapCompanyId?/:sapSalesRegion?/:companyName?/:deviceRegion?",
        "/company/sap/:sapCompanyId",
        "/simactivationdetail",
        "/panel-management",
        "/panel-environment",
        "/csr-management",
        "/user-management",
        "/user-action-detail",
        "/wc-metrics-redirect",
        "/wc-metrics",
        "/search",
        "/diagnose",
        "/sims/:iccid",
        "/panels/:cloudId",
        "/transactions/:transactionId",
        "/companies/:companyId/:tab?",
        "*",
      ]
    `)
  })

  it.each([
    ['Prairie Alarm', 'Prairie%20Alarm'],
    ['A/B?c#d', 'A%2FB%3Fc%23d'],
    ['..', '-'],
    ['', '-'],
    ['\ud800 alone', '%EF%BF%BD%20alone'],
  ])('2.3 the name %j is %s in a link', (companyName, part) => {
    const path = paths.company({ companyId: 2, companyName, sapCompanyId: '7' })
    expect(path).toBe(`/company/update/2/${part}/7`)
  })
})
