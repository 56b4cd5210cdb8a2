import type { calls } from '@support-console/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { seed } from '../../demo/seed.ts'
import { createObservations } from '../../platform/observations/observations.ts'
import { fieldsOf, keptFieldNames, type Observation } from '../../platform/observations/observed.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { simWorld } from '../../testing/sim-world.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { startField, type TestField } from '../../testing/test-field.ts'

const happy = '8901170000000000013'
const panel = { kind: 'panel', id: 'CBS0000777', source: 'Remote Portal', tookMs: 5 } as const
const roles = (...names: string[]) => ({ resource_access: { 'support-console': { roles: names } } })

it('connected 2 of what a source tells only known fields are kept, and none of them is a secret', () => {
  expect(keptFieldNames.filter((name) => /pass|secret|key|token|pin|puk/i.test(name))).toEqual([])
  expect(fieldsOf({ imei: '1\u00002', vpnPassword: 'p', iccid: 7, managementDisabled: false })).toEqual({
    imei: '1\ufffd2',
    managementDisabled: 'false',
  })
})

describeOnOneDatabase('connected 2 observations', (database) => {
  let field: TestField
  let keys: KeyServer
  let console: TestApp
  const db = () => database.get().db
  beforeAll(async () => {
    await seed(db(), simWorld)
    ;[field, keys] = await Promise.all([startField(), startKeyServer()])
    console = await startTestApp({ database: database.get(), keys, env: { FIELD_URL: field.url } })
  })
  afterAll(async () => {
    await console.close()
    await Promise.all([field.stop(), keys.close()])
  })
  const observations = () => console.app.platform.observations
  async function last(kind: string, id: string) {
    await observations().written()
    const { code, envelope } = await console.call('GET', `/api/observations/v1/${kind}/${id}`)
    expect(code).toBe(200)
    return envelope.data as z.output<(typeof calls)['getObservations']['data']>
  }
  const note = async (...some: Observation[]) => {
    for (const each of some) observations().note(each)
    await observations().written()
  }
  const changes = (id: string) =>
    db()
      .selectFrom('observed_change')
      .select(['source', 'field', 'before', 'after', 'at'])
      .where('thing_id', '=', id)
      .orderBy('change_id')
      .execute()

  it('what was asked is there again for a colleague, by source, with its time; no answer leaves what was said', async () => {
    await console.call('GET', `/api/siminformation/v1/simdetail/${happy}`)
    const { observations: said, now } = await last('sim', happy)
    expect(said.map(({ source }) => source)).toEqual(['AT&T', 'Connector', 'MobileBroker'])
    const broker = said.find(({ source }) => source === 'MobileBroker')
    expect(broker).toMatchObject({
      fields: { deviceStatus: 'Active', realIp: '172.20.4.13', activatedBy: 'support@example.com' },
      unanswered: null,
    })
    expect(Date.parse(now)).toBeGreaterThanOrEqual(Date.parse(broker?.askedAt ?? ''))

    await field.fault({ system: 'mobile-broker', fault: 'cut' })
    await console.call('GET', `/api/siminformation/v1/simdetail/${happy}?source=mobileBroker`)
    await field.heal()
    const after = (await last('sim', happy)).observations.find(({ source }) => source === 'MobileBroker')
    expect(after).toMatchObject({
      fields: broker?.fields,
      askedAt: broker?.askedAt,
      unanswered: { status: 'Unavailable', message: expect.stringMatching(/^MobileBroker broke off/) },
    })
    expect(await changes(happy)).toEqual([])
  })

  it('a SIM is found by its IMEI, number and addresses in their one form, no matter who said them', async () => {
    await console.call('GET', `/api/siminformation/v1/simdetail/${happy}`)
    await observations().written()
    const rows = await db()
      .selectFrom('observed_identifier')
      .select(['field', 'form', 'source'])
      .where('thing_id', '=', happy)
      .execute()
    expect(new Set(rows.map(({ field: name }) => name))).toEqual(
      new Set(['imei', 'phoneNumber', 'ipAddress', 'realIp', 'natIp', 'sapCompanyId']),
    )
    expect(rows).toContainEqual({ field: 'realIp', form: '172.20.4.13', source: 'MobileBroker' })
    for (const { field: name, form } of rows) if (name === 'phoneNumber') expect(form).toMatch(/^\d{10}$/)
    const [bySuffix] = (
      await sql<{ thing_id: string }>`
        select thing_id from observed_identifier where reverse(form) like reverse('20.4.13') || '%'`.execute(
        db(),
      )
    ).rows
    expect(bySuffix?.thing_id).toBe(happy)
  })

  it('D32 no password is kept, whatever is asked', async () => {
    const { envelope } = await console.call('GET', `/api/simmanagement/v1/querydevice/${happy}`)
    const { vpnPassword } = envelope.data as { vpnPassword: string }
    expect(vpnPassword).toMatch(/^\S{14}$/)
    await observations().written()
    const { rows } = await sql<{ all: string }>`
      select (select json_agg(o)::text from observation o) || (select coalesce(json_agg(c)::text, '') from observed_change c)
        || (select json_agg(i)::text from observed_identifier i) as all`.execute(db())
    expect(rows[0]?.all).toContain(happy)
    expect(rows[0]?.all).not.toContain(vpnPassword)
  })

  it('a value that differs is one change, a first one is none, and an older answer changes nothing', async () => {
    const at = (minute: number) => `2026-11-20T10:0${minute}:00.000Z`
    const told = (minute: number, fields: Record<string, string>): Observation => ({
      ...panel,
      askedAt: at(minute),
      said: { fields },
    })
    await note(told(1, { managementDisabled: 'false', lastKnownAt: 'a' }))
    await note(
      told(3, { managementDisabled: 'true', lastKnownAt: 'b' }),
      told(2, { managementDisabled: 'false' }),
      { ...panel, askedAt: at(4), said: { status: 'Unavailable', problem: 'No.' } },
      told(5, { managementDisabled: 'true', lastKnownAt: 'c' }),
    )
    const one = { source: 'Remote Portal', field: 'managementDisabled', before: 'false', after: 'true' }
    expect(await changes(panel.id)).toEqual([{ ...one, at: new Date(at(3)) }])
    const { observations: said } = await last('panel', panel.id)
    expect(said).toEqual([
      {
        source: 'Remote Portal',
        fields: { managementDisabled: 'true', lastKnownAt: 'c' },
        askedAt: at(5),
        durationMs: 5,
        unanswered: null,
      },
    ])
    await expect(
      sql`update observed_change set after = 'x' where thing_id = ${panel.id}`.execute(db()),
    ).rejects.toThrow('append-only')
  })

  it('use 2 a time without an answer is kept once the source answers again, from its last answer to the next', async () => {
    const silent = { ...panel, id: 'CBS0000779' }
    const at = (minute: number) => `2026-11-20T11:0${minute}:00.000Z`
    const nothing = (minute: number) => ({
      ...silent,
      askedAt: at(minute),
      said: { status: 'Unavailable', problem: `No answer at ${minute}.` },
    })
    const answer = (minute: number) => ({ ...silent, askedAt: at(minute), said: { fields: {} } })
    await note(nothing(0))
    await note(answer(1), answer(2), nothing(3))
    await note(nothing(4), answer(5), answer(6))
    const rows = await db()
      .selectFrom('observed_silence')
      .select(['source', 'since', 'until', 'status', 'problem'])
      .where('thing_id', '=', silent.id)
      .orderBy('silence_id')
      .execute()
    const silence = { source: 'Remote Portal', status: 'Unavailable' }
    expect(rows).toEqual([
      { ...silence, since: new Date(at(0)), until: new Date(at(1)), problem: 'No answer at 0.' },
      { ...silence, since: new Date(at(2)), until: new Date(at(5)), problem: 'No answer at 4.' },
    ])
  })

  it('connected 2 an identifier was first seen when it was first told, and last seen before it was told otherwise', async () => {
    const seen = { ...panel, id: 'CBS0000780' }
    const at = (minute: number) => `2026-11-20T12:0${minute}:00.000Z`
    const told = (minute: number, sapCompanyId: string): Observation => ({
      ...seen,
      askedAt: at(minute),
      said: { fields: { sapCompanyId } },
    })
    await note(told(0, '7001'), told(1, '7001'))
    await note(told(2, '7001'))
    await note(told(3, '7002'), told(4, '7002'))
    const rows = await db()
      .selectFrom('observed_identifier')
      .select(['form', 'first_seen', 'last_seen'])
      .where('thing_id', '=', seen.id)
      .orderBy('first_seen')
      .execute()
    // While it is told, when its source last said anything is the observation's.
    expect(rows).toEqual([
      { form: '7001', first_seen: new Date(at(0)), last_seen: new Date(at(2)) },
      { form: '7002', first_seen: new Date(at(3)), last_seen: new Date(at(3)) },
    ])
  })

  it('R35 of more than can wait the newest are kept, and the log says how many were given up', async () => {
    const logged: object[] = []
    const log = { warn: (facts: object) => logged.push(facts) } as never
    const own = createObservations({ db: db(), log })
    const idOf = (n: number) => `CBS9${String(n).padStart(6, '0')}`
    // All at once, so that none is written before the last is noted.
    for (let n = 0; n < 2_001; n++)
      own.note({ ...panel, id: idOf(n), askedAt: '2026-11-20T13:00:00.000Z', said: { fields: {} } })
    await own.written()
    const { rows } = await sql<{ count: number; first: string; last: string }>`
      select count(*)::int as count, min(thing_id) as first, max(thing_id) as last
      from observation where thing_id like 'CBS9%'`.execute(db())
    expect(rows).toEqual([{ count: 1_901, first: idOf(100), last: idOf(2_000) }])
    expect(logged).toEqual([{ observations: 100 }])
  })

  it('what cannot be kept fails no one: it is logged, and what comes later is kept', async () => {
    const logged: string[] = []
    const log = { error: (_facts: object, message: string) => logged.push(message) } as never
    const own = createObservations({ db: db(), log })
    own.note({ ...panel, id: '', askedAt: '2026-11-20T10:00:00.000Z', said: { fields: {} } })
    await own.written()
    own.note({ ...panel, id: 'CBS0000778', askedAt: '2026-11-20T10:00:00.000Z', said: { fields: {} } })
    await own.written()
    expect(logged).toEqual(['what neighbours said cannot be kept'])
    expect((await last('panel', 'cbs0000778')).observations).toHaveLength(1)
  })

  it('D16 anyone who may not read the kind is refused; what is no identifier is told at its field', async () => {
    const code = async (kind: string, id: string, ...names: string[]) => {
      const token = await keys.token(roles(...names))
      return (await console.call('GET', `/api/observations/v1/${kind}/${id}`, { token })).code
    }
    expect([await code('sim', happy, 'auditor'), await code('panel', panel.id, 'auditor')]).toEqual([
      200, 403,
    ])
    expect([await code('sim', happy), await code('panel', panel.id, 'support')]).toEqual([403, 200])
    expect([await code('sim', '12', 'support'), await code('company', '1', 'support')]).toEqual([400, 400])
  })
})
