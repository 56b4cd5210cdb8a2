import { generateKeyPairSync } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@support-console/contract'
import { describe, expect, it } from 'vitest'
import { parseConfig, settings } from '../apps/server/src/config.ts'
import { testSecretsKey } from '../apps/server/src/testing/test-secrets.ts'
import { chartFingerprint } from './lib/chart-fingerprint.ts'
import { billOfMaterials, isAllowed, licenceOf } from './lib/shipped.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = '']) => first)

const required = settings.filter((setting) => !('default' in setting && setting.default !== undefined))
const requiredSecrets = required.flatMap((setting) => ('secret' in setting ? [setting.name] : []))
/** How `npm start` begins the server, and everything else has to. */
const options = [
  '--disable-warning=ExperimentalWarning',
  ...found(/serverOptions = \[(.*)\]/.exec(read('scripts/lib/programs.mjs'))?.[1] ?? '', /'(.*?)'/g),
]
/** Seconds: DRAIN_SECONDS with DEMO=off, and what calls under way may take (serve.ts). */
const [drain, grace] = [5, 20]

describe('M1 deploy: what is installed is what was tried', () => {
  const containerfile = read('deploy/Containerfile')

  it('the image is made of the project’s Node.js and nothing that moves, and is no one’s', () => {
    const { node } = JSON.parse(read('package.json')).devDependencies as { node: string }
    expect(found(containerfile, /^ARG NODE=node:([\d.]+)-/gm)).toEqual([node])
    expect(found(containerfile, /^FROM (\S+)/gm)).toEqual([...Array(3).fill(`\${NODE}`), 'scratch'])
    expect(found(containerfile, /^USER (.*)/gm)).toEqual(['10001:10001'])
    expect(JSON.parse(found(containerfile, /^ENTRYPOINT (.*)/gm)[0] ?? '')).toEqual(['node', ...options])
    const images = found(read('deploy/compose.yaml'), /^ {4}image: (.*)/gm)
    expect(images.length).toBeGreaterThan(1)
    for (const image of images) expect(image).toMatch(/^[\w./-]+:\d+\.\d+[\w.-]*$/)
  })

  it('18.8 PostgreSQL compresses its log as the page says, where compose starts it and where it is measured', () => {
    const [said = ''] = found(read('docs/operations.md'), /wal_compression = '(\w+)'/g)
    const [composed] = found(read('deploy/compose.yaml'), /-c, wal_compression=(\w+)\]/g)
    const [measured] = found(read('bench/webconnect.ts'), /^const compression = '(\w+)'$/gm)
    expect([said, composed, measured]).toEqual(['zstd', 'zstd', 'zstd'])
  })

  it('the units start it likewise, and wait for calls under way before they kill', () => {
    const unit = read('deploy/systemd/support-console@.service')
    expect(unit).toContain(
      `\nExecStart=/usr/bin/node ${options.join(' ')} apps/server/src/programs/serve.ts\n`,
    )
    // Two of them on one machine are told apart in the log.
    expect(unit).toContain('\nEnvironment=INSTANCE=%H-%i\n')
    expect(Number(found(unit, /^TimeoutStopSec=(\d+)$/gm)[0])).toBeGreaterThan(drain + grace)
    expect(
      Number.parseInt(found(read('deploy/compose.yaml'), /stop_grace_period: (\d+)s/g)[0] ?? '', 10),
    ).toBeGreaterThan(drain + grace)
  })

  it('the migration has a user of its own: the servers’ user may not read the address of the database’s owner', () => {
    const unit = read('deploy/systemd/support-console@.service')
    const migrate = read('deploy/systemd/support-console@migrate.service.d/migrate.conf')
    const [servers = ''] = found(unit, /^User=(.*)$/gm)
    const [owner = ''] = found(migrate, /^User=(.*)$/gm)
    expect(owner).not.toBe(servers)
    // What is set up by the page: the owner's folder is of the owner's group alone, and its file lies nowhere else.
    const page = read('docs/deployment.md')
    expect(page).toMatch(new RegExp(`^useradd .* ${servers}$`, 'm'))
    // The settings it reads by their group.
    expect(page).toMatch(new RegExp(`^useradd .*--groups ${servers} .* ${owner}$`, 'm'))
    expect(page).toContain(`\ninstall -d -m 750 -o root -g ${owner} /etc/support-console/owner\n`)
    const named = found(page + read('docs/operations.md'), /DATABASE_URL_FILE=(\S+)/g)
    expect(named).toEqual(Array(named.length).fill('/etc/support-console/owner/DATABASE_URL'))
    expect(named.length).toBeGreaterThan(1)
  })

  it('M2 the proxies wait longer than any call lasts that the console does not ask for asynchronously', () => {
    const longest = Math.max(
      ...Object.values(calls).map(({ lastsUpTo = 0, path }) =>
        path.endsWith('/batchdeactivation') ? 0 : lastsUpTo,
      ),
    )
    const minutes = [
      ...found(read('deploy/nginx/support-console.conf'), /proxy_read_timeout (\d+)m;/g),
      ...found(read('deploy/haproxy/haproxy.cfg'), /timeout (?:client|server) (\d+)m$/gm),
      ...found(read('deploy/helm/support-console/values.yaml'), /proxy-read-timeout: '(\d+)'/g).map(
        (seconds) => String(Number(seconds) / 60),
      ),
    ]
    expect(minutes).toHaveLength(4)
    for (const each of minutes) expect(Number(each) * 60).toBeGreaterThan(longest)
  })

  it('settings.example has all that DEMO=off requires, and is taken as soon as its gaps are filled', () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const signingKey = String(privateKey.export({ format: 'pem', type: 'pkcs8' }))
    const secrets = mkdtempSync(join(tmpdir(), 'console-secrets-'))
    const given = Object.fromEntries(
      found(read('deploy/settings.example'), /^([A-Z][A-Z_]*=.*)$/gm).map((line) =>
        line.split(/=(.*)/).slice(0, 2),
      ),
    ) as Record<string, string>
    for (const [name, value] of Object.entries(given)) {
      if (value === '') given[name] = '12345'
      if (!name.endsWith('_FILE')) continue
      given[name] = value.replace('/etc/support-console/secrets', secrets)
      const content = {
        SECRETS_KEY_FILE: testSecretsKey,
        DATABASE_URL_FILE: 'postgres://console@127.0.0.1/console',
        AUDIT_SIGNING_KEY_FILE: signingKey,
      }
      writeFileSync(given[name], content[name as keyof typeof content] ?? 'secret')
    }
    expect(parseConfig(given)).toMatchObject({
      demo: false,
      environment: 'prod',
      database: { url: expect.stringContaining('postgres') },
    })
    for (const name of requiredSecrets) expect(Object.keys(given)).toContain(`${name}_FILE`)
    rmSync(secrets, { recursive: true })
  })
})

