import { type CauseGroup, carrierNames, type Diagnosis, type FindingCode } from '@support-console/contract'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { keepObservations } from '../../platform/observations/observations.store.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { serversOnField } from '../../testing/servers-on-field.ts'
import { simWorld } from '../../testing/sim-world.ts'

const panel = 'CBS0000006'
const sim = '8901170000000000013'
const disagreeing = '8914800000000000055'
/** What is kept of what was read, and of who waits where. */
const beside =
  /^(observation|observed_\w+|thing_finding\w*|thing_state\w*|state_count|past_version|carrier_line\w*|webconnect_\w+|shared_gate\w*)$/

describeOnOneDatabase('connected console 5 a diagnosis', (database) => {
  const { server, field, keys } = serversOnField(
    database,
    { console: {}, production: { ENVIRONMENT: 'prod' } },
    simWorld,
  )
  const db = () => database.get().db
  const tokenOf = (...roles: string[]) => keys().token({ resource_access: { 'support-console': { roles } } })
  async function ask(
    path: string,
    role = 'support',
    host: 'console' | 'production' = 'console',
  ): Promise<Diagnosis> {
    const token = await tokenOf(role)
    const { code, envelope } = await server(host).call('GET', `/api/diagnosis/v1/${path}`, { token })
    expect(code, envelope.message).toBe(200)
    return envelope.data
  }
  const found = ({ findings }: Diagnosis, code: FindingCode) => findings.find((each) => each.code === code)
  const statesOf = ({ findings }: Diagnosis) => new Set(findings.map(({ state }) => state))
  /** What WebConnect was told of a panel, and of its container, as its looks keep it. */
  async function seen(cloudId: string, fields: Record<string, string>) {
    const now = server('console').app.platform.clock.now()
    const look = { checked_at: now, said_at: now, problem: '', connection_count: 40, silent_count: 1 }
    await db()
      .insertInto('webconnect_container')
      .values({ container_name: 'webconnect-1', ...look })
      .onConflict((conflict) => conflict.column('container_name').doUpdateSet(look))
      .execute()
    await keepObservations(db(), [
      {
        kind: 'panel',
        id: cloudId,
        source: 'WebConnect',
        askedAt: now.toISOString(),
        tookMs: 1,
        said: { fields: { container: 'webconnect-1', host: '10.80.0.6', iccid: sim, ...fields } },
      },
    ])
  }

  it('a SIM without fault: all checks answered, and their number is said; D32 no secret is', async () => {
    const diagnosis = await ask(`sims/${sim}?within=60`)
    expect(statesOf(diagnosis)).toEqual(new Set(['fine']))
    const { length } = diagnosis.findings
    expect(diagnosis).toMatchObject({
      cloudId: null,
      iccid: sim,
      verdict: { state: 'fine', causes: [], sentence: `Nothing is wrong. All ${length} checks answered.` },
    })
    const { vpn_password } = await db()
      .selectFrom('sim')
      .select('vpn_password')
      .where('iccid', '=', sim)
      .executeTakeFirstOrThrow()
    const { vpnPassword } = (
      await server('console').call('GET', `/api/simmanagement/v1/querydevice/${sim}`, {
        token: await tokenOf('support'),
      })
    ).envelope.data as { vpnPassword: string }
    const text = JSON.stringify(diagnosis)
    for (const secret of [vpn_password, vpnPassword, 'demo-att-key']) expect(text).not.toContain(secret)
  })

  it('who disagrees with whom is the verdict, in one sentence; what follows is explained by it', async () => {
    const diagnosis = await ask(`sims/${disagreeing}?within=60`)
    expect(diagnosis.verdict).toMatchObject({
      state: 'cause',
      causes: [{ code: 'sim-not-active' }, expect.anything()],
    })
    expect(diagnosis.verdict.causes[0]?.sentence).toMatch(/^Verizon suspended the SIM/)
    expect(found(diagnosis, 'sim-state-differs')).toMatchObject({
      follows: 'sim-not-active',
      sentence: 'MobileBroker and Connector disagree with Verizon: they say Active, Verizon says Suspended.',
    })
    expect(found(diagnosis, 'sim-imei')).toMatchObject({ state: 'wrong' })
  })

  it('a panel that fell silent by its SIM: the cause, and since when it is silent', async () => {
    await seen(panel, { connection: 'gone', iccid: disagreeing, connectedAt: '' })
    const other = await ask(`panels/${panel}?within=60`)
    expect(other).toMatchObject({
      cloudId: panel,
      iccid: disagreeing,
      verdict: { state: 'cause', symptom: 'not-connected', since: { at: expect.any(String) } },
    })
    expect(other.verdict.causes.map(({ code }) => code)).toContain('sim-not-active')
    expect(found(other, 'sim-offline')).toMatchObject({ follows: 'sim-not-active' })
  })

  it('who gave no answer is unknown, never fine, and the verdict says who', async () => {
    await field().fault({ system: 'connector', fault: '500' })
    const diagnosis = await ask(`sims/${sim}?within=60`)
    expect(found(diagnosis, 'sim-company')).toMatchObject({
      state: 'unknown',
      sentence: 'Connector did not answer.',
    })
    expect(diagnosis.verdict).toMatchObject({
      state: 'not-known',
      failed: [expect.objectContaining({ source: 'Connector', state: 'no-answer' })],
      sentence: 'Nothing wrong was found, but not all is known. Connector did not answer.',
    })
  })

  it('D16 what the reader may not read is unknown, and says which role it takes', async () => {
    const diagnosis = await ask(`sims/${sim}?within=60`, 'auditor')
    expect(found(diagnosis, 'sim-vpn-account')).toMatchObject({
      state: 'unknown',
      sentence: 'Not shown to you: reading it needs role support or eng-admin.',
    })
    expect(found(diagnosis, 'sim-state-differs')?.state).toBe('fine')
    expect(diagnosis.verdict.state).toBe('not-known')
  })

  it('within 0 seconds: what is known here, the rest waits; asked again, the same reading goes on, once', async () => {
    const [{ id: last = 0 } = {}] = await field().requests('limit=1')
    await field().fault({ system: 'mobile-broker', fault: 'slow', seconds: 2 })
    const early = await ask(`sims/${sim}?within=0`)
    expect(found(early, 'sim-unusable')?.state).toBe('fine')
    expect(found(early, 'sim-state-differs')).toMatchObject({
      state: 'waiting',
      evidence: expect.arrayContaining([
        expect.objectContaining({ source: 'MobileBroker', at: expect.any(String) }),
      ]),
    })
    expect(early.verdict).toMatchObject({
      state: 'so-far',
      sentence: expect.stringMatching(/^Nothing wrong was found so far\. Still asking .*MobileBroker/),
    })
    const late = await ask(`sims/${sim}?within=60`)
    expect(late.verdict.state).toBe('fine')
    const asked = (await field().requests(`limit=100`)).filter(
      ({ id, path }) => id > last && path.startsWith('/mobile-broker'),
    )
    expect(asked).toHaveLength(1)
  })

  it('as a stream: all findings at once, then each as it is known, until nothing waits', async () => {
    await field().fault({ system: 'mobile-broker', fault: 'slow', seconds: 2 })
    const token = await tokenOf('support')
    const response = await fetch(`${server('console').url}/api/diagnosis/v1/sims/${sim}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', 'accept-encoding': 'br' },
    })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(response.headers.get('content-encoding')).toBeNull()
    const events = (await response.text())
      .split('\n\n')
      .filter((event) => event.startsWith('data: '))
      .map((event) => JSON.parse(event.slice(6)) as Diagnosis)
    const [first, ...rest] = events
    expect(first?.findings.length).toBeGreaterThan(10)
    expect(first && statesOf(first)).toContain('waiting')
    expect(rest.length).toBeGreaterThan(0)
    const merged = new Map(
      events.flatMap(({ findings }) => findings).map((finding) => [finding.code, finding]),
    )
    expect([...merged.values()].every(({ state }) => state === 'fine')).toBe(true)
    expect(events.at(-1)?.verdict.state).toBe('fine')
  })

  it('up to 500 panels, each in one group by its cause, and no neighbour is asked', async () => {
    const ids = ['CBS0000010', 'CBS0000011', 'CBS0000012']
    for (const id of ids) await seen(id, { connection: 'connected', iccid: '', connectedAt: '' })
    await db()
      .updateTable('webconnect_container')
      .set({ problem: 'webconnect-1 did not answer within 5 s.' })
      .where('container_name', '=', 'webconnect-1')
      .execute()
    const [{ id: last = 0 } = {}] = await field().requests('limit=1')
    const { code, envelope } = await server('console').call('POST', '/api/diagnosis/v1/panels', {
      token: await tokenOf('support'),
      body: { cloudIds: [...ids, ids[0], 'CBS0999999'] },
    })
    expect(code, envelope.message).toBe(200)
    const { groups } = envelope.data as { groups: CauseGroup[] }
    expect(groups).toEqual([
      {
        code: 'container-down',
        state: 'cause',
        effect: 'stops',
        scope: { kind: 'container', id: 'webconnect-1' },
        sentence: expect.stringMatching(/^webconnect-1 has not reported its connections since .*Z\.$/),
        next: { text: 'Open the container', path: '/wc-metrics?container=webconnect-1' },
        inAll: null,
        missing: [],
        cloudIds: ids,
        panels: ids.map((cloudId) => ({
          cloudId,
          company: expect.stringMatching(/./),
          symptom: 'not-known',
          silentSince: null,
          state: expect.objectContaining({ state: 'not-known' }),
          simState: expect.objectContaining({ state: 'not-known' }),
          iccid: expect.stringMatching(/^\d{19}$/),
          carrier: expect.stringMatching(/^(AT&T|Verizon)$/),
          carrierState: '',
          saidAt: null,
        })),
      },
      expect.objectContaining({
        code: 'panel-unknown',
        sentence: 'No source knows panel CBS0999999.',
        cloudIds: ['CBS0999999'],
      }),
    ])
    expect((await field().requests('limit=1')).map(({ id }) => id)).toEqual([last])
  })

  it('of each panel since when it is silent, of all the oldest word of a carrier that counts', async () => {
    const ids = ['CBS0000013', 'CBS0000014']
    const now = server('console').app.platform.clock.now().getTime()
    const at = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
    const { rows } = await sql<{ panel: string; iccid: string; vendor: 'ATT' | 'VZN' }>`
      select panel, iccid, vendor_code as vendor from sim where panel = any(${ids}::text[]) order by panel`.execute(
      db(),
    )
    const gone = { connection: 'gone', container: 'webconnect-1', host: '', iccid: '', connectedAt: '' }
    await keepObservations(db(), [
      ...ids.map((id, i) => ({
        kind: 'panel' as const,
        id,
        source: 'WebConnect',
        askedAt: at(30 + i),
        tookMs: 1,
        said: { fields: gone },
      })),
      ...rows.map(({ iccid, vendor }, i) => ({
        kind: 'sim' as const,
        id: iccid,
        source: carrierNames[vendor],
        askedAt: at(10 + i),
        tookMs: 1,
        said: { fields: { deviceStatus: 'Active', onlineStatus: 'Online' } },
      })),
    ])
    const { envelope } = await server('console').call('POST', '/api/diagnosis/v1/panels', {
      token: await tokenOf('support'),
      body: { cloudIds: ids },
    })
    const { groups, oldestAt } = envelope.data as { groups: CauseGroup[]; oldestAt: string | null }
    const lines = groups.flatMap(({ panels }) => panels)
    expect(lines.map(({ cloudId, silentSince, saidAt }) => [cloudId, silentSince, saidAt]).sort()).toEqual([
      ['CBS0000013', at(30), at(10)],
      ['CBS0000014', at(31), at(11)],
    ])
    expect(oldestAt).toBe(at(11))
  })

  it('K9 a fault that lasts is told however old its word is, as likely', async () => {
    const id = 'CBS0000016'
    const now = server('console').app.platform.clock.now().getTime()
    const at = (hours: number) => new Date(now - hours * 3600_000).toISOString()
    const { iccid, vendor } = await db()
      .selectFrom('sim')
      .select(['iccid', 'vendor_code as vendor'])
      .where('panel', '=', id)
      .executeTakeFirstOrThrow()
    const of = { tookMs: 1 } as const
    await keepObservations(db(), [
      {
        ...of,
        ...{ kind: 'panel', id, source: 'WebConnect', askedAt: at(49) },
        said: { fields: { connection: 'gone', container: 'webconnect-1', host: '', iccid, connectedAt: '' } },
      },
      {
        ...of,
        ...{ kind: 'sim', id: iccid, source: carrierNames[vendor], askedAt: at(50) },
        said: { fields: { deviceStatus: 'Suspended', onlineStatus: 'Offline' } },
      },
    ])
    const { envelope } = await server('console').call('POST', '/api/diagnosis/v1/panels', {
      token: await tokenOf('support'),
      body: { cloudIds: [id] },
    })
    const { groups } = envelope.data as { groups: CauseGroup[] }
    expect(groups).toMatchObject([{ code: 'sim-not-active', state: 'likely', cloudIds: [id] }])
    expect(groups[0]?.missing).toContain(carrierNames[vendor])
  })

  it('the last verdict is kept with its time, and since when it is so; one that was not all known by rights is not', async () => {
    const kept = () =>
      db().selectFrom('thing_finding').selectAll().where('thing_id', '=', disagreeing).executeTakeFirst()
    await db().deleteFrom('thing_finding').execute()
    await ask(`sims/${disagreeing}?within=60`, 'auditor')
    expect(await kept()).toBeUndefined()
    await ask(`sims/${disagreeing}?within=60`)
    const first = await vi.waitFor(async () => {
      const row = await kept()
      expect(row).toMatchObject({ thing_kind: 'sim', code: 'sim-not-active', state: 'cause' })
      return row
    })
    await ask(`sims/${disagreeing}?within=60`)
    await vi.waitFor(async () => expect((await kept())?.at).not.toEqual(first?.at))
    expect((await kept())?.since).toEqual(first?.since)
  })

  describe('D45 on a production host', () => {
    /** What the list of its company shows of a panel. */
    async function listed(cloudId: string, role: string) {
      const token = await tokenOf(role)
      const path = `/api/companymanager/v1/companies/1/panels?text=${cloudId}`
      const { envelope } = await server('production').call('GET', path, { token })
      const { panels } = envelope.data as {
        panels: { state: { cause: { code: string; state: string } | null } }[]
      }
      return panels[0]?.state.cause
    }

    it('support sees the verdict of an engineer without the environment', async () => {
      await ask('panels/CBS0000002?within=60', 'eng-admin', 'production')
      const whole = { code: 'panel-environment', state: 'cause' }
      await vi.waitFor(async () => expect(await listed('CBS0000002', 'eng-admin')).toMatchObject(whole))
      // Before support's own diagnosis, which is kept in its place.
      const told = await vi.waitFor(async () => {
        const cause = await listed('CBS0000002', 'support')
        expect(cause).not.toBeNull()
        return cause
      })
      const { verdict } = await ask('panels/CBS0000002?within=60', 'support', 'production')
      expect(told).toMatchObject({ code: verdict.causes[0]?.code ?? null, state: verdict.state })
      expect(told).not.toMatchObject(whole)
    })

    it("support's own verdict is kept, and shown to both", async () => {
      expect(await listed('CBS0000001', 'support')).toBeNull()
      const { verdict } = await ask('panels/CBS0000001?within=60', 'support', 'production')
      for (const role of ['support', 'eng-admin'])
        await vi.waitFor(async () =>
          expect(await listed('CBS0000001', role)).toMatchObject({
            code: verdict.causes[0]?.code ?? null,
            state: verdict.state,
          }),
        )
    })
  })

  it('nothing is changed anywhere: no table but what was observed, and no neighbour', async () => {
    const content = async () => {
      await server('console').app.platform.observations.written()
      const { rows } = await sql<{ name: string }>`
        select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db())
      const hashes: Record<string, unknown> = {}
      for (const { name } of rows.filter((table) => !beside.test(table.name)))
        hashes[name] = (
          await sql<{ hash: string | null }>`
            select md5(string_agg(line, '' order by line)) as hash
            from (select row::text as line from ${sql.table(name)} as row) as lines`.execute(db())
        ).rows[0]?.hash
      return hashes
    }
    const [{ id: last = 0 } = {}] = await field().requests('limit=1')
    const before = await content()
    await ask(`panels/CBS0000001?within=60`)
    await ask(`sims/8901170000000000062?within=60`)
    expect(await content()).toEqual(before)
    const asked = (await field().requests('limit=100')).filter(({ id }) => id > last)
    expect(asked.length).toBeGreaterThan(5)
    expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(['GET']))
  })

  it('D40 a panel that left after the last collection has left: its container is asked', async () => {
    await seen('CBS0000001', { connection: 'connected', connectedAt: '' })
    await sql`update webconnect_container set checked_at = checked_at - interval '5 s', said_at = said_at - interval '5 s'`.execute(
      db(),
    )
    const situations = `${field().url}/control/situations`
    await fetch(`${situations}/panel-not-connected`, { method: 'POST' })
    try {
      expect((await ask('panels/CBS0000001?within=60')).verdict.symptom).toBe('not-connected')
    } finally {
      await fetch(situations, { method: 'DELETE' })
    }
  })
})
