import { expect, it } from 'vitest'
import { companiesScreen } from '../features/companies/screen.tsx'
import { homeScreen } from '../features/home/screen.tsx'
import { webconnectScreen } from '../features/webconnect/screen.tsx'
import { isAt, listedScreens, screens } from './screens.ts'

const keys = (host: 'dev' | 'test' | 'prod', roles: string[]) =>
  listedScreens(host, roles).map(({ path }) => path)

it('2.2 Panel Environment is listed for everyone on dev and test, for eng-admin alone on prod', () => {
  for (const host of ['dev', 'test'] as const) expect(keys(host, [])).toContain('/panel-environment')
  expect(keys('prod', ['support', 'auditor'])).not.toContain('/panel-environment')
  expect(keys('prod', ['support', 'eng-admin'])).toContain('/panel-environment')
  expect(keys('prod', ['support'])).toEqual(keys('dev', []).filter((path) => path !== '/panel-environment'))
})

it('2.3 a screen is at its path, its sub-pages and its redirect, and at no other', () => {
  expect(isAt(companiesScreen, '/company/update/1')).toBe(true)
  expect(isAt(companiesScreen, '/company-other')).toBe(false)
  expect(isAt(webconnectScreen, '/wc-metrics-redirect')).toBe(true)
  expect(isAt(homeScreen, '/')).toBe(true)
  expect(isAt(homeScreen, '/company')).toBe(false)
})

it('use 2 each screen has a letter of its own', () => {
  expect(new Set(screens.map(({ letter }) => letter)).size).toBe(screens.length)
  for (const { letter } of screens) expect(letter).toMatch(/^[a-z]$/)
})
