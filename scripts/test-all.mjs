// npm run task -- test:all: npm test, what does not depend on the kind of database on both kinds, all rounds of what is done again and again (testing/thorough.ts), and a walk through all screens in
// Firefox where Playwright's own is there (`npx playwright install firefox`; no other Firefox speaks its protocol).
import { existsSync } from 'node:fs'
import { firefox } from '@playwright/test'
import { run } from './lib/toolchain.mjs'

process.env.TEST_DATABASES = 'all'
process.env.TEST_THOROUGH = 'yes'
const tests = await run('node', ['scripts/test.mjs', ...process.argv.slice(2)])
if (!existsSync(firefox.executablePath())) {
  console.log(
    'Firefox is not there: its walk through the screens is left out (npx playwright install firefox).',
  )
  process.exit(tests)
}
process.exit(tests || (await run('playwright', ['test', '-c', 'playwright.firefox.config.ts'])))
