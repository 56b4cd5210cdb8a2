import { appendFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { fillFolder } from '../apps/server/src/testing/program-database.ts'
import { type Checkout, makeCheckout } from './testing/checkout.ts'
import { runScript, type ScriptProcess } from './testing/script-process.ts'

// Real processes on a machine that may have other work.
vi.setConfig({ testTimeout: 180_000 })

/** A configuration with which Vite ends as soon as the server answers. */
const endsWithServer = `
export default async () => {
  while (!(await fetch(process.env.API_URL + '/healthz').catch(() => undefined))?.ok)
    await new Promise((later) => setTimeout(later, 50))
  process.exit(7)
}`

let checkout: Checkout
let dev: ScriptProcess

beforeAll(async () => {
  checkout = makeCheckout()
  await fillFolder(checkout.path('data'))
})
afterEach(async () => {
  dev.child.kill('SIGTERM')
  await dev.ended
})
afterAll(() => checkout.drop())

describe('npm run dev', () => {
  it('serves the console and the gallery, leads /api to the server on its port, and reloads', async () => {
    dev = runScript(checkout.folder, 'dev')
    const [, pages = ''] = await dev.says(/Console (\S+), gallery/)
    await dev.says(/Local:/)
    const html = async (path: string) =>
      (await fetch(pages + path, { headers: { accept: 'text/html' } })).text()
    expect(await html('/')).toContain('/src/main.tsx')
    expect(await html('/gallery')).toContain('/src/gallery/')
    const access = await fetch(`${pages}/api/session/v1/access`)
    expect(access.status).toBe(401)
    expect(access.headers.get('x-transaction-id')).toBeTruthy()

    const listening = /"msg":"listening"/g
    expect(dev.stdout().match(listening)).toHaveLength(2)
    for (const name of ['field', 'server']) appendFileSync(checkout.path(`apps/${name}/src/config.ts`), '\n')
    await dev.says(/(?:"msg":"listening"[\s\S]*){4}/)
    await expect
      .poll(async () => (await fetch(`${pages}/api/session/v1/access`)).status, { timeout: 30_000 })
      .toBe(401)

    dev.child.kill('SIGINT')
    expect(await dev.ended).toBe(0)
    await expect(fetch(pages)).rejects.toThrow()
  })

  it('ends all when Vite ends', async () => {
    checkout.write('apps/console/vite.config.ts', endsWithServer)
    dev = runScript(checkout.folder, 'dev')
    const [, url = ''] = await dev.says(/"msg":"listening","url":"([^"]+)"/)
    expect(await dev.ended).toBe(1)
    expect(dev.stderr()).toContain('The pages ended (7); the rest is stopped too.')
    await expect(fetch(url)).rejects.toThrow()
  })
})
