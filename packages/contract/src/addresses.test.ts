import { describe, expect, it } from 'vitest'
import { examples, txid } from './addresses.facts.ts'
import { addresses, pageOf } from './addresses.ts'
import type { IdentifiedKind } from './identifiers.ts'

describe('2.3 addresses of the console', () => {
  it('2.3, D25 every link is one that people have kept: the address changes only knowingly', () => {
    expect(examples).toMatchInlineSnapshot(`
      {
        "actionsWith": [
          "/user-action-detail?text=CBS0000001&allTime=true",
        ],
        "apiReference": [
          "/api-reference",
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
        "companyPart": [
          "/companies/2",
          "/companies/2?show=wrong",
          "/companies/2/panels?show=other-environment",
        ],
        "companyPutBack": [
          "/company/update/2?putBack=0a8f5c1e-7d7b-4a3c-9f1d-2f0f6a1f5b10",
        ],
        "csr": [
          "/csr-management",
        ],
        "diagnose": [
          "/diagnose",
          "/diagnose?ids=CBS0000001+CBS0000002",
        ],
        "disabledPanels": [
          "/panel-management?disabled=now",
          "/panel-management?disabled=now&enabling=11111111-2222-4333-8444-555555555555",
        ],
        "fleet": [
          "/fleet",
          "/fleet?finding=no-panel&not-company=12",
        ],
        "fleetOfCsr": [
          "/fleet?csr=csr-06&by=thing",
        ],
        "fleetReport": [
          "/fleet/reports",
          "/fleet/reports/0a8f5c1e-7d7b-4a3c-9f1d-2f0f6a1f5b10",
        ],
        "go": [
          "/go",
          "/go?find=000055",
        ],
        "handover": [
          "/handover",
          "/handover?from=2026-11-26T08%3A00Z&to=2026-11-26T16%3A00Z&who=all",
        ],
        "home": [
          "/",
        ],
        "leaving": [
          "/company/leaving/0a8f5c1e-7d7b-4a3c-9f1d-2f0f6a1f5b10",
        ],
        "login": [
          "/login",
          "/login?return-url=%2Fcompany%3Fsearch%3Da+b",
        ],
        "logout": [
          "/logout",
        ],
        "newCompany": [
          "/company/add",
        ],
        "outages": [
          "/outages",
          "/outages/17",
        ],
        "panelEnvironment": [
          "/panel-environment",
          "/panel-environment?physicalId=0a8f5c1e-7d7b-4a3c-9f1d-2f0f6a1f5b10",
        ],
        "panels": [
          "/panel-management",
          "/panel-management?by=cloudId&ids=CBS0000001+CBS0000002",
        ],
        "release": [
          "/releases/0a8f5c1e-7d7b-4a3c-9f1d-2f0f6a1f5b10",
        ],
        "reservedCompany": [
          "/company/add/1000902/ca/Lakeside%20Guard/ca",
        ],
        "searchMany": [
          "/search",
        ],
        "series": [
          "/simmanagement/series/0a8f5c1e-7d7b-4a3c-9f1d-2f0f6a1f5b10",
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
        "tokens": [
          "/tokens",
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
        "webhooks": [
          "/webhooks",
          "/webhooks/0a8f5c1e-7d7b-4a3c-9f1d-2f0f6a1f5b10",
        ],
      }
    `)
  })

  it('issue 14.1 a thing is shown at one address, by the one form of its identifier', () => {
    const shown = {
      sim: pageOf('sim', '8901170000000000013'),
      panel: pageOf('panel', 'CBS0000017'),
      company: pageOf('company', '2'),
      csr: pageOf('csr', 'a b&c'),
      container: pageOf('container', 'wc-01'),
      person: pageOf('person', 'a+b@harbor.example'),
      staff: pageOf('staff', 'support@example.com'),
      transaction: pageOf('transaction', txid),
    } satisfies Record<IdentifiedKind, string>
    expect(shown).toMatchInlineSnapshot(`
      {
        "company": "/companies/2",
        "container": "/wc-metrics?container=wc-01",
        "csr": "/csr-management?history=a+b%26c",
        "panel": "/panels/CBS0000017",
        "person": "/user-management?email=a%2Bb%40harbor.example",
        "sim": "/sims/8901170000000000013",
        "staff": "/user-action-detail?email=support%40example.com",
        "transaction": "/transactions/0a8f5c1e-7d7b-4a3c-9f1d-2f0f6a1f5b10",
      }
    `)
  })

  it.each([
    ['Prairie Alarm', 'Prairie%20Alarm'],
    ['A/B?c#d', 'A%2FB%3Fc%23d'],
    ['..', '-'],
    ['', '-'],
    ['\ud800 alone', '%EF%BF%BD%20alone'],
  ])('2.3 the name %j is %s in a link', (companyName, part) => {
    const path = addresses.company({ companyId: 2, companyName, sapCompanyId: '7' })
    expect(path).toBe(`/company/update/2/${part}/7`)
  })
})
