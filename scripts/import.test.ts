import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fillFolder } from '../apps/server/src/testing/program-database.ts'
import { testSecretsKey } from '../apps/server/src/testing/test-secrets.ts'
import { type Checkout, makeCheckout } from './testing/checkout.ts'
import { runScript } from './testing/script-process.ts'

// Real processes on a machine that may have other work.
vi.setConfig({ testTimeout: 180_000 })

describe('D3 npm run import', () => {
  let checkout: Checkout
  beforeAll(async () => {
    checkout = makeCheckout()
    await fillFolder(checkout.path('data'), { demo: false })
    checkout.write('inbox/sims.csv', 'iccid,vendorCode\n8901170000000000013,ATT\n123,ATT\n')
  })
  afterAll(() => checkout.drop())

  const run = (...args: string[]) =>
    runScript(
      checkout.folder,
      'command',
      { DEMO: 'off', SECRETS_KEY: testSecretsKey, INIT_CWD: checkout.path('inbox') },
      [],
      ['import', ...args],
    )

  it('takes files from where the user stands, the data folder of npm start, and hands on the exit code', async () => {
    const first = run('--errors', 'bad.csv', 'sims.csv')
    expect(await first.ended).toBe(1)
    expect(first.stdout()).toContain('sims.csv (SIMs): 2 lines, 1 new, 0 changed, 1 bad.')
    expect(first.stderr()).toContain('sims.csv:3: iccid: ')
    expect(readFileSync(checkout.path('inbox/bad.csv'), 'utf8')).toContain('sims.csv,3,iccid,')
    // Any other folder would have to be made first.
    expect(first.stdout()).not.toContain('The database was brought to this version.')

    checkout.write('inbox/sims.csv', 'iccid,vendorCode\n8901170000000000013,ATT\n')
    const second = run('--errors=bad.csv', 'sims.csv')
    expect(await second.ended).toBe(0)
    expect(second.stdout()).toContain('sims.csv (SIMs): 1 line, 0 new, 0 changed, 0 bad.')
    expect(readFileSync(checkout.path('inbox/bad.csv'), 'utf8')).not.toContain('sims.csv,3')
  })
})
