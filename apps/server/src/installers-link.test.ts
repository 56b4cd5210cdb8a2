import { randomUUID } from 'node:crypto'
import type { InstallersLink } from '@support-console/contract'
import { connected, situations } from '@support-console/demo-world/situations'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { seed } from './demo/seed.ts'
import {
  openSituationStage,
  type SituationStage,
  silentContainersIn,
} from './features/diagnosis/situations-stage.ts'
import { endLinks } from './features/doors/installers-link/end-links.ts'
import { enteredEveryMs } from './features/doors/installers-link/page.routes.ts'
import type { PageView } from './features/doors/installers-link/page.ts'
import { createViews } from './features/states/index.ts'
import { describeOnOneDatabase } from './testing/databases.ts'
import { type KeyServer, startKeyServer } from './testing/key-server.ts'
import { plantFacts } from './testing/plant-facts.ts'
import { at as planted, plantedFacts } from './testing/planted-facts.ts'
import { simWorld } from './testing/sim-world.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'
import { startField, type TestField } from './testing/test-field.ts'

vi.setConfig({ testTimeout: 120_000 })

/** Each with a panel, and nothing to be done before or after; one takes as long as all systems may. */
const twenty = Object.entries(situations)
  .filter(([, each]) => 'panel' in each.about && !each.before && each.review === undefined)
  .filter(([name]) => name !== 'everything-silent')
  .slice(0, 20)

/** What no page for an installer holds: whole IDs, companies, carriers, containers, addresses, people. */
const secrets =
  /CBS\d{4,}|\d{15,20}|AT&amp;T|AT&T|Verizon|Aeris|Wyless|MobileBroker|Connector|Pathfinder|Remote Portal|WebConnect|webconnect-\d|RP-\d|@|\b(?:\d{1,3}\.){3}\d{1,3}\b|Harbor|[\da-f]{8}-[\da-f]{4}-|IMEI|IMSI|VPN|suspended|deactivated/i

