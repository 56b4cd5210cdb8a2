import { defineConfig } from '@playwright/test'
import usual from './playwright.config.ts'

const { globalSetup: _demoWorld, projects: _worlds, ...rest } = usual

/** The sign-on against a real Keycloak: `npm run task -- test:keycloak`. Its server is no demo, and begins with an empty database. */
export default defineConfig({
  ...rest,
  testMatch: 'sign-on.keycloak.ts',
  workers: 1,
  timeout: 300_000,
  expect: { timeout: 60_000 },
})
