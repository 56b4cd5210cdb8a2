import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { settings } from '../../apps/server/src/settings.ts'
import { type KeyServer, startKeyServer } from '../../apps/server/src/testing/key-server.ts'
import { databaseForProgram, type ProgramDatabase } from '../../apps/server/src/testing/program-database.ts'
import { startField, type TestField } from '../../apps/server/src/testing/test-field.ts'
import { testSecretsKey } from '../../apps/server/src/testing/test-secrets.ts'
import { freePort } from '../../scripts/testing/free-port.ts'
import { buildImage, type Image, missingBuilder, runIn } from './image.ts'

const postgres = inject('postgres')
const why = 'missing' in postgres ? postgres.missing : missingBuilder()

describe.skipIf(why)(`M1 the image${why ? ` (${why})` : ''}`, () => {
  let image: Image
  let database: ProgramDatabase
  let keys: KeyServer
  let field: TestField
  beforeAll(async () => {
    image = buildImage()
    database = await databaseForProgram({ demo: false })
    keys = await startKeyServer()
    field = await startField()
  }, 1_800_000)
  afterAll(async () => {
    image?.remove()
    await field?.stop()
    await keys?.close()
    await database?.drop()
  })

  it('holds what runs and nothing else: no shell, no package manager, no tool, no test', () => {
    const node = statSync(join(image.tree, 'usr/local/bin/node')).size
    console.info(
      `The image: ${image.size}, ${Math.round(node / 1e6)} MB of it Node.js; its builder's base: ${image.baseSize}`,
    )
    for (const gone of [
      'bin/sh',
      'usr/bin',
      'usr/local/bin/npm',
      'app/apps/field',
      'app/scripts',
      'app/node_modules/vite',
    ])
      expect([gone, existsSync(join(image.tree, gone))]).toEqual([gone, false])
    const app = readdirSync(join(image.tree, 'app/apps/server'), { recursive: true, encoding: 'utf8' })
    expect(app.filter((path) => /\.test\.|testing/.test(path))).toEqual([])
    const bom = JSON.parse(readFileSync(join(image.tree, 'app/sbom.cdx.json'), 'utf8')) as {
      components: { name: string; version: string }[]
    }
    expect(readFileSync(join(image.tree, 'app/licences.txt'), 'utf8')).toContain('react@')
    const installed = installedIn(join(image.tree, 'app/node_modules'))
    expect(installed.length).toBeGreaterThan(100)
    for (const { name, version } of installed)
      expect(bom.components).toContainEqual(expect.objectContaining({ name, version }))
  })

  it('runs as a user of no rank on files that no one may change, is healthy, and stops in order', async () => {
    expect(image.user).toBe('10001:10001')
    const before = fingerprint(image.tree)
    const port = String(await freePort())
    const metricsPort = String(await freePort())
    const own = {
      ...real(field.url),
      ...{ PUBLIC_URL: 'https://console.example', SECRETS_KEY: testSecretsKey, OIDC_ISSUER: keys.issuer },
      ...{ DATABASE_URL: database.settings.DATABASE_URL ?? '', ENVIRONMENT: 'prod', DRAIN_SECONDS: '0' },
      ...{ HOST: '127.0.0.1', PORT: port, METRICS_HOST: '127.0.0.1', METRICS_PORT: metricsPort },
    }
    const server = runIn(image, [...image.entrypoint, ...image.command], own)
    let said = ''
    server.stderr?.on('data', (text) => {
      said += text
    })
    const lines = createInterface({ input: server.stdout as NodeJS.ReadableStream })
    const ended = new Promise((resolve) => server.once('close', (code, signal) => resolve(code ?? signal)))
    const listening = new Promise<string>((resolve) =>
      lines.on('line', (line) => line.includes('"msg":"listening"') && resolve(line)),
    )
    await Promise.race([listening, ended.then((how) => expect.fail(`it ended (${how}): ${said}`))])

    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
    expect(status).toMatch(/^Uid:\s+10001\s+10001\s+10001\s+10001$/m)
    expect(status).toMatch(/^Groups:\s*$/m)
    expect(status).toMatch(/^CapEff:\s+0+$/m)
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
    const page = await fetch(`http://127.0.0.1:${port}/`)
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining("default-src 'none'"),
    ])
    const look = runIn(image, image.healthcheck, { METRICS_PORT: metricsPort })
    expect(await new Promise((resolve) => look.once('close', resolve))).toBe(0)
    server.kill('SIGTERM')
    expect([await ended, said]).toEqual([0, ''])
    expect(fingerprint(image.tree)).toBe(before)
    const late = runIn(image, image.healthcheck, { METRICS_PORT: metricsPort })
    expect(await new Promise((resolve) => late.once('close', resolve))).toBe(1)
  })
})

/** What is required with DEMO=off, as the demo has it. */
const real = (field: string): Record<string, string> =>
  Object.fromEntries(
    settings.flatMap((setting) =>
      'demo' in setting && setting.demo !== ''
        ? [[setting.name, setting.demo.replace('{field}', field)]]
        : [],
    ),
  )

const installedIn = (modules: string): { name: string; version: string }[] =>
  readdirSync(modules, { recursive: true, encoding: 'utf8' })
    .filter((path) =>
      /^(?:(?:@[^/]+\/)?[^/@]+\/node_modules\/)*(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path),
    )
    .map((path) => JSON.parse(readFileSync(join(modules, path), 'utf8')) as { name: string; version: string })
    .filter(({ name }) => !name.startsWith('@support-console/'))

/** Of names, sizes and times of change of all files. */
function fingerprint(tree: string): string {
  const hash = createHash('sha256')
  for (const path of readdirSync(join(tree, 'app'), { recursive: true, encoding: 'utf8' }).sort()) {
    const { size, mtimeMs } = statSync(join(tree, 'app', path))
    hash.update(`${path} ${size} ${mtimeMs}`)
  }
  return hash.digest('hex')
}
