import { describe, expect, it } from 'vitest'
import { nearSpecs, nearTests } from './lib/near-tests.ts'

const server = 'apps/server/src'
const pages = 'apps/console/src'

/** A graph of files and what each imports; a leading `type ` marks an import of types. */
const graphOf = (files: Record<string, string[]>) =>
  new Map(
    Object.entries(files).map(([file, imports]) => [
      file,
      imports.map((to) => ({ to: to.replace(/^type /, ''), type: to.startsWith('type ') })),
    ]),
  )

const house = graphOf({
  [`${server}/features/csr/csr.store.ts`]: [],
  [`${server}/features/csr/csr.routes.ts`]: [`${server}/features/csr/csr.store.ts`],
  [`${server}/features/csr/csr.test.ts`]: [`${server}/testing/test-app.ts`],
  [`${server}/features/csr/orders/orders.test.ts`]: [],
  [`${server}/features/users/users.test.ts`]: [`${server}/testing/test-app.ts`],
  [`${server}/features/users/counts.test.ts`]: [`${server}/features/csr/csr.routes.ts`],
  [`${server}/features/users/shapes.test.ts`]: [`type ${server}/features/csr/csr.store.ts`],
  [`${server}/build-app.ts`]: [`${server}/features/csr/csr.routes.ts`],
  [`${server}/testing/test-app.ts`]: [`${server}/build-app.ts`],
  [`${pages}/features/csr/columns.ts`]: [],
  [`${pages}/features/csr/columns.test.ts`]: [`${pages}/features/csr/columns.ts`],
  'packages/contract/src/csr.ts': [],
})

describe('the near check', () => {
  it('takes the tests of the area, then those that import what has changed, not those of the whole app', () => {
    expect(nearTests(house, [`${server}/features/csr/csr.store.ts`])).toEqual([
      `${server}/features/csr/csr.test.ts`,
      `${server}/features/csr/orders/orders.test.ts`,
      `${server}/features/users/counts.test.ts`,
    ])
  })

  it('takes a changed test first, and no test for a page of documentation', () => {
    const [first, ...others] = nearTests(house, [`${server}/features/users/users.test.ts`])
    expect(first).toBe(`${server}/features/users/users.test.ts`)
    expect(others).toEqual([
      `${server}/features/users/counts.test.ts`,
      `${server}/features/users/shapes.test.ts`,
    ])
    expect(nearTests(house, ['docs/audit.md'])).toEqual([])
  })

  it('takes both sides of a call whose contract has changed', () => {
    expect(nearTests(house, ['packages/contract/src/csr.ts'])).toEqual([
      `${server}/features/csr/csr.test.ts`,
      `${server}/features/csr/orders/orders.test.ts`,
      `${pages}/features/csr/columns.test.ts`,
    ])
  })
  it('takes tests of the same name before those of the area, changed files in turn', () => {
    const lists = graphOf({
      'packages/contract/src/address.test.ts': [],
      'packages/contract/src/company-lists.ts': [],
      [`${server}/features/companies/companies.test.ts`]: [],
      [`${server}/features/companies/company-sims.ts`]: [],
      [`${server}/features/companies/company-lists.test.ts`]: [],
      [`${server}/features/companies/company-lists.plans.test.ts`]: [
        `${server}/features/companies/company-sims.ts`,
      ],
      [`${pages}/features/things/company/selection.test.ts`]: [],
    })
    expect(
      nearTests(lists, [
        'packages/contract/src/company-lists.ts',
        `${server}/features/companies/company-sims.ts`,
        `${pages}/features/things/company/company-sims.tsx`,
      ]),
    ).toEqual([
      `${server}/features/companies/company-lists.test.ts`,
      `${server}/features/companies/company-lists.plans.test.ts`,
      `${server}/features/companies/companies.test.ts`,
      `${pages}/features/things/company/selection.test.ts`,
      'packages/contract/src/address.test.ts',
    ])
  })

  it('names the browser tests of a page, an area and a screen, the changed ones first', () => {
    const specs = ['company-page', 'companies', 'companies-modes', 'news', 'user-management'].map(
      (name) => `e2e/${name}.spec.ts`,
    )
    const near = (...changed: string[]) =>
      nearSpecs(specs, changed).map((path) => path.slice('e2e/'.length, -'.spec.ts'.length))
    expect(near(`${pages}/features/things/company/company-sims.tsx`, 'e2e/news.spec.ts')).toEqual([
      'news',
      'company-page',
    ])
    expect(near(`${server}/features/companies/company-sims.ts`)).toEqual(['companies', 'companies-modes'])
    expect(near(`${pages}/texts/en-US/company-page.ts`)).toEqual(['company-page'])
    expect(near('packages/contract/src/users.ts')).toEqual(['user-management'])
    expect(near('docs/audit.md')).toEqual([])
  })
})
