import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, type AppParts, buildApp } from '../build-app.ts'
import { type Config, parseConfig } from '../config.ts'
import type { Database } from '../platform/database/open-database.ts'
import { createLogger } from '../platform/logging/logger.ts'
import type { KeyServer } from './key-server.ts'
import { testSecretsKey } from './test-secrets.ts'

/** The app as serve.ts builds it, on a real port, with its log kept for the test to read. */
export interface TestApp {
  app: App
  config: Config
  /** http://127.0.0.1:PORT */
  url: string
  operatorUrl: string
  /** What was logged, line by line, as text. */
  lines: string[]
  /** The lines as objects. */
  logged(): Record<string, unknown>[]
  /** A call as the console makes it; `token: null` for none. */
  call(
    method: string,
    path: string,
    options?: {
      token?: string | null
      body?: unknown
      headers?: Record<string, string>
      transactionId?: string
      signal?: AbortSignal
    },
  ): Promise<{
    code: number
    headers: Headers
    envelope: { status: string; message: string; data: never }
    text: string
  }>
  close(): Promise<void>
}

/** Builds the app on `database`; `env` are settings as an operator would give them. */
export async function startTestApp(parts: {
  database: Database
  keys: KeyServer
  env?: Record<string, string>
  app?: Partial<AppParts>
}): Promise<TestApp> {
  const { database, keys } = parts
  const emptyFolder = mkdtempSync(join(tmpdir(), 'console-test-'))
  const config = parseConfig({
    OIDC_ISSUER: keys.issuer,
    DEMO: 'on',
    PORT: '0',
    METRICS_PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: emptyFolder,
    SECRETS_KEY: testSecretsKey,
    CALLS_PER_MINUTE: '100000',
    // Many tests share this machine; being slow is no overload here.
    OVERLOAD_DELAY_MS: '600000',
    // Every call of the contract is there.
    DEVICE_SIGN_ON: 'on',
    ...parts.env,
  })
  const lines: string[] = []
  const log = createLogger(config, { write: (line: string) => lines.push(line) }, '1.2.3')
  const app = await buildApp({
    config,
    database,
    log,
    version: '1.2.3',
    consoleFolder: emptyFolder,
    ...parts.app,
  }).catch((error: unknown) => {
    rmSync(emptyFolder, { recursive: true, force: true })
    throw error
  })
  const url = await app.api.listen({ host: '127.0.0.1', port: 0 })
  const operatorUrl = await app.operator.listen({ host: '127.0.0.1', port: 0 })
  // Longer than the slowest test file takes on a machine that has much to do.
  const iat = Math.floor(app.platform.clock.now().getTime() / 1000)
  const good = await keys.token({ iat, exp: iat + 3600 })
  return {
    app,
    config,
    url,
    operatorUrl,
    lines,
    logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    async call(method, path, options = {}) {
      const { token = good, body, headers = {}, transactionId, signal } = options
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(transactionId ? { 'x-transaction-id': transactionId } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      })
      // A stream has no end to wait for.
      if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel()
      const text = response.bodyUsed ? '' : await response.text()
      return { code: response.status, headers: response.headers, text, envelope: parse(text) }
    },
    async close() {
      await app.close()
      rmSync(emptyFolder, { recursive: true, force: true })
    },
  }
}

function parse(text: string) {
  try {
    return JSON.parse(text) as { status: string; message: string; data: never }
  } catch {
    return { status: '(no JSON)', message: text, data: null as never }
  }
}
