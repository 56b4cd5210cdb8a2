import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'
import { plainTextPattern } from '@support-console/contract/plain-text'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { isc } from '../../../packages/isc/src/isc.ts'
import { openSituationStage, type SituationStage } from './features/diagnosis/situations-stage.ts'
import { judgeEverything } from './features/fleet/survey.ts'
import { describeOnOneDatabase } from './testing/databases.ts'
import { parseCsv } from './testing/parse-csv.ts'
import { makePersonalToken } from './testing/personal-tokens.ts'
import { seesAll } from './testing/views.ts'

const panel = 'CBS0000001'
const sim = '8914800000000000055'
const esc = '\u001b'

describeOnOneDatabase('56.4 the command line', (database) => {
  let stage: SituationStage
  let home: string
  let support: string
  beforeAll(async () => {
    stage = await openSituationStage(database.get())
    await stage.field.enter('sim-suspended-everywhere')
    await stage.field.enter('panel-in-another-environment')
    await stage.collect()
    await judgeEverything(stage.db, () => seesAll(), new AbortController().signal)
    // Two readings had it, so that it counts.
    await sql`insert into fleet_finding (finding, thing_kind, thing_id, company_id, carrier, since, at, source, now, before, readings)
      values ('silent', 'panel', ${panel}, 1, '', now(), now(), 'WebConnect', '', '', 2)`.execute(stage.db)
    support = await tokenOf('support')
  })
  afterAll(() => stage.close())
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'isc-'))
    return () => rmSync(home, { recursive: true, force: true })
  })
  const tokenOf = (role: string) =>
    stage.keys.token({
      exp: Math.floor(Date.now() / 1000) + 3600,
      resource_access: { 'support-console': { roles: [role] } },
    })

  interface Around {
    env?: Record<string, string>
    isTerminal?: boolean
    /** What is typed or piped in. */
    typed?: string
    signal?: AbortSignal
    /** Hears what is printed. */
    onOut?: (text: string) => void
    onErr?: (text: string) => void
  }
  async function run(args: readonly string[], around: Around = {}) {
    const said = { out: '', err: '' }
    const into = (stream: 'out' | 'err') =>
      new Writable({
        decodeStrings: false,
        write(text: string, _encoding, done) {
          said[stream] += text
          around[stream === 'out' ? 'onOut' : 'onErr']?.(text)
          done()
        },
      })
    const isTTY = around.isTerminal === true
    const stdin = around.typed === undefined ? new PassThrough().end() : Readable.from([around.typed])
    const code = await isc(args, {
      env: { HOME: home, ISC_URL: stage.server.url, ISC_TOKEN: support, ...around.env },
      stdin: Object.assign(stdin, { isTTY }),
      stdout: Object.assign(into('out'), { isTTY }),
      stderr: into('err'),
      signal: around.signal ?? new AbortController().signal,
    })
    return { code, ...said, data: () => JSON.parse(said.out) }
  }

  const readings: [verb: string[], heading: RegExp, part: string][] = [
    [['find', '000055'], /^KIND +ID /, 'hits'],
    [['why', sim], /^(?:cause|likely|to-mend): /, 'verdict'],
    [['why', panel], /^(?:cause|likely|to-mend): /, 'verdict'],
    [['timeline', panel], /^TIME +BY +WHAT/, 'entries'],
    [['fleet', '--stand', 'counts,once'], /^THINGS +SILENT|^FINDING/, 'rows'],
    [['fleet', '--by', 'thing', '--company', '1', '--stand', 'counts,once'], /^FINDING +THING/, 'rows'],
    [['usage', sim], /^SIM +8914800000000000055/, 'simId'],
    [['company', 'Harbor Security'], /^Company +Harbor/, 'companyId'],
    [['attention', '--json'], /./, 'rows'],
    [['call', 'getPanelThing', `id=${panel}`], /"cloudId": "CBS0000001"/, 'panel'],
    [['call', 'diagnosePanels', '--body', `{"cloudIds":["${panel}"]}`], /"groups"/, 'groups'],
  ]
  it.each(readings)('56.4 isc %j: a table on a terminal, JSON in a pipe', async (verb, heading, part) => {
    const [terminal, pipe] = [await run(verb, { isTerminal: true }), await run(verb)]
    expect([pipe.err, pipe.code].join(), pipe.err).not.toMatch(/[2346]$/)
    expect(terminal.out).toMatch(heading)
    expect(terminal.code).toBe(pipe.code)
    expect(pipe.data()).toHaveProperty(part)
  })

  it('56.4 exit codes tell trouble, a wrong command, a missing right, and what is not there', async () => {
    const auditor = await tokenOf('auditor')
    const answers = [
      [await run(['why', sim]), 1, ''],
      [await run(['wy', sim]), 2, '"wy" is not a command'],
      [await run(['find']), 2, 'Usage: isc find TEXT'],
      [await run(['find', 'x1', '--most', '3']), 2, "Unknown option '--most'"],
      [await run(['find', '000055', '--limit', '900']), 2, 'limit: '],
      [await run(['fleet', '--finding', 'sillent']), 2, '"sillent" is no value of "finding"'],
      [await run(['why', 'Harbor Security']), 2, 'is a company. This takes a panel or a sim.'],
      [await run(['call', 'deactivateSim', `SimId=${sim}`]), 2, '`isc call` only reads'],
      [await run(['call', 'getPanelThing', 'id=..']), 2, 'id is missing'],
      [await run(['company', '1'], { env: { ISC_TOKEN: auditor } }), 4, 'was not found'],
      [await run(['call', 'listCompanies'], { env: { ISC_TOKEN: auditor } }), 3, ''],
      [await run(['find', '000055'], { env: { ISC_TOKEN: 'isc_guessed' } }), 3, 'The token is not accepted'],
      [await run(['find', '000055'], { env: { ISC_TOKEN: '' } }), 3, 'You are not signed in'],
      [await run(['find', 'ZZZ9999999']), 4, '"ZZZ9999999" was not found'],
      [await run(['why', 'ZZZ9999999']), 4, 'was not found in anything this token can read'],
      [await run(['find', '000055'], { env: { ISC_URL: 'http://127.0.0.1:9' } }), 5, 'does not answer'],
      [await run(['find', '000055'], { env: { ISC_URL: 'http://console.example' } }), 2, 'is not encrypted'],
    ] as const
    for (const [{ code, err, out }, expected, sentence] of answers) {
      expect([code, err]).toEqual([expected, expect.stringContaining(sentence)])
      expect(out + err).not.toContain(support)
    }
  })

  it('D58 a token without the scope of a call ends with 3; its sentence names the right', async () => {
    const { secret } = await makePersonalToken(stage.server, support, ['sim-information.read'])
    const env = { ISC_TOKEN: secret }
    expect((await run(['find', '000055'], { env })).code).toBe(0)
    const { code, out, err } = await run(['fleet'], { env })
    expect([code, out, err]).toEqual([3, '', expect.stringMatching(/^This needs the right fleet\.read\. /)])
    const written = await run(['sim', 'deactivate', sim, '--yes', '--reason', 'Moved out'], { env })
    expect([written.code, written.err]).toEqual([3, expect.stringContaining('the right sim-management.')])
  })

  it('56.4 fleet --csv prints the same file as the console', async () => {
    const { out, code } = await run(['fleet', '--csv', '--stand', 'counts,once'])
    const { text } = await stage.server.call('GET', '/api/fleet/v1/export?filter=stand%3Dcounts%2Conce')
    expect(out.slice(out.indexOf('\n'))).toBe(text.slice(text.indexOf('\n')))
    expect(code).toBe(0)
    expect(parseCsv(`\ufeff${out.replace(/^\ufeff/, '')}`).length).toBeGreaterThan(1)
  })

  it('56.4 a deactivation in a pipe without --yes, or without a reason, asks no carrier', async () => {
    const before = await stage.field.deactivations(sim)
    const piped = await run(['sim', 'deactivate', sim, '--reason', 'Moved out'])
    expect([piped.code, piped.err]).toEqual([2, expect.stringContaining('Add --yes')])
    const unreasoned = await run(['sim', 'deactivate', sim, '--yes'])
    expect([unreasoned.code, unreasoned.err]).toEqual([2, expect.stringContaining('--reason')])
    const part = await run(['sim', 'deactivate', '000055', '--yes', '--reason', 'Moved out'])
    expect([part.code, part.err]).toEqual([2, expect.stringContaining('is not a whole ICCID')])
    const wrong = { isTerminal: true, typed: 'yes\n' }
    const refused = await run(['sim', 'deactivate', sim, '--reason', 'Moved out'], wrong)
    expect([refused.code, refused.err]).toEqual([6, expect.stringContaining('Not deactivated.')])
    expect(await stage.field.deactivations(sim)).toBe(before)
  })

  it('56.4 on a terminal a deactivation says whom it cuts off, asks, and says why in the trail', async () => {
    const spare = '8901170000000000013'
    const asked = ['sim', 'deactivate', spare, '--reason', 'Moved out', '--ticket', 'INC-4711']
    const { code, out, err } = await run(asked, { isTerminal: true, typed: '0013\n' })
    expect(err).toMatch(/Carrier +AT&T[\s\S]*Company +\S[\s\S]*Panel +CBS[\s\S]*last four digits/)
    expect([code, out]).toEqual([0, expect.stringContaining(`SIM ${spare}: Success`)])
    const { data } = await run(['timeline', spare, '--text', 'INC-4711'])
    expect(data().entries[0]).toMatchObject({ reason: 'Moved out', ticket: 'INC-4711' })
  })

  it('D58 login keeps the token for its owner alone, and logout forgets it', async () => {
    const none = { ISC_TOKEN: '', ISC_URL: '' }
    const refused = await run(['login', '--url', stage.server.url], { env: none, typed: 'isc_guessed\n' })
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('not accepted')])
    const kept = await run(['login', '--url', stage.server.url], { env: none, typed: `${support}\n` })
    expect([kept.code, kept.out, kept.err]).toEqual([0, '', expect.not.stringContaining(support)])
    const file = join(home, '.config/isc/account.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url: stage.server.url, token: support })
    expect((await run(['find', '000055'], { env: none })).code).toBe(0)
    // The token is for that console alone.
    const elsewhere = await run(['find', '000055'], {
      env: { ISC_TOKEN: '', ISC_URL: 'https://other.example' },
    })
    expect([elsewhere.code, elsewhere.err]).toEqual([2, expect.stringContaining('The stored token is for')])
    chmodSync(file, 0o640)
    const open = await run(['find', '000055'], { env: none })
    expect([open.code, open.err]).toEqual([3, expect.stringContaining('Others on this machine can read')])
    expect((await run(['logout'], { env: none })).code).toBe(0)
    expect((await run(['find', '000055'], { env: none })).code).toBe(3)
    symlinkSync('/etc/hostname', file)
    expect((await run(['find', '000055'], { env: none })).err).toContain('cannot be read')
  })

  interface Answer {
    status?: number
    headers?: Record<string, string>
    body: object
  }
  /** A console that answers so, one after the other; the last one again and again. */
  async function withConsole<T>(answers: readonly Answer[], ask: (url: string) => Promise<T>): Promise<T> {
    let at = 0
    const server = createServer((_, response) => {
      const { status = 200, headers = {}, body } = answers[at++] ?? answers.at(-1) ?? { body: {} }
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    try {
      return await ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    } finally {
      server.close()
    }
  }

  const none = { ISC_TOKEN: '', ISC_URL: '' }
  const signIn = (isAllowed: boolean) =>
    run(['sign-in', '--url', stage.server.url, '--scopes', 'sim-information.read,fleet.read'], {
      env: none,
      onErr(text) {
        const [, code] = /enter ([B-Z]{4}-[B-Z]{4})$/m.exec(text) ?? []
        if (code)
          void stage.server.call('POST', '/api/tokens/v1/device/answer', {
            token: support,
            body: { code, isAllowed },
          })
      },
    })

  it('D60 sign-in shows a code, and stores the token that its person allows', async () => {
    const { code, out, err } = await signIn(true)
    expect([code, out]).toEqual([0, ''])
    expect(err).toContain('Its rights: sim-information.read, fleet.read')
    const file = join(home, '.config/isc/account.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { url, token } = JSON.parse(readFileSync(file, 'utf8'))
    expect([url, token]).toEqual([stage.server.url, expect.stringMatching(/^isc_\w{38}$/)])
    expect(err).not.toContain(token)
    expect((await run(['find', '000055'], { env: none })).code).toBe(0)
  })

  it('D60 sign-in that is refused ends with 3 and stores nothing', async () => {
    const { code, err } = await signIn(false)
    expect([code, err]).toEqual([3, expect.stringContaining('It was refused in the console.')])
    expect((await run(['find', '000055'], { env: none })).err).toContain('You are not signed in')
    const unknown = await run(['sign-in', '--url', stage.server.url, '--scopes', 'all'], { env: none })
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('One of --scopes is no right')])
  })

  it('D60 sign-in waits while it is asked to, and says where a console has no such way', async () => {
    const error = (word: string) => ({ status: 400, body: { error: word } })
    const begun = {
      body: { device_code: 'x', user_code: `${hostile}CODE`, verification_uri: hostile, interval: 0 },
    }
    const over = await withConsole(
      [begun, error('authorization_pending'), error('authorization_pending'), error('expired_token')],
      (url) => run(['sign-in', '--url', url], { env: none, isTerminal: true }),
    )
    expect([over.code, over.err]).toEqual([3, expect.stringContaining('The code is over.')])
    for (const line of over.err.split('\n')) expect(line).toMatch(plainTextPattern)
    const off = await withConsole([{ status: 404, body: {} }], (url) =>
      run(['sign-in', '--url', url], { env: none }),
    )
    expect([off.code, off.err]).toEqual([3, expect.stringContaining('does not sign in command lines')])
    expect((await run(['sign-in'], { env: none })).code).toBe(2)
    const stop = new AbortController()
    const stopped = await withConsole([{ body: { ...begun.body, interval: 600 } }], (url) =>
      run(['sign-in', '--url', url], { env: none, signal: stop.signal, onErr: () => stop.abort() }),
    )
    expect([stopped.code, stopped.err]).toEqual([6, expect.stringContaining('You stopped it.')])
  })

  const hostile = `${esc}]0;owned\u0007${esc}[2J\u009b31m\u202eevil`

  it('56.4 attention --watch tells what begins and what ends; no answer ends nothing', async () => {
    const row = { key: 'k', code: 'silent', of: { kind: 'minute', id: '' }, name: '', since: '', note: '' }
    const answer = (rows: object[], isCurrent = true): Answer => ({
      body: { status: 'Success', message: '', data: { rows, more: 0, isCurrent, asOf: null } },
    })
    const away = { status: 503, body: { status: 'Unavailable', message: 'Away.', data: null } }
    const stop = new AbortController()
    const events: string[] = []
    const { code, err } = await withConsole([answer([row]), away, answer([], false), answer([])], (ISC_URL) =>
      run(['attention', '--watch', '--every', '1'], {
        env: { ISC_URL },
        signal: stop.signal,
        onOut(text) {
          events.push(`${JSON.parse(text).event} after ${events.length}`)
          if (events.length === 2) stop.abort()
        },
      }),
    )
    expect([code, events]).toEqual([0, ['began after 0', 'ended after 1']])
    expect(err).toBe('Away. Until it answers, nothing here is known.\nThe console answers again.\n')
  })

  it('R24 what others wrote moves no cursor: control characters never reach a terminal', async () => {
    const state = { state: hostile, online: null, at: null, isFresh: true }
    const hits = [{ kind: 'panel', id: hostile, title: hostile, subtitle: hostile, state }]
    const answer = { status: 'Success', message: '', data: { hits, hasMore: false, kinds: [] } }
    for (const args of [
      ['find', 'x1'],
      ['find', 'x1', '--json'],
    ]) {
      const { out } = await withConsole([{ body: answer }], (ISC_URL) =>
        run(args, { env: { ISC_URL }, isTerminal: true }),
      )
      expect(out).toContain('evil')
      for (const line of out.split('\n')) expect(line).toMatch(plainTextPattern)
    }
    const failed = await withConsole(
      [{ status: 500, body: { status: 'Error', message: hostile, data: null } }],
      (ISC_URL) => run(['find', 'x1'], { env: { ISC_URL }, isTerminal: true }),
    )
    expect(failed.code).toBe(5)
    expect(failed.err).toContain('evil')
    for (const line of failed.err.split('\n')) expect(line).toMatch(plainTextPattern)
  })

  it('R29 says when to come back; a redirect is not followed with the token', async () => {
    const many = { status: 'TooMany', message: 'Too many calls.', data: null }
    const limited = await withConsole(
      [{ status: 429, headers: { 'retry-after': '7' }, body: many }],
      (ISC_URL) => run(['find', 'x1'], { env: { ISC_URL } }),
    )
    expect([limited.code, limited.err]).toEqual([5, 'Too many calls.\nTry again in 7 seconds.\n'])
    const led = await withConsole(
      [{ status: 307, headers: { location: stage.server.url }, body: {} }],
      (ISC_URL) => run(['find', 'x1'], { env: { ISC_URL } }),
    )
    expect([led.code, led.err]).toEqual([5, expect.stringContaining('Check the address')])
  })

  it('56.4 help and completion are made of the table of verbs', async () => {
    const help = await run(['help'])
    expect(help.out).toContain('sim deactivate ICCID')
    expect((await run(['help', 'why'])).out).toMatch(/--within SECONDS[\s\S]*panels\.read/)
    const { out } = await run(['completion', 'bash'])
    const typed = async (...words: string[]) => {
      const script = `${out}\nCOMP_WORDS=(isc ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _isc; echo "\${COMPREPLY[*]}"`
      return (await promisify(execFile)('bash', ['-c', script])).stdout.trim()
    }
    expect(await typed('ti')).toBe('timeline')
    expect(await typed('sim', '')).toBe('deactivate')
    expect(await typed('sim', 'deactivate', '--r')).toBe('--reason')
    expect(await typed('call', 'getPanelTh')).toBe('getPanelThing')
    expect((await run(['completion', 'zsh'])).out).toContain('bashcompinit')
    expect((await run(['completion', 'fish'])).code).toBe(2)
  })

  const program = join(import.meta.dirname, '../../../packages/isc/bin/isc.mjs')
  const asProgram = () => ({
    env: { ...process.env, HOME: home, ISC_URL: stage.server.url, ISC_TOKEN: support },
  })

  it('56.4 npx isc runs as a program, in a pipe', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [program, 'find', panel], asProgram())
    expect(JSON.parse(stdout).hits[0]).toMatchObject({ kind: 'panel', id: panel })
  })

  it('56.2 the script of the docs lists silent panels; without an answer there is no list', async () => {
    const script = join(import.meta.dirname, '../../../docs/silent-panels.sh')
    const lines = readFileSync(script, 'utf8').trim().split('\n')
    expect(lines.length).toBeLessThanOrEqual(30)
    const { env } = asProgram()
    const ISC = `${process.execPath} ${program}`
    const { stdout } = await promisify(execFile)('sh', [script, '1', home], { env: { ...env, ISC } })
    const [name = ''] = readdirSync(home).filter((file) => file.endsWith('.csv'))
    const [, ...rows] = parseCsv(`\ufeff${readFileSync(join(home, name), 'utf8').replace(/^\ufeff/, '')}`)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.flat()).toContain(panel)
    expect(stdout).toContain(`${rows.length} silent panels`)
    rmSync(join(home, name))
    const away = { ...env, ISC, ISC_URL: 'http://127.0.0.1:9' }
    await expect(promisify(execFile)('sh', [script, '1', home], { env: away })).rejects.toMatchObject({
      code: 5,
    })
    expect(readdirSync(home)).toEqual([])
  })
})
