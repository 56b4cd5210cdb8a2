import { pageOf } from '@support-console/contract/addresses'
import { type IdentifiedKind, identified } from '@support-console/contract/identifiers'
import { matchRoutes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { examples } from '../../../../packages/contract/src/addresses.facts.ts'
import { routes } from './routes.tsx'

const patterns = (all: typeof routes): string[] =>
  all.flatMap(({ path, children }) => [...(path ? [path] : []), ...patterns(children ?? [])])

describe('2.3 routes of the console', () => {
  it('2.3 every route that there is', () => {
    expect(patterns(routes)).toMatchInlineSnapshot(`
      [
        "/login",
        "/logout",
        "/simactivitylog",
        "/",
        "/sim-detail",
        "/simmanagement",
        "/simmanagement/series/:seriesId",
        "/company",
        "/company/update/:companyId?/:companyName?/:customerId?",
        "/company/add/:sapCompanyId?/:sapSalesRegion?/:companyName?/:deviceRegion?",
        "/company/leaving/:leavingId",
        "/company/sap/:sapCompanyId",
        "/simactivationdetail",
        "/panel-management",
        "/panel-environment",
        "/csr-management",
        "/releases/:planId",
        "/user-management",
        "/user-action-detail",
        "/wc-metrics-redirect",
        "/wc-metrics",
        "/fleet",
        "/fleet/reports/:sweepId?",
        "/handover",
        "/search",
        "/go",
        "/diagnose",
        "/sims/:iccid",
        "/panels/:cloudId",
        "/transactions/:transactionId",
        "/companies/:companyId/:tab?",
        "/outages/:outageId?",
        "/tokens",
        "/webhooks/:webhookId?",
        "/api-reference",
        "*",
      ]
    `)
  })

  it.each([
    ...Object.values(examples).flat(),
    ...Object.keys(identified).map((kind) => pageOf(kind as IdentifiedKind, 'x')),
  ])('2.3 a page of ours stands at %s', (address) => {
    expect(matchRoutes(routes, address)?.at(-1)?.route.path).not.toBe('*')
  })
})
