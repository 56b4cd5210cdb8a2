import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Checkout, makeCheckout } from './testing/checkout.ts'
import { runScript } from './testing/script-process.ts'

// Real processes on a machine that may have other work.
vi.setConfig({ testTimeout: 180_000 })

describe('D19 npm run audit:verify and audit:archive', () => {
  let checkout: Checkout
  beforeAll(() => {
    checkout = makeCheckout()
    checkout.write('inbox/export.ndjson', '{"number":1}\n')
  })
  afterAll(() => checkout.drop())

  const run = async (...args: string[]) => {
    const settings = { DEMO: 'off', INIT_CWD: checkout.path('inbox') }
    const script = runScript(checkout.folder, 'command', settings, [], ['audit', ...args])
    return { code: await script.ended, out: script.stdout(), err: script.stderr() }
  }

  it.each([['--file', 'export.ndjson'], ['--file=export.ndjson']])(
    'takes files from where the user stands (%s), and hands on the exit code',
    async (...args) => {
      const { code, out, err } = await run('verify', ...args)
      expect([code, err]).toEqual([1, ''])
      expect(out).toContain('The file does not end with its signature')
    },
  )

  it('looks for the data folder of npm start', async () => {
    const { code, err } = await run('verify')
    expect(code).toBe(1)
    expect(err).toContain(`There is no database in ${checkout.path('data')}.`)
  })
})
