import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { type KeyServer, startKeyServer } from './key-server.ts'
import { type ServerProcess, startServerProcess, stopServerProcess } from './server-process.ts'

/** For a file of tests: servers as processes of their own, whose tokens are ours and whose data go into a folder of the file's. */
export function startedServers() {
  let keys: KeyServer
  let folder: string
  const started: ServerProcess[] = []
  beforeAll(async () => {
    keys = await startKeyServer()
    folder = mkdtempSync(join(tmpdir(), 'console-serve-'))
  })
  const stopAll = () => Promise.all(started.splice(0).map(stopServerProcess))
  afterAll(async () => {
    await stopAll()
    rmSync(folder, { recursive: true, force: true })
    await keys.close()
  })
  return {
    keys: () => keys,
    folder: () => folder,
    start(
      env: Record<string, string>,
      options: Parameters<typeof startServerProcess>[1] = {},
    ): ServerProcess {
      const server = startServerProcess({ DATA_DIR: folder, OIDC_ISSUER: keys.issuer, ...env }, options)
      started.push(server)
      return server
    },
    /** For a `describe` that needs its servers no more. */
    stopAll,
  }
}

/** What it answers once it listens. */
export async function ask(
  server: ServerProcess,
  path: string,
  { token, ...init }: RequestInit & { token?: string } = {},
): Promise<Response> {
  const { url } = await server.listening
  return fetch(url + path, { ...init, headers: token ? { authorization: `Bearer ${token}` } : {} })
}

/** It ends with one clear sentence on stderr, its exit code, no stack. */
export async function expectRefusal(server: ServerProcess, sentence: RegExp, code = 1): Promise<void> {
  expect(await server.ended).toBe(code)
  expect(server.stderr()).toMatch(sentence)
  expect(server.stderr().trim().split('\n')).toHaveLength(1)
  expect(server.stderr()).not.toMatch(/\.(ts|mjs):\d|node_modules|^\s+at\s/m)
}
