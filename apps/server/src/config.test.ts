import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cautionsOf, mistypedSettings, parseConfig, parseDatabaseConfig, settings } from './config.ts'
import { StartError } from './platform/settings/start-error.ts'
import { settingsPages } from './programs/settings-table.ts'
import { testSecretsKey } from './testing/test-secrets.ts'

const demoOff = Object.fromEntries(
  settings.filter((s) => 'demo' in s).map((s) => [s.name, realValue(s.name)]),
)

function realValue(name: string): string {
  if (name === 'ENVIRONMENT') return 'prod'
  if (name === 'SECRETS_KEY') return testSecretsKey
  if (name === 'DRAIN_SECONDS') return '7'
  if (name === 'SWEEP_HOURS') return '23-5'
  if (name === 'OIDC_REFRESH_REUSE_SECONDS') return '5'
  if (name === 'PUBLIC_URL') return 'https://real.example/'
  if (name === 'CSR_AGENT_URL') return 'https://{ip}:8443/agent/v1/'
  return name.endsWith('URL') || name === 'OIDC_ISSUER' ? 'https://real.example/x/' : '12345'
}

describe('settings', () => {
  it('nothing given: the demo on this machine', () => {
    const config = parseConfig({})
    expect(config.http).toMatchObject({
      port: 8080,
      host: 'localhost',
      publicUrl: 'http://localhost:8080',
      trustProxy: false,
    })
    expect(config.signOn).toEqual({
      issuer: 'http://localhost:8090/realms/installer-services',
      jwksUrl: '',
      clientId: 'support-console',
      audience: 'support-console-api',
      refreshReuseSeconds: 10,
    })
    expect(config.metrics).toEqual({ host: 'localhost', port: 9464 })
    expect(config.environment).toBe('test')
    expect(config.neighbours.att).toMatchObject({
      baseUrl: 'http://localhost:8090/att/rws/api/v1',
      user: 'console',
    })
  })

  it('FIELD_URL moves every neighbour of the demo', () => {
    const config = parseConfig({ FIELD_URL: 'http://localhost:4711/' })
    expect(config.neighbours.connector.baseUrl).toBe('http://localhost:4711/connector/v1')
    expect(config.signOn.issuer).toBe('http://localhost:4711/realms/installer-services')
  })

  it('M1 a server waits for those who send it traffic, where there is someone', () => {
    const drainOf = (env: Record<string, string>) => parseConfig(env).http.drainMs
    const { DRAIN_SECONDS: _seven, ...unsaid } = demoOff
    expect([drainOf({}), drainOf({ ...unsaid, DEMO: 'off' }), drainOf({ DRAIN_SECONDS: '9' })]).toEqual([
      0, 5_000, 9_000,
    ])
  })

  it('refuses a console below a path, which would be a blank page', () => {
    expect(parseConfig({ PUBLIC_URL: 'https://console.example/' }).http.publicUrl).toBe(
      'https://console.example',
    )
    expect(() => parseConfig({ PUBLIC_URL: 'https://host.example/console' })).toThrow(
      'PUBLIC_URL must have no path',
    )
  })

  it('D11 keeps the issuer to the letter, for its tokens name it so', () => {
    const { issuer } = parseConfig({ OIDC_ISSUER: 'https://login.example/application/o/console/' }).signOn
    expect(issuer).toBe('https://login.example/application/o/console/')
  })

  it('18.3 a server that only answers, or only works, needs a database that others reach', () => {
    for (const WORKER of ['off', 'only'])
      expect(() => parseConfig({ WORKER })).toThrow(`WORKER=${WORKER} needs DATABASE_URL`)
    const shared = { DATABASE_URL: 'postgres://localhost/x', DEMO: 'on' }
    expect(parseConfig({ ...shared, WORKER: 'only' }).worker).toBe('only')
    expect(() => parseConfig({ ...shared, WORKER: 'yes' })).toThrow('WORKER must be on, off or only')
  })

  it('18.3 a mistyped setting is named with the one that was likely meant; foreign names are left alone', () => {
    const wrong = {
      DATABSE_URL: 'DATABASE_URL',
      database_url: 'DATABASE_URL',
      'METRICS-PORT': 'METRICS_PORT',
    }
    const more = { SECRETS_KEYS_FILE: 'SECRETS_KEY_FILE', OIDC_ISUER: 'OIDC_ISSUER', WORKERS: 'WORKER' }
    const given = { ...wrong, ...more }
    expect(mistypedSettings(given)).toEqual(
      Object.entries(given).map(([name, meant]) => `${name} is no setting: did you mean ${meant}?`),
    )
    const foreign = [
      'PATH',
      'HOME',
      'HOSTNAME',
      'POST',
      'PWD',
      'NODE_ENV',
      'PGHOST',
      'KUBERNETES_PORT',
      'INIT_CWD',
    ]
    const ours = [...settings.map(({ name }) => name), 'FIELD_PORT', 'LOG_FILE_MB', 'SECRETS_KEY_FILE']
    expect(mistypedSettings(Object.fromEntries([...foreign, ...ours].map((name) => [name, 'x'])))).toEqual([])
    // One that happens to be set beside the right one is named, too; its value never is.
    expect(mistypedSettings({ ATT_API_KEYS: 'secret' }).join()).not.toContain('secret')
  })

  it("D5 the carriers' limits are settings", () => {
    const { att, verizon, aeris, wyless } = parseConfig({}).neighbours
    expect([att.inFlight, att.callsPerSecond, verizon.inFlight, aeris.inFlight, wyless.inFlight]).toEqual([
      1, 5, 8, 4, 4,
    ])
    expect([att.settleWithinMs, aeris.deactivation]).toEqual([120_000, 'cancel'])
    const changed = parseConfig({
      ATT_CALLS_PER_SECOND: '2',
      WYLESS_IN_FLIGHT: '9',
      AERIS_DEACTIVATION: 'suspend',
    })
    expect(changed.neighbours.att.callsPerSecond).toBe(2)
    expect(changed.neighbours.wyless.inFlight).toBe(9)
    expect(changed.neighbours.aeris.deactivation).toBe('suspend')
    expect(() => parseConfig({ ATT_IN_FLIGHT: '0' })).toThrow(
      'ATT_IN_FLIGHT must be a whole number from 1 to 100',
    )
  })

  it('F4 a public address without a trusted proxy is worth a warning, one of this machine is not', () => {
    const cautions = (env: Record<string, string>) => cautionsOf(parseConfig(env))
    for (const url of [
      '',
      'http://localhost:8080',
      'https://127.0.0.1',
      'http://[::1]:80',
      'http://a.localhost',
    ])
      expect(cautions({ PUBLIC_URL: url })).toEqual([])
    expect(cautions({ PUBLIC_URL: 'https://localhost.example' })).toEqual([
      "PUBLIC_URL is https://localhost.example, but TRUST_PROXY is off: if browsers come through a proxy, everybody has the proxy's address in limits, log and audit trail.",
    ])
    expect(cautions({ PUBLIC_URL: 'https://console.example', TRUST_PROXY: '10.0.0.0/8' })).toEqual([])
  })

  it("2.10 the address of a CSR's agent has {ip} in its host or its path", () => {
    expect(parseConfig({ DEMO: 'off', ...demoOff }).neighbours.csrAgents.url).toBe(
      'https://{ip}:8443/agent/v1',
    )
    for (const [url, fault] of [
      ['https://agents.example/v1', 'must contain {ip}'],
      ['ftp://{ip}/v1', 'must be an http(s) address with {ip} in it'],
      ['https://user@{ip}/v1', 'must be an http(s) address with {ip} in it'],
    ])
      expect(() => parseConfig({ CSR_AGENT_URL: url })).toThrow(`CSR_AGENT_URL ${fault}`)
  })

  it('D5 an address for callbacks needs credentials; without one no demo password stands in', () => {
    const off = parseConfig({
      DEMO: 'off',
      ...demoOff,
      VERIZON_CALLBACK_USERNAME: '',
      VERIZON_CALLBACK_PASSWORD: '',
    })
    expect(off.neighbours.verizon.callback).toEqual({ url: '', username: '', password: '' })
    expect(() =>
      parseConfig({
        DEMO: 'off',
        ...demoOff,
        VERIZON_CALLBACK_URL: 'https://console.example/cb',
        VERIZON_CALLBACK_PASSWORD: '',
      }),
    ).toThrow(
      'VERIZON_CALLBACK_USERNAME and VERIZON_CALLBACK_PASSWORD are required with VERIZON_CALLBACK_URL',
    )
  })

  it('R36 with DEMO=off no demo default stands in', () => {
    expect(() => parseConfig({ DEMO: 'off' })).toThrow(StartError)
    const config = parseConfig({ DEMO: 'off', ...demoOff })
    expect(JSON.stringify(config)).not.toContain('demo-')
    expect(config.neighbours.aeris.apiKey).toBe('12345')
    expect([config.environment, config.http.publicUrl]).toEqual(['prod', 'https://real.example'])
  })

  it.each(['ENVIRONMENT', 'PUBLIC_URL', 'OIDC_ISSUER', 'ATT_BASE_URL'])(
    'D17 R36 with DEMO=off %s must be said, also where a template leaves it empty',
    (name) => {
      for (const value of [undefined, '', ' ']) {
        expect(() => parseConfig({ DEMO: 'off', ...demoOff, [name]: value })).toThrow(
          `The settings are not right: ${name} is required when DEMO=off.`,
        )
      }
    },
  )

  it('D31 with DATABASE_URL or ENVIRONMENT=prod DEMO must be said', () => {
    const url = 'postgres://console@db.example/console'
    const refusal = (what: string) =>
      `The settings are not right: DEMO must be said with ${what}: off for real use, on for a demo, which fills the database with its world.`
    for (const unsaid of [{}, { DEMO: undefined }]) {
      expect(() => parseConfig({ ...unsaid, DATABASE_URL: url })).toThrow(refusal('DATABASE_URL'))
      expect(() => parseDatabaseConfig({ ...unsaid, DATABASE_URL: url })).toThrow(refusal('DATABASE_URL'))
      expect(() => parseConfig({ ...unsaid, ENVIRONMENT: 'prod' })).toThrow(refusal('ENVIRONMENT=prod'))
    }
    expect(parseConfig({ DEMO: 'on', DATABASE_URL: url, ENVIRONMENT: 'prod' }).demo).toBe(true)
    expect(parseConfig({ DEMO: 'off', ...demoOff, DATABASE_URL: url }).demo).toBe(false)
    expect(parseConfig({ ENVIRONMENT: 'dev' }).demo).toBe(true)
  })

  it('R36 a secret may come from a file, trimmed; both at once, an unreadable one or an empty one is a fault', () => {
    const folder = mkdtempSync(join(tmpdir(), 'console-config-'))
    const file = join(folder, 'key')
    writeFileSync(file, 'from-file\n')
    expect(parseConfig({ ATT_API_KEY_FILE: file }).neighbours.att.apiKey).toBe('from-file')
    expect(() => parseConfig({ ATT_API_KEY_FILE: file, ATT_API_KEY: 'x' })).toThrow(/both given/)
    expect(() => parseConfig({ ATT_API_KEY_FILE: `${file}x` })).toThrow(
      /ATT_API_KEY_FILE cannot be read \(ENOENT\)/,
    )
    // Such as a command that was not there has left it.
    writeFileSync(file, '\n')
    expect(() => parseConfig({ DEMO: 'off', ...demoOff, SECRETS_KEY: '', SECRETS_KEY_FILE: file })).toThrow(
      /SECRETS_KEY_FILE names an empty file/,
    )
    rmSync(folder, { recursive: true })
  })

  it.each([
    ['PORT', 'eighty', 'port number'],
    ['DEMO', 'yes', 'must be on or off'],
    ['OIDC_ISSUER', 'id.example', 'http(s) address'],
    ['AERIS_BASE_URL', 'https://user:pass@a.example', 'user name or password'],
    ['TRUST_PROXY', '1', 'addresses of proxies'],
    ['APPLICATION_LINKS', 'Evil=javascript:alert(1)', 'LABEL=https'],
    ['TICKET_URL', 'javascript:alert({ticket})/', '{ticket} once'],
    ['TICKET_URL', 'https://tickets.example/', '{ticket} once'],
    ['TICKET_URL', 'https://{ticket}.example/', 'behind the host'],
    ['REASON_REQUIRED', 'yes', 'on or off'],
    ['AUTOMATION_OPERATOR_EMAIL', 'robot', 'e-mail'],
    ['CALLS_PER_MINUTE', '1e9', 'whole number'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'from 0 to 1'],
    ['OTEL_TRACES_SAMPLER_ARG', '25%', 'from 0 to 1'],
  ])('%s=%s is a fault that says what it must be, and never shows a value', (name, value, what) => {
    let message = ''
    try {
      parseConfig({ [name]: value, VERIZON_SECRET: 'very-secret' })
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toContain(name)
    expect(message).toContain(what)
    expect(message).not.toContain('very-secret')
  })

  it('APPLICATION_LINKS are labels and addresses', () => {
    expect(
      parseConfig({ APPLICATION_LINKS: 'Wiki=https://wiki.example, Help=mailto:help@example.com' })
        .applicationLinks,
    ).toEqual([
      { label: 'Wiki', url: 'https://wiki.example' },
      { label: 'Help', url: 'mailto:help@example.com' },
    ])
  })

  it('18.4 AUDIT_TIMESTAMP_URL needs certificates to trust, in PEM', () => {
    const url = { AUDIT_TIMESTAMP_URL: 'https://stamps.example/tsr' }
    expect(() => parseConfig(url)).toThrow(
      'The settings are not right: AUDIT_TIMESTAMP_CA or AUDIT_TIMESTAMP_CA_FILE is required with AUDIT_TIMESTAMP_URL.',
    )
    for (const bad of ['nothing', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])
      expect(() => parseConfig({ ...url, AUDIT_TIMESTAMP_CA: bad })).toThrow(
        /AUDIT_TIMESTAMP_CA must be certificates in PEM/,
      )
  })

  it('D19 AUDIT_SIGNING_KEY is an Ed25519 key, also on one line; nothing of another one is told', () => {
    const pem = (pair: { privateKey: { export(as: { type: 'pkcs8'; format: 'pem' }): string | Buffer } }) =>
      String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' })).trim()
    const good = pem(generateKeyPairSync('ed25519'))
    expect(parseConfig({ AUDIT_SIGNING_KEY: good }).auditSigningKey).toBe(good)
    expect(parseConfig({ AUDIT_SIGNING_KEY: good.replaceAll('\n', '\\n') }).auditSigningKey).toBe(good)
    expect(parseConfig({}).auditSigningKey).toBe('')
    for (const bad of ['secret', pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }))])
      expect(() => parseConfig({ AUDIT_SIGNING_KEY: bad })).toThrow(
        /^The settings are not right: AUDIT_SIGNING_KEY must be an Ed25519 private key \(PKCS #8, PEM\)\.$/,
      )
  })

  it('every setting has a name of its own, a meaning, and a default or a demo value', () => {
    expect(new Set(settings.map((s) => s.name)).size).toBe(settings.length)
    for (const setting of settings) {
      expect(setting.meaning.length).toBeGreaterThan(3)
      expect('default' in setting || 'demo' in setting).toBe(true)
    }
  })

  it('docs/settings has every setting once (`npm run task -- settings-table`)', () => {
    const pages = settingsPages()
    for (const [path, page] of pages) expect(readFileSync(path, 'utf8')).toBe(page)
    const all = pages.map(([, page]) => page).join('')
    expect(settings.filter(({ name }) => all.split(`\n| \`${name}\` |`).length !== 2)).toEqual([])
  })

  it("only the programs' own files read the environment", () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing'))
      .filter((path) => statSync(join(import.meta.dirname, path)).isFile())
      .filter((path) => readFileSync(join(import.meta.dirname, path), 'utf8').includes('process.env'))
    expect(files).toEqual(
      [
        'audit.ts',
        'doctor.ts',
        'end-sign-ons.ts',
        'import.ts',
        'migrate.ts',
        'move-database.ts',
        'serve.ts',
      ].map((name) => join('programs', name)),
    )
  })
})
