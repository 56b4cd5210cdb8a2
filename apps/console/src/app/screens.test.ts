import { expect, it } from 'vitest'
import { isAt, listedScreens, screens } from './screens.ts'

const keys = (host: 'dev' | 'test' | 'prod', roles: string[]) =>
  listedScreens(host, roles).map(({ key }) => key)

it('2.2 Panel Environment is listed for everyone on dev and test, for eng-admin alone on prod', () => {
  for (const host of ['dev', 'test'] as const) expect(keys(host, [])).toContain('panel-environment')
  expect(keys('prod', ['support', 'auditor'])).not.toContain('panel-environment')
  expect(keys('prod', ['support', 'eng-admin'])).toContain('panel-environment')
  expect(keys('prod', ['support'])).toHaveLength(10)
})

it('2.3 a screen is at its path, its sub-pages and its redirect, and at no other', () => {
  expect(isAt(screens.companies, '/company/update/1')).toBe(true)
  expect(isAt(screens.companies, '/company-other')).toBe(false)
  expect(isAt(screens.webconnect, '/wc-metrics-redirect')).toBe(true)
  expect(isAt(screens.home, '/')).toBe(true)
  expect(isAt(screens.home, '/company')).toBe(false)
})
