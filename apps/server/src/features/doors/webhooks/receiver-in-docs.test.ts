import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newSecret, signed } from './message.ts'

const root = join(import.meta.dirname, '../../../../../..')
const secret = newSecret()
const body = '{"type":"outage.ended","data":{"id":"17","address":"https://console.example/outages/17"}}'
let receiver: ChildProcess
let folder: string
let url: string
let said = ''

beforeAll(async () => {
  const [, example = ''] =
    /```js\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/webhooks.md'), 'utf8')) ?? []
  // Where the package can be found.
  folder = mkdtempSync(join(root, 'node_modules/.receiver-'))
  writeFileSync(join(folder, 'receiver.mjs'), example)
  const port = await freePort()
  url = `http://localhost:${port}`
  receiver = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
  })
  receiver.stdout?.on('data', (text) => {
    said += text
  })
  await vi.waitFor(() => fetch(url), { timeout: 20_000 })
})
afterAll(() => {
  receiver.kill()
  rmSync(folder, { recursive: true })
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const send = async (headers: Record<string, string>, text = body) =>
  (await fetch(url, { method: 'POST', headers, body: text })).status

it('D59 the receiver of the docs takes what is genuine, once, and nothing altered or old', async () => {
  const now = new Date()
  const genuine = signed('1', body, [secret], now)
  expect(await send(genuine)).toBe(204)
  expect(await send(genuine)).toBe(204)
  expect(await send(signed('2', body, [newSecret(), secret], now))).toBe(204)
  expect(await send(genuine, body.replace('17', '18'))).toBe(400)
  expect(await send(signed('3', body, [secret], new Date(now.getTime() - 360_000)))).toBe(400)
  expect(await send(signed('4', body, [newSecret()], now))).toBe(400)
  expect(await send({})).toBe(400)
  await vi.waitFor(() => expect(said.trim().split('\n')).toHaveLength(2))
  expect(said).toContain('outage.ended https://console.example/outages/17')
})