describeOnOneDatabase('D59 56.6 the link for the installer', (database) => {
  let stage: SituationStage
  beforeAll(async () => {
    stage = await openSituationStage(database.get())
    await stage.resize({ containers: 3, panels: 20 })
  })
  afterAll(() => stage?.close())

  const links = (cloudId: string) => `/api/doors/v1/panels/${cloudId}/installers-links`
  async function make(cloudId = 'CBS0000001', token?: string) {
    await sql`delete from installers_link`.execute(stage.db)
    const { code, envelope, text } = await stage.server.call('POST', links(cloudId), {
      body: { language: 'en' },
      transactionId: randomUUID(),
      ...(token && { token }),
    })
    expect(code, text).toBe(200)
    const link = envelope.data as InstallersLink & { address: string }
    return { ...link, path: new URL(link.address).pathname }
  }
  /** As a browser without an account. */
  async function open(path: string, headers: Record<string, string> = {}) {
    const response = await fetch(stage.server.url + path, {
      headers: { 'accept-language': 'en', ...headers },
    })
    return { code: response.status, headers: response.headers, text: await response.text() }
  }
  /** Once all have answered. */
  async function settled(path: string): Promise<PageView> {
    let view: PageView | undefined
    await expect
      .poll(
        async () => {
          view = JSON.parse((await open(`${path}/now`)).text) as PageView
          return view.states.status === 'asking' || view.again < 15
        },
        { timeout: 60_000 },
      )
      .toBe(false)
    return view as PageView
  }
  const entriesOf = async (message: string) =>
    (
      await sql<{ email: string; object: string; detail: string; remote_address: string }>`
        select email, object, detail, remote_address from user_action where message like ${`${message}%`}`.execute(
        stage.db,
      )
    ).rows

  it('56.6 shows without an account whether the panel reports; who made it is on record', async () => {
    await stage.field.enter(connected('CBS0000001'))
    await stage.collect()
    const link = await make()
    expect(link.path).toMatch(/^\/i\/[\w-]{22}$/)
    const view = await settled(link.path)
    expect(view.states).toMatchObject({
      status: 'reports',
      panel: 'works',
      network: 'works',
      receiver: 'works',
    })
    const page = await open(link.path)
    expect(page.code).toBe(200)
    expect(page.text).toContain('Panel ending in 0001')
    expect(page.text).toContain('The panel reports')
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': expect.stringContaining("default-src 'none'; style-src 'self'"),
    })
    expect((await entriesOf('Make a link for the installer at panel CBS0000001'))[0]?.email).not.toBe('')
    await stage.field.leave()
  })

  it('56.6 keeps of an address its hash alone, also in the answer that is kept for a repeat', async () => {
    const { path } = await make()
    const token = path.slice(3)
    const { rows } = await sql<{ kept: string; text: string }>`
      select 'link' as kept, row_to_json(link)::text as text from installers_link as link
      union all select 'answer', row_to_json(once)::text from call_once as once where path like '%installers-links'
      union all select 'entry', row_to_json(user_action)::text from user_action where message like '%installer%'`.execute(
      stage.db,
    )
    expect(new Set(rows.map(({ kept }) => kept))).toEqual(new Set(['link', 'answer', 'entry']))
    expect(rows.filter(({ text }) => text.includes(token))).toEqual([])
    expect(stage.server.lines.filter((line) => line.includes(token))).toEqual([])
  })

  it('56.6 opens in the language of the address, and each opening is on record once a minute', async () => {
    const { path, cloudId } = await make()
    const message = `The link for the installer at panel ${cloudId} was opened`
    const before = (await entriesOf(message)).length
    expect((await open(`${path}?lang=fr`)).text).toContain('<html lang="fr">')
    expect((await open(path, { 'accept-language': 'es-MX' })).text).toContain('<html lang="es">')
    const entered = await entriesOf(message)
    expect(entered).toHaveLength(before + 1)
    expect(entered.at(-1)).toMatchObject({
      email: '',
      object: `panel ${cloudId}`,
      detail: expect.stringMatching(/^Made by .+@/),
    })
    const ago = (ms: number) =>
      sql`update installers_link set entered_at = now() - make_interval(secs => ${ms / 1000 + 1})`.execute(
        stage.db,
      )
    await ago(enteredEveryMs.opening)
    await open(`${path}/now`)
    expect(await entriesOf(message)).toHaveLength(before + 1)
    await open(path)
    expect(await entriesOf(message)).toHaveLength(before + 2)
    await ago(enteredEveryMs.again)
    await open(`${path}/now`)
    expect(await entriesOf(message)).toHaveLength(before + 3)
  })

  it('56.6 answers unknown and malformed addresses alike', async () => {
    const { path } = await make()
    const answers = await Promise.all(
      ['/i/AAAAAAAAAAAAAAAAAAAAAA', '/i/x', `${path}x`, '/i/AAAAAAAAAAAAAAAAAAAAAA/now'].map((each) =>
        open(each),
      ),
    )
    expect(new Set(answers.map(({ code, text }) => `${code} ${text}`)).size).toBe(1)
    expect(answers[0]?.code).toBe(404)
    stage.passMs(61_000)
  })

  it('56.6 an address is no token: calls and news refuse it', async () => {
    const { path } = await make()
    for (const call of ['/api/news/v1/stream', '/api/diagnosis/v1/panels/CBS0000001', links('CBS0000001')])
      expect((await stage.server.call('GET', call, { token: path.slice(3) })).code).not.toBe(200)
  })

  it('56.6 is gone (410) once it is revoked, which is on record, and cannot be revoked twice', async () => {
    const { path, linkId, cloudId } = await make()
    const list = async () =>
      (await stage.server.call('GET', links(cloudId))).envelope.data as InstallersLink[]
    expect(await list()).toMatchObject([{ linkId }])
    const revoke = () => stage.server.call('POST', `/api/doors/v1/installers-links/${linkId}/revoke`)
    expect((await revoke()).code).toBe(200)
    expect((await revoke()).code).toBe(409)
    expect(await list()).toEqual([])
    for (const each of [path, `${path}/now`]) {
      const { code, text, headers } = await open(each)
      expect([code, headers.get('cache-control')]).toEqual([410, 'no-store'])
      expect(text).toContain('This link has ended')
    }
    expect(await entriesOf(`Revoke a link for the installer at panel ${cloudId}`)).not.toEqual([])
  })

  it('56.6 is gone (410) when its time is up, no matter who has looked', async () => {
    const { path } = await make()
    await sql`update installers_link set until_at = now() - interval '1 second'`.execute(stage.db)
    expect((await open(path)).code).toBe(410)
  })

  it('56.6 ends when the panel has reported for ten minutes without a break', async () => {
    const { path } = await make()
    await stage.field.enter(connected('CBS0000001'))
    await stage.collect()
    const { platform } = stage.server.app
    let shifted = 0
    const clock = { ...platform.clock, now: () => new Date(Date.now() + shifted) }
    const viewOf = createViews(platform, stage.server.config)
    const look = () => endLinks({ db: platform.db, clock }, viewOf)
    await look()
    shifted = 9 * 60_000
    await look()
    expect((await open(path)).code).toBe(200)
    shifted = 10 * 60_000 + 1_000
    await look()
    const { code, text } = await open(path)
    expect(code).toBe(410)
    expect(text).toContain('had reported for ten minutes')
    await stage.field.leave()
  })

  it('D45 56.6 ends with the right of who made it, and shows nothing more', async () => {
    const token = await stage.keys.token({ sub: 'leaver', email: 'leaver@example.com' })
    const { path } = await make('CBS0000001', token)
    expect((await open(path)).code).toBe(200)
    await sql`
      insert into known_rights (issuer, subject, rights, at)
      select issuer, subject, '{sim-information.read}', now() + interval '1 second' from installers_link`.execute(
      stage.db,
    )
    const { code, text } = await open(path)
    expect(code).toBe(410)
    expect(text).not.toContain('0001')
    await sql`delete from known_rights where subject = 'leaver'`.execute(stage.db)
  })

  it('56.6 takes five links of a panel at a time, and none of a panel that is not there', async () => {
    await make()
    const post = (cloudId: string) => stage.server.call('POST', links(cloudId), { body: { language: 'es' } })
    for (let more = 0; more < 4; more++) expect((await post('cbs0000001')).code).toBe(200)
    expect((await post('CBS0000001')).code).toBe(409)
    expect((await post('CBS9999999')).code).toBe(404)
  })

  it.each(twenty)(
    'D45 56.6 in the situation %s the page shows no fact of a right',
    async (name, situation) => {
      const panel = 'panel' in situation.about ? situation.about.panel : ''
      await stage.field.enter(connected(panel))
      await stage.collect()
      await stage.field.leave()
      await stage.field.enter(name)
      await stage.collect(silentContainersIn(situation))
      const { rows } =
        await sql`select from observation_now where thing_kind = 'panel' and thing_id = ${panel}
      union all select from panel where cloud_id = ${panel}`.execute(stage.db)
      try {
        if (rows.length === 0) {
          const { code } = await stage.server.call('POST', links(panel), { body: { language: 'en' } })
          expect(code).toBe(404)
          return
        }
        const { path } = await make(panel)
        const view = await settled(path)
        const page = await open(path)
        const headers = [...page.headers].filter(([key]) => !['x-transaction-id', 'date'].includes(key))
        for (const text of [page.text, JSON.stringify(view), JSON.stringify(headers)])
          expect(text.replaceAll(/noindex|viewBox="[^"]*"| d="[^"]*"/g, '')).not.toMatch(secrets)
        if (/-fails$/.test(name)) expect(view.hidden.incomplete).toBe(false)
        if (view.states.status !== 'reports') expect(view.texts.status).not.toBe('The panel reports')
      } finally {
        await stage.field.leave()
        stage.passMs(60_000)
        await stage.forget()
      }
    },
  )
})

