import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from '@support-console/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dashboard } from '../../../../../deploy/grafana/dashboard.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { noteVerification } from '../audit/verification-note.ts'
import type { Verification } from '../audit/verify-chain.ts'

/** What the labels of our figures may say, and nothing else. Anyone who adds a label says here what bounds it. */
const systems =
  /^(att|verizon|verizon-token|aeris|aeris-usage|wyless|mobile-broker|connector|remote-portal|pathfinder|webconnect|webconnect-container|csr-agent)$/
const bounds: Record<string, RegExp> = {
  call: new RegExp(`^(${Object.keys(calls).join('|')}|\\((health|page|other|CSP reports)\\))$`),
  length: /^(brief|long)$/,
  status: /^(\d{3}|[A-Z][A-Za-z]+)$/,
  system: systems,
  outcome:
    /^(success|cancelled|unreachable|timeout|malformed|refused|not-found|credentials|busy|server-error|kept|sent|lost)$/,
  reason: /^(none|ended|no-provider-keys|expired|malformed|signature|unknown-key|claims|wrong-kind)$/,
  kind: /^(own|read|change)$/,
  state:
    /^(busy|idle|waiting|in flight|later|active|ready|asking|settling|pending|running|left|fresh|stale)$/,
  work: /^(batch|deactivation|deployment|series|leaving|waves|flag|look|watch|sweep|disabling|enabling|ending what was disabled for a time|looking at panels that are watched|maintenance: [a-z -]+|the survey of (?:CSRs|the fleet)|the look for what needs a person|the sending of webhooks|ending links for installers|telling which neighbours are in trouble|the look whether a server works on jobs|the collection of WebConnect's figures)$/,
  queue:
    /^(deactivation-lane-(att|vzn|aeris|wyless)|panel-flag|csr-deployment|look-at-many|look-at-all|panels-enable|deactivation-series|csr-waves)$/,
  collector: /^(csr|webconnect)$/,
  figure:
    /^(clock|jobs|batch|deactivation|deployment|csr|flag|look|watch|sweep|disabling|enabling|series|leaving|waves|webconnect|verification)$/,
  directive: /^([a-z-]+|other)$/,
  version: /^1\.2\.3$/,
  node: /^v[\d.]+$/,
  database: /^(pglite|postgres)$/,
  le: /^([\d.]+|\+Inf)$/,
}

const fileOf = (path: string) => readFileSync(join(import.meta.dirname, '../../../../..', path), 'utf8')

/** The figures that an expression names: its words without strings, labels, functions and operators. */
const namesIn = (expr: string): string[] =>
  (
    expr
      .replaceAll(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]|\b(?:by|on) \([^)]*\)/g, ' ')
      .match(/[a-z_]\w*(?!\w*\s*\()/gi) ?? []
  ).filter((word) => !/^(and|or|unless|absent|sum|max|min|count|topk|e\d)$/.test(word))