describe('M1 deploy: the Helm chart', () => {
  const rendered = read('deploy/helm/rendered.yaml')
  const documents = rendered.split(/^---$/m).slice(1)
  const kindsOf = (pattern: RegExp) =>
    found(documents.filter((each) => pattern.test(each)).join('\n'), /^kind: (\w+)$/gm).sort()

  it('rendered.yaml is of this chart; otherwise run `npm run task -- chart`', () => {
    expect(rendered).toContain(`(${chartFingerprint(join(root, 'deploy/helm'))})`)
    expect(kindsOf(/./)).toEqual([
      ...[
        'Deployment',
        'Deployment',
        'Ingress',
        'Job',
        'NetworkPolicy',
        'PodDisruptionBudget',
        'Service',
        'Service',
      ],
    ])
  })

  it('R36 a secret is known by its name alone, and each that is required comes as a file', () => {
    const names = settings.flatMap((setting) => ('secret' in setting ? [setting.name] : []))
    expect(
      found(rendered, /name: ([A-Z_]+), value: /g).filter((name) => names.includes(name as never)),
    ).toEqual([])
    for (const pod of documents.filter((each) => each.includes('kind: Deployment')))
      for (const name of requiredSecrets)
        expect(pod).toContain(`{ name: ${name}_FILE, value: /run/secrets/support-console/${name} }`)
  })

  it('every pod is closed as Kubernetes’ restricted standard asks, and has time to stop', () => {
    const pods = documents.filter((each) => /^kind: (Deployment|Job)$/m.test(each))
    expect(pods).toHaveLength(3)
    for (const pod of pods)
      for (const line of [
        'runAsNonRoot: true',
        'seccompProfile: { type: RuntimeDefault }',
        'automountServiceAccountToken: false',
        'allowPrivilegeEscalation: false',
        'readOnlyRootFilesystem: true',
        'capabilities: { drop: [ALL] }',
      ])
        expect(pod).toContain(line)
    const graces = found(rendered, /terminationGracePeriodSeconds: (\d+)/g).map(Number)
    expect(graces).toHaveLength(2)
    for (const each of graces) expect(each).toBeGreaterThan(drain + grace)
  })

  it('migrates before servers start, which do not; the worker works, the servers do not', () => {
    const job = documents.find((each) => each.includes('kind: Job')) ?? ''
    expect(job).toContain('helm.sh/hook: pre-install,pre-upgrade')
    expect(
      found(job, /args: \[(.*)\]/g).filter((path) => globSync(path, { cwd: root }).length > 0),
    ).toHaveLength(1)
    const servers = documents.filter((each) => each.includes('kind: Deployment'))
    expect(servers.flatMap((each) => found(each, /name: ((?:MIGRATE|WORKER), value: "\w+")/g))).toEqual([
      'MIGRATE, value: "off"',
      'WORKER, value: "off"',
      'MIGRATE, value: "off"',
      'WORKER, value: "only"',
    ])
  })
})

describe('18.7 what is shipped of other people', () => {
  it('each package is under a licence that is allowed (`npm run task -- shipped`)', () => {
    const { components } = billOfMaterials()
    expect(components.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['fastify', 'react', 'pg', 'oidc-provider']),
    )
    expect(
      components
        .filter((part) => !isAllowed(licenceOf(part)))
        .map((part) => `${part['bom-ref']}: ${licenceOf(part)}`),
    ).toEqual([])
    expect(['GPL-3.0-only', '', 'MIT AND GPL-2.0-only', 'SEE LICENSE IN x'].filter(isAllowed)).toEqual([])
  })

  it('the bill of materials is of what the image holds: each with its hash, and nothing of tools or of the field', () => {
    const { components, dependencies } = billOfMaterials(['server', 'console'])
    const names = components.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['fastify', 'react', 'pg']))
    for (const tool of ['vite', 'vitest', 'oidc-provider', '@types/pg', 'contract'])
      expect(names).not.toContain(tool)
    for (const { hashes } of components) expect(hashes?.map(({ alg }) => alg)).toEqual(['SHA-512'])
    const refs = components.map((part) => part['bom-ref'])
    for (const { dependsOn } of dependencies) expect(refs).toEqual(expect.arrayContaining(dependsOn))
  })
})
