import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('./check-imports.mjs', import.meta.url))
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'imports-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function lay(path: string, text: string): void {
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Lays files, each with what it imports, and gives the complaints about them. */
function complaintsAbout(files: Record<string, string[]>): string[] {
  for (const [path, specifiers] of Object.entries(files))
    lay(path, specifiers.map((name) => `import '${name}'\n`).join(''))
  return complaints()
}

function complaints(): string[] {
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' })
  const lines = stderr.split('\n').filter(Boolean)
  expect(status).toBe(lines.length > 0 ? 1 : 0)
  return lines
}

const server = 'apps/server/src'
const pages = 'apps/console/src'

describe('the doors of the house', () => {
  it('open downwards, by index.ts, and for tests', () => {
    expect(
      complaintsAbout({
        [`${server}/features/sims/index.ts`]: ['../../systems/carriers/carrier.ts', '../../platform/csv.ts'],
        [`${server}/features/session/routes.ts`]: ['../sims/index.ts', '@support-console/contract'],
        [`${server}/systems/carriers/att.test.ts`]: ['./field-stage.ts', '@support-console/carrier-samples'],
        [`${server}/systems/carriers/field-stage.ts`]: ['./carrier.facts.ts', '../../testing/http-stage.ts'],
        [`${server}/testing/test-app.ts`]: ['../features/sims/index.ts', '../config.ts', '../build-app.ts'],
        [`${server}/programs/serve.ts`]: ['../config.ts', '../build-app.ts'],
        [`${server}/build-app.ts`]: ['./config.ts'],
        [`${server}/config.ts`]: ['./settings.ts'],
        [`${server}/platform/http/api.ts`]: ['../sign-on/guard.ts', '../clock.ts', './send.ts'],
        [`${server}/platform/jobs/jobs.ts`]: ['../undertakings/ended.ts', '../http/api.ts'],
        [`${server}/platform/clock.test.ts`]: ['./http/api.ts', '../config.ts'],
        [`${pages}/app/menu.ts`]: [
          '../features/home/index.ts',
          '../features/home/screen.tsx',
          '../ui/button.tsx',
        ],
        [`${pages}/features/home/page.tsx`]: ['../search/index.ts', '../../kit/link.ts'],
        [`${pages}/kit/link.ts`]: ['@support-console/contract/addresses', '../ui/button.tsx'],
        [`${pages}/gallery/page.tsx`]: ['../ui/button.tsx', '../texts/index.ts'],
        [`${pages}/ui/button.browser.test.tsx`]: ['../gallery/page.tsx', '../testing/show.ts'],
        'apps/field/src/world.ts': ['@support-console/demo-world'],
        'scripts/start.test.ts': ['../apps/field/src/testing/browser.ts'],
      }),
    ).toEqual([])
  })

  it.each([
    [`${server}/programs/serve.ts`, '../testing/test-app.ts', 'that is code for tests'],
    [`${server}/systems/neighbours.ts`, './carriers/field-stage.ts', 'that is code for tests'],
    [`${server}/systems/neighbours.ts`, './carriers/carrier.facts.ts', 'that is code for tests'],
    [`${server}/systems/neighbours.ts`, '@support-console/carrier-samples', 'samples are for tests'],
    [`${server}/platform/csv.ts`, '../systems/instants.ts', 'platform knows no systems or features'],
    [`${server}/platform/clock.ts`, './database/keep.ts', 'database stands on a floor above clock'],
    [`${server}/platform/database/seed.ts`, '../audit/chain.ts', 'audit stands on a floor above database'],
    [`${server}/platform/sign-on/guard.ts`, '../http/send.ts', 'http stands on a floor above sign-on'],
    [`${server}/platform/metrics/metrics.ts`, '../platform.ts', 'platform stands on a floor above metrics'],
    [`${server}/platform/http/api.ts`, '../jobs/jobs.ts', 'jobs stands on a floor above http'],
    [`${server}/platform/shed/a.ts`, '../clock.ts', 'shed stands on no floor'],
    [`${server}/platform/http/api.ts`, '../../config.ts', 'only programs know the settings of all'],
    [`${server}/features/sims/sims.ts`, '../../config.ts', 'only programs know the settings of all'],
    [`${server}/systems/instants.ts`, '../settings.ts', 'only programs know the settings of all'],
    [`${server}/features/sims/sims.ts`, '../../build-app.ts', 'only programs know the whole app'],
    [`${server}/systems/instants.ts`, '../features/sims/index.ts', 'systems know no features'],
    [`${server}/features/a/a.ts`, '../b/b.ts', 'a feature imports another only by its index'],
    [`${pages}/features/a/a.ts`, '../b/screen.tsx', 'a feature imports another only by its index'],
    [`${server}/features/a/a.ts`, '../b/screen.ts', 'a feature imports another only by its index'],
    [`${pages}/app/menu.ts`, '../features/home/page.tsx', 'app sees a feature by its index or its screen'],
    [`${server}/features/sims/a.ts`, '../../demo/sims.ts', 'only programs know the demo world'],
    [
      `${server}/demo/sims.ts`,
      '../features/sims/sims.table.ts',
      'the demo world sees a feature by its index',
    ],
    [`${server}/build-app.ts`, './programs/import-command.ts', 'nothing imports a program'],
    [
      `${server}/programs/serve.ts`,
      '../../../field/src/main.ts',
      'server, console and field never import each other',
    ],
    ['apps/field/src/main.ts', '@support-console/contract', 'the field plays strangers: it shares no code'],
    ['packages/contract/src/index.ts', '@support-console/demo-world', 'the contract imports nothing of ours'],
    [
      `${pages}/features/home/page.tsx`,
      '../../gallery/page.tsx',
      'nothing of the gallery reaches the product',
    ],
    [`${pages}/app/router.tsx`, '../gallery/page.tsx', 'nothing of the gallery reaches the product'],
    [`${pages}/main.tsx`, './gallery/page.tsx', 'nothing of the gallery reaches the product'],
    [`${pages}/gallery/page.tsx`, '../features/home/page.tsx', 'the gallery shows ui only'],
    [`${pages}/kit/link.ts`, '../features/home/index.ts', 'kit does not import features'],
    [`${pages}/ui/button.tsx`, '../session/user.ts', 'ui knows neither session nor api'],
    [`${pages}/session/user.ts`, '../api/call.ts', 'session does not import api'],
    [`${pages}/features/home/page.tsx`, '../../app/menu.ts', 'features does not import app'],
  ])('%s may not import %s', (from, specifier, why) => {
    const complaints = complaintsAbout({ [from]: [specifier] })
    expect(complaints).toHaveLength(1)
    expect(complaints[0]).toContain(`${from} imports `)
    expect(complaints[0]).toContain(why)
  })

  it.each([
    'Date.now()',
    'new Date()',
    'performance.now()',
    'setTimeout(go, 1)',
    'setInterval(go, 1)',
    "await import('node:timers/promises')",
    'AbortSignal.timeout(1)',
  ])("D39 %s stands in the server's clock and its tests alone", (text) => {
    const others = [
      `${server}/platform/clock.ts`,
      `${server}/a.test.ts`,
      `${server}/testing/a.ts`,
      'apps/field/src/a.ts',
    ]
    for (const path of [...others, `${server}/a.ts`]) lay(path, `export const a = async () => ${text}\n`)
    lay(`${server}/b.ts`, 'export const b = new Date(0)\n')
    const [complaint, ...more] = complaints()
    expect(complaint).toMatch(
      /^apps\/server\/src\/a\.ts has .*: the server asks the platform's clock \(D39\)$/,
    )
    expect(more).toEqual([])
  })

  it.each(['Date.now()', 'new Date()'])('54.3 %s stands where this computer’s own clock counts', (text) => {
    const others = [
      'ui/server-clock.ts',
      'session/a.ts',
      'features/csr/use-watch.ts',
      'a.test.ts',
      'examples.tsx',
    ]
    for (const path of [...others, 'features/a/a.ts'])
      lay(`${pages}/${path}`, `export const a = () => ${text}\n`)
    expect(complaints()).toEqual([expect.stringMatching(/features\/a\/a\.ts has .*: 'now' is the server's/)])
  })

  it.each([
    'permissionsOf(given)',
    'user.roles',
    'context.user.roles.length',
    'const { email, roles } = user',
    '({ roles }: User) => roles',
  ])('D45 %s stands where rights are made of roles, and in tests alone', (text) => {
    const others = [
      `${server}/platform/sign-on/rights.ts`,
      `${server}/features/session/session.routes.ts`,
      `${server}/a.test.ts`,
      `${pages}/app/screens.ts`,
    ]
    for (const path of [...others, `${server}/a.ts`]) lay(path, `export const a = () => ${text}\n`)
    lay(`${server}/b.ts`, "export const b = problems.forbidden('x', { roles: [] })\n")
    const [complaint, ...more] = complaints()
    expect(complaint).toMatch(/^apps\/server\/src\/a\.ts has .*: the server asks user\.may \(D45\)$/)
    expect(more).toEqual([])
  })

  it('keep rooms of the server from importing each other, types included', () => {
    lay(`${server}/platform/jobs/a.ts`, "import type { B } from '../news/b.ts'\n")
    lay(`${server}/platform/news/b.ts`, '')
    lay(`${server}/platform/news/c.ts`, "import type { A } from '../jobs/d.ts'\n")
    lay(`${server}/platform/jobs/d.ts`, '')
    lay(`${server}/platform/jobs/d.test.ts`, "import '../undertakings/e.ts'\n")
    lay(`${server}/platform/undertakings/e.ts`, "import '../jobs/d.ts'\n")
    const rooms = ['jobs', 'news', 'jobs'].map((room) => `${server}/platform/${room}`)
    expect(complaints()).toEqual([`cycle: ${rooms.join(' -> ')}`])
  })

  it.each([
    "const to = '/sims/1'",
    `const to = \`/company/\${id}\``,
    "const pattern = '/sims/:iccid'",
    `const to = \`\${screen}?finding=\${state}\``,
  ])('D25 %s stands in the address book alone', (text) => {
    lay('packages/contract/src/addresses.ts', "export const a = ['/sims', '/company']\n")
    for (const path of [`${pages}/a.test.ts`, 'e2e/a.ts', 'apps/field/src/a.ts']) lay(path, `${text}\n`)
    for (const path of [`${pages}/a.ts`, `${server}/features/a/a.ts`]) lay(path, `${text}\n`)
    lay(
      `${pages}/b.ts`,
      "// '/sims/1'\napi('GET /sims/1')\nconst call = '/sims/v1/sims'\nimport './sims/a.ts'\nconst [a, b] = ['/api', '/simsons']\n",
    )
    const found = complaints()
    expect(found.map((each) => each.split(' has ')[0])).toEqual(
      [`${pages}/a.ts`, `${server}/features/a/a.ts`].sort(),
    )
    for (const each of found)
      expect(each).toMatch(/: packages\/contract\/src\/addresses\.ts builds the console's addresses \(D25\)$/)
  })
})