describeOnOneDatabase('18.5 M4 figures for operators', (database) => {
  let keys: KeyServer
  let server: TestApp
  let clock: TestClock
  const db = () => database.get().db
  const scrape = async () => (await fetch(`${server.operatorUrl}/metrics`)).text()
  /** The figures again, as after the time for which they stand. */
  const scrapeAnew = async () => {
    await clock.advance(10_000)
    return scrape()
  }

  beforeAll(async () => {
    clock = createTestClock()
    keys = await startKeyServer()
    server = await startTestApp({ database: database.get(), keys, app: { clock } })
  })
  afterAll(async () => {
    await server.close()
    await keys.close()
  })

  it('calls by the name of the contract, refused tokens by reason; whatever comes, no label takes a value from outside', async () => {
    const access = '/api/session/v1/access'
    const odd = `odd-${randomUUID()}`
    const iat = Math.floor(clock.now().getTime() / 1000)
    const tokens = [null, odd, await keys.token({ iat: 1, exp: 2 }), await keys.token({ aud: odd, iat })]
    const codes = []
    for (const token of tokens) codes.push((await server.call('GET', access, { token })).code)
    expect(codes).toEqual([401, 401, 401, 401])
    expect((await server.call('GET', access)).code).toBe(200)
    for (const path of [`/${odd}`, `/api/${odd}`, `/api/sim/v1/${odd}?x=${odd}`, '/healthz'])
      await server.call('GET', path)
    await server.call('PURGE', `/api/${odd}`)
    await fetch(`${server.url}/csp-reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/reports+json' },
      body: JSON.stringify([{ body: { effectiveDirective: odd, blockedURL: odd } }]),
    })
    const text = await scrapeAnew()
    expect(text).toContain(
      'http_request_duration_seconds_count{call="getAccess",length="brief",status="401"} 4',
    )
    for (const reason of ['none', 'malformed', 'expired', 'claims'])
      expect(text).toContain(`token_refusals_total{reason="${reason}"} 1`)
    expect(text).toMatch(/^build_info\{version="1.2.3",node="v[^"]+",database="\w+"\} 1$/m)
    expect(text).not.toContain(odd)
    const wrong = text
      .split('\n')
      .filter((line) => !/^(#|nodejs_|process_|$)/.test(line))
      .flatMap((line) => [...line.matchAll(/[{,](\w+)="([^"]*)"/g)])
      .filter(([, label = '', value = '']) => !bounds[label]?.test(value))
      .map(([, label, value]) => `${label}="${value}"`)
    expect([...new Set(wrong)]).toEqual([])
  })

  it("what the database holds: work and jobs with the age of the oldest, the collectors, the trail's last verification", async () => {
    expect(await scrapeAnew()).not.toMatch(/^audit_verified_/m)
    const who = sql`'i', 's', 'e', 's', 't', 'a'`
    const batch = randomUUID()
    await sql`insert into deactivation_batch (batch_id, is_single, transaction_id, issuer, subject, email, session_id,
      token_id, remote_address, created_at) values (${batch}, false, ${batch}, ${who}, clock_timestamp() - interval '1 hour')`.execute(
      db(),
    )
    for (const [position, state] of ['ready', 'ready', 'waiting', 'done'].entries())
      await sql`insert into deactivation (deactivation_id, batch_id, position, iccid, vendor_code, state)
        values (${randomUUID()}, ${batch}, ${position}, ${`89${position}`}, 'ATT', ${state})`.execute(db())
    await sql`insert into panel (cloud_id, flagged, flag_run, flag_run_until, panel_info)
      values ('CBS7', false, ${batch}, clock_timestamp() - interval '5 minutes', '{}')`.execute(db())
    await sql`insert into csr_release (version) values ('1')`.execute(db())
    await sql`insert into csr (server, ip_address, release, status_asked_at, agent_panels, agent_at)
      values ('csr-01', '10.0.0.1', '1', clock_timestamp(), 1, clock_timestamp()),
        ('csr-02', '10.0.0.2', '1', clock_timestamp() - interval '2 minutes', null, null)`.execute(db())
    await sql`insert into jobs.job (name, data, start_after) values
      ('panel-flag', '{}', now() + interval '1 day'), ('csr-deployment', '{}', now() - interval '100 days')`.execute(
      db(),
    )
    await noteVerification(db(), { faultCount: 2, head: { number: 77 } } as Verification)
    const text = await scrapeAnew()
    for (const line of [
      'work_rows{work="deactivation",state="ready"} 2',
      'work_rows{work="deactivation",state="waiting"} 1',
      'work_rows{work="deactivation",state="asking"} 0',
      'work_rows{work="flag",state="left"} 1',
      'work_rows{work="deployment",state="running"} 0',
      'work_rows{work="batch",state="running"} 1',
      'job_rows{queue="panel-flag",state="later"} 1',
      'collector_things{collector="csr",state="fresh"} 1',
      'collector_things{collector="csr",state="stale"} 1',
      'audit_verified_faults 2',
      'audit_verified_head 77',
    ])
      expect(text).toContain(`\n${line}\n`)
    const value = (name: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      )
    expect(value('work_oldest_seconds{work="deactivation"}')).toBeCloseTo(3_600, -2)
    expect(value('work_oldest_seconds{work="flag"}')).toBeCloseTo(300, -2)
    expect(value('collector_age_seconds{collector="csr"}')).toBeLessThan(60)
    // The tests move the server's clock, and not the database's.
    const ahead = (clock.now().getTime() - Date.now()) / 1000
    expect(Math.abs(value('clock_offset_seconds') - ahead)).toBeLessThan(600)
    expect(Math.abs(value('audit_verified_timestamp_seconds') - Date.now() / 1000)).toBeLessThan(600)
  })

  it('every figure that an alert or the dashboard goes by is exposed; every alert has its case and its paragraph, with a first command that works', async () => {
    const rules = fileOf('deploy/prometheus/alerts.yml')
    const cases = fileOf('deploy/prometheus/alerts.test.yml')
    const pages = ['docs/runbook.md', 'docs/runbook/database.md', 'docs/runbook/neighbours.md']
    const runbook = pages.map(fileOf)
    const types = [...(await scrape()).matchAll(/^# TYPE (\w+) (\w+)$/gm)]
    const exposed = new Set([
      'up',
      ...types.flatMap(([, name = '', type]) =>
        type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : name,
      ),
    ])
    const expressions = [
      ...[...rules.matchAll(/expr: (?:>-\n)?([\s\S]+?)\n +(?:for|labels):/g)].map(([, expr = '']) => expr),
      ...dashboard.panels.flatMap((panel) =>
        'targets' in panel ? panel.targets.map(({ expr }) => expr) : [],
      ),
    ]
    expect(expressions.length).toBeGreaterThan(60)
    const named = expressions.flatMap(namesIn)
    expect([...new Set(named)].filter((name) => !exposed.has(name))).toEqual([])
    const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
    expect(alerts.length).toBeGreaterThan(20)
    const paragraphs = runbook.flatMap((page, i) =>
      page
        .split(/^## /m)
        .slice(1)
        .map((text) => ({ text, alert: /^.*/.exec(text)?.[0] ?? '', page: pages[i] ?? '' }))
        .filter(({ alert }) => alert !== 'First of all'),
    )
    expect(paragraphs.map(({ alert }) => alert).sort()).toEqual([...alerts].sort())
    for (const { alert, page, text } of paragraphs) {
      expect(rules).toContain(`runbook: ${page}#${alert.toLowerCase()}\n`)
      expect(cases).toContain(`- alertname: ${alert}\n`)
      expect(text, alert).toMatch(/\n```sh\n\S/)
    }
    const statements = [...runbook.join('').matchAll(/-c\s"([^"]+)"/g)].map(([, statement = '']) => statement)
    expect(statements.length).toBeGreaterThan(5)
    for (const statement of statements) {
      // PGlite is one process and has no such table.
      if (database.kind === 'postgres' || !statement.includes('pg_stat_activity'))
        await sql.raw(statement).execute(db())
    }
  })

  it('many looks within ten seconds ask the database once', async () => {
    const { look } = database.get()
    let asked = 0
    database.get().look = (text) => {
      asked++
      return look(text)
    }
    try {
      await clock.advance(10_000)
      await Promise.all([scrape(), scrape(), scrape()])
      await clock.advance(9_000)
      await scrape()
      expect(asked).toBe(17)
    } finally {
      database.get().look = look
    }
  })

  it('a table that is locked, or a database that is silent, takes its own figures away and says so; the rest is there', async ({
    skip,
  }) => {
    const silent = Promise.withResolvers<never>()
    const { look } = database.get()
    const isSilent = Promise.withResolvers<void>()
    database.get().look = (text) => {
      if (!text.includes('from panel where')) return look(text)
      isSilent.resolve()
      return silent.promise
    }
    try {
      await clock.advance(10_000)
      const asked = scrape()
      // The time of those before it is not what is looked at.
      await isSilent.promise
      const text = await untilAnswered(asked)
      expect(text).toContain('database_figure_up{figure="flag"} 0')
      expect(text).toContain('database_figure_up{figure="deactivation"} 1')
      expect(text).not.toContain('work="flag"')
      // What was left for the next time is not told as it was.
      expect(text).not.toMatch(/^audit_verified_faults/m)
      expect(text).toContain('http_request_duration_seconds_count')
    } finally {
      database.get().look = look
    }
    skip(database.kind !== 'postgres', 'PGlite has one connection, and locks no one out')
    const other = new pg.Client({ connectionString: database.url() })
    await other.connect()
    try {
      await other.query('begin; lock table panel in access exclusive mode')
      const text = await scrapeAnew()
      expect(text).toContain('database_figure_up{figure="flag"} 0')
      expect(text).toContain('database_figure_up{figure="verification"} 1')
      expect(text).toMatch(/^audit_verified_faults 2$/m)
    } finally {
      await other.end()
    }
    expect(await scrapeAnew()).toContain('work_rows{work="flag",state="left"} 1')
  })

  /** Lets the time of what is silent pass until there is an answer. */
  async function untilAnswered(asked: Promise<string>): Promise<string> {
    let text: string | undefined
    void asked.then((answer) => {
      text = answer
    })
    await expect
      .poll(async () => {
        await clock.advance(500)
        return text
      })
      .toBeDefined()
    return asked
  }
})
