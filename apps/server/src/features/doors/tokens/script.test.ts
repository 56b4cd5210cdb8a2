import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seed } from '../../../demo/seed.ts'
import { describeOnOneDatabase } from '../../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../../testing/key-server.ts'
import { makePersonalToken, signOnOf } from '../../../testing/personal-tokens.ts'
import { simWorld } from '../../../testing/sim-world.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

const page = readFileSync(new URL('../../../../../../docs/tokens.md', import.meta.url), 'utf8')
const script = page.match(/```js\n([\s\S]+?)```/)?.[1] ?? ''

describeOnOneDatabase('56 done when: the script of docs/tokens.md', (database) => {
  let keys: KeyServer
  let console: TestApp
  let signOn: string
  beforeAll(async () => {
    keys = await startKeyServer()
    await seed(database.get().db, simWorld)
    console = await startTestApp({ database: database.get(), keys })
    signOn = await signOnOf(keys, 'nightly', ['support'])
  })
  afterAll(async () => {
    await console.close()
    await keys.close()
  })
  const run = (token: string) =>
    new Promise<{ code: number; out: string; error: string }>((resolve) =>
      execFile(
        process.execPath,
        ['--input-type=module', '-e', script, 'silent.mjs', '1'],
        { env: { CONSOLE_URL: console.url, ISC_TOKEN: token } },
        (error, out, told) => resolve({ code: error ? Number(error.code) : 0, out, error: told }),
      ),
    )

  it('has 30 lines, and lists with a token what its person sees', async () => {
    expect(script.trimEnd().split('\n').length).toBeLessThanOrEqual(31)
    const { secret } = await makePersonalToken(console, signOn, ['panels.read', 'webconnect.read'])
    const path = '/api/companymanager/v1/companies/1/panels?show=silent'
    const { envelope } = await console.call('GET', path, { token: signOn })
    const seen = envelope.data as { panels: { cloudId: string }[]; matches: number; total: number }
    const { code, out } = await run(secret)
    expect(code).toBe(0)
    const lines = out.trimEnd().split('\n')
    expect(lines.pop()).toBe(`${seen.matches} of ${seen.total} panels are silent`)
    expect(lines).toHaveLength(seen.matches)
    expect(lines.slice(0, 50).map((line) => line.split(' ')[0])).toEqual(
      seen.panels.map(({ cloudId }) => cloudId),
    )
  })

  it('says that the list is not complete where its token may not read it', async () => {
    const { secret } = await makePersonalToken(console, signOn, ['csr.read'])
    expect(await run(secret)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^The list is not complete: 403/),
    })
  })
})
