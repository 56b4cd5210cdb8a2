import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../platform/database/open-database.ts'
import { databaseForProgram, type ProgramDatabase } from '../testing/program-database.ts'
import { runCommand } from '../testing/run-program.ts'
import { startField, type TestField } from '../testing/test-field.ts'
import { whyEnded } from './command.ts'
import type { Finding } from './doctor/finding.ts'
import { clockFinding } from './doctor/finding.ts'
import { findLimits, type Means } from './doctor/machine.ts'
import { doctorCommand } from './doctor-command.ts'

describe.skipIf('missing' in inject('postgres'))('18.3 npm run doctor', () => {
  let field: TestField
  let database: ProgramDatabase
  beforeAll(async () => {
    field = await startField()
    database = await databaseForProgram()
  })
  afterAll(async () => {
    await database.drop()
    await field.stop()
  })
  const run = async (env: Record<string, string> = {}) => {
    const asked = await runCommand(doctorCommand, ['--json'], {
      DEMO: 'on',
      FIELD_URL: field.url,
      ...database.settings,
      ...env,
    })
    expect(asked.err).toBe('')
    const { findings } = JSON.parse(asked.out) as { findings: Finding[] }
    /** What is not fine, as 'about: sentence'. */
    const wrong = findings
      .filter(({ state }) => state !== 'fine')
      .map(({ about, state, says }) => `${state} ${about}: ${says}`)
    return { ...asked, findings, wrong, aboutFine: new Set(findings.map(({ about }) => about)) }
  }

  it('finds everything fine where it is, and asks every neighbour without changing anything', async () => {
    const { code, wrong, aboutFine } = await run()
    // csr-09 never answers, in the demo; no server runs in this test.
    expect(wrong.filter((each) => !/csr-0[89]|^\w+ machine/.test(each))).toEqual([
      'warning database: Its first start marks it a demo.',
      'warning database: No server works on jobs right now; this one will, once it is started.',
    ])
    expect(code).toBe(wrong.some((each) => each.startsWith('fault')) ? 1 : 0)
    for (const about of ['settings', 'data folder', 'sign-on provider', 'database', 'secrets key', 'AT&T'])
      expect(aboutFine).toContain(about)
    for (const about of [
      'Verizon',
      'Aeris',
      'Wyless',
      'MobileBroker',
      'Connector',
      'Pathfinder',
      'WebConnect',
    ])
      expect(aboutFine).toContain(about)
    const sent = await field.requests('limit=200')
    // Some neighbours are read by POST, and the field names what a request does; a sign-on has no such name.
    const changing = sent.filter(
      ({ method, action, path }) =>
        method !== 'GET' && action !== 'read' && !/token|session\/login|oauth|Porthos/.test(path),
    )
    expect(changing).toEqual([])
  })

  it('says of each thing that is not fine what to do, and no secret', async () => {
    await field.fault({ system: 'connector', fault: '500' })
    const { db, close } = await openDatabase({
      url: database.settings.DATABASE_URL ?? '',
      folder: '',
      connections: 1,
    })
    await sql`insert into demo_mark (demo) values (false)`.execute(db)
    // csr-09 was waited for already, ten seconds; the field has no agent at this address.
    await sql`update csr set ip_address = '127.0.40.99' where ip_address = '127.0.40.9'`.execute(db)
    await close()
    const { code, wrong, out } = await run({
      ATT_API_KEY: 'hidden-key',
      OIDC_AUDIENCES: 'x',
      OIDC_JWKS_URL: `${field.url}/nowhere`,
      DATABASE_CONNECTIONS: '500',
      WORKER: 'off',
    })
    await field.heal()
    expect(code).toBe(1)
    for (const sentence of [
      /^warning settings: OIDC_AUDIENCES is no setting: did you mean OIDC_AUDIENCE\?/m,
      /^fault sign-on provider: Its keys at .*nowhere cannot be read \(HTTP 404\): no one can sign in\./m,
      /^fault database: PostgreSQL takes \d+ connections, .* raise max_connections, or lower DATABASE_CONNECTIONS\./m,
      /^fault database: It is in real use, and DEMO says on: no start will take it\.$/m,
      /^fault database: No server works on jobs, so ordered work waits/m,
      /^fault AT&T: .*credentials/m,
      /^fault Connector: /m,
    ])
      expect(wrong.join('\n')).toMatch(sentence)
    expect(out).not.toContain('hidden-key')
  })

  it('names each wrong setting, and a database that is not there', async () => {
    const settings = await run({ PORT: 'x', LOG_LEVEL: 'loud' })
    expect(settings.wrong).toEqual([
      expect.stringMatching(/^fault settings: PORT must be/),
      expect.stringMatching(/^fault settings: LOG_LEVEL must be/),
      'fault everything else: Not looked at, since the settings cannot be read.',
    ])
    const away = await run({ DATABASE_URL: 'postgres://someone:hidden@127.0.0.1:1/db' })
    expect(away.wrong.join('\n')).toMatch(/^fault database: PostgreSQL at 127\.0\.0\.1:1 cannot be used: /m)
    expect([away.code, away.out.includes('hidden')]).toEqual([1, false])
  })

  it('54.6 limits of the machine are named as such, at their edges', () => {
    const good: Means = {
      ...{ openFiles: 4_096, freeMemory: 400_000_000, freeDisk: 2_000_000_000 },
      ...{ installedAt: new Date('2026-11-01'), now: new Date('2026-11-28') },
    }
    const told = (less: Partial<Means>) =>
      findLimits({ ...good, ...less }, '/data').flatMap(({ state, says }) =>
        state === 'fine' ? [] : `${state}: ${says}`,
      )
    expect(told({})).toEqual([])
    expect(told({ openFiles: null })).toEqual([])
    expect(told({ openFiles: 4_095 })).toEqual([
      'warning: 4,095 files and connections may be open at once: raise the limit (ulimit -n, LimitNOFILE).',
    ])
    expect(told({ openFiles: 255 })[0]).toMatch(/^fault: 255 files/)
    expect(told({ freeMemory: 149_000_000 })[0]).toMatch(/^fault: 149 MB of memory are free/)
    expect(told({ freeDisk: 1_999_000_000 })[0]).toMatch(/^warning: 1,999 MB are free in \/data/)
    expect(told({ now: new Date(0) })[0]).toMatch(/^fault: The clock says 1970-/)
  })

  it.each([
    ['ENOSPC: no space left on device, write', /the disk is full/],
    ['EMFILE: too many open files, open x', /too many files and connections are open/],
    ['Cannot allocate memory', /no memory left/],
    ["EACCES: permission denied, mkdir '/data'", /a file or folder cannot be written/],
  ])('54.6 an end has its reason: %s', (message, reason) => {
    expect(whyEnded(new Error(message), 'The server cannot start')).toMatch(reason)
  })

  it('how far clocks may be apart', () => {
    const states = [0, 1_900, 2_000, -9_900, 10_000].map((ms) => clockFinding('x', ms).state)
    expect(states).toEqual(['fine', 'fine', 'warning', 'warning', 'fault'])
    expect(clockFinding('x', -9_900).says).toContain('9.9 s behind')
  })
})