describeOnOneDatabase('D45 56.6 the link to a panel that is planted upon', (database) => {
  let keys: KeyServer
  let field: TestField
  let console: TestApp
  beforeAll(async () => {
    ;[keys, field] = await Promise.all([startKeyServer(), startField()])
    await seed(database.get().db, simWorld)
    await plantFacts(database.get().db, keys.issuer)
    console = await startTestApp({ database: database.get(), keys, env: { FIELD_URL: field.url } })
  }, 120_000)
  afterAll(async () => {
    await console.close()
    await field.stop()
    await keys.close()
  })

  it('D45 56.6 shows none of the facts of the panel, its SIM and its company', async () => {
    const path = `/api/doors/v1/panels/${planted.panel}/installers-links`
    const { code, envelope, text } = await console.call('POST', path, { body: { language: 'en' } })
    expect(code, text).toBe(200)
    const page = console.url + new URL((envelope.data as { address: string }).address).pathname
    const told: string[] = []
    await expect
      .poll(
        async () => {
          told.push(await (await fetch(`${page}/now`)).text())
          return (JSON.parse(told.at(-1) ?? '') as PageView).again
        },
        { timeout: 60_000 },
      )
      .toBe(15)
    const answer = await fetch(page)
    const headers = [...answer.headers].filter(([key]) => !['x-transaction-id', 'date'].includes(key))
    told.push(await answer.text(), JSON.stringify(headers))
    for (const { name, shows } of plantedFacts) for (const each of told) expect(each, name).not.toMatch(shows)
  })
})
