import type { Environment, PanelThing } from '@support-console/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { closedPort } from '../../testing/http-stage.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { idsOfPanel } from '../panels/index.ts'
import { base, environmentStage, generated, happy, named } from './environment-stage.ts'

const unknown = '00000000-0000-4000-8000-000000000000'

describeOnOneDatabase('2.9 panel environment', (database) => {
  const hosts = {
    dev: { ENVIRONMENT: 'dev' },
    test: { ENVIRONMENT: 'test' },
    prod: { ENVIRONMENT: 'prod' },
  } as const
  const stage = environmentStage(database, hosts)
  const { query, point, asked } = stage

  it.each([[happy], [`{${happy}}`], [happy.toUpperCase()], [`{${happy.toUpperCase()}}`]])(
    'queries the environment of %s',
    async (physicalId) => {
      const { code, envelope } = await query('test', encodeURIComponent(physicalId))
      expect([code, envelope.data]).toMatchObject([200, { physicalId: happy, environment: 'prod' }])
    },
  )

  it('D40 names the panel that is asked about, with the state of its page', async () => {
    const { db } = database.get()
    await sql`insert into company (id, name, sap_company_id, sap_sales_region, device_region, network_model)
      values (1, 'Harbor', '1000001', 'us', 'us', 'TIER2_STANDARD')`.execute(db)
    await sql`insert into panel (cloud_id, company_id, panel_info) values
      ('CBS0000001', 1, ${JSON.stringify({ serviceStates: [], physicalPanelId: happy })}::jsonb)`.execute(db)
    const token = await stage
      .keys()
      .token({ resource_access: { 'support-console': { roles: ['eng-admin'] } } })
    const page = await stage.server('test').call('GET', '/api/things/v1/panels/CBS0000001', { token })
    const { state } = page.envelope.data as PanelThing
    expect((await query('test', happy)).envelope.data).toMatchObject({
      panel: { cloudId: 'CBS0000001', state },
    })
    expect((await query('test', generated(41))).envelope.data).toMatchObject({ panel: null })
  })

  it.each(['1', `{${happy}`, `${happy}}`, `${happy}0`, "6f9619ff'--", 'CBS0000001'])(
    '5 refuses the physical ID %j',
    async (physicalId) => {
      const { code, envelope } = await query('test', encodeURIComponent(physicalId))
      expect([code, envelope.message]).toEqual([
        400,
        'Please correct the input: physicalId: Physical Id is invalid.',
      ])
      expect((await point('test', encodeURIComponent(physicalId), 'test')).code).toBe(400)
    },
  )

  it('says not found of a panel that never connected, and of none', async () => {
    for (const physicalId of [named(3), unknown]) {
      const { code, envelope } = await query('test', physicalId)
      expect([code, envelope.status, envelope.message]).toEqual([
        404,
        'NotFound',
        'not found. Only panels that have connected to the system can be found.',
      ])
      expect((await point('test', physicalId, 'test')).code).toBe(404)
      expect(await asked(physicalId)).toBe(0)
    }
  })
  describe('looking up the ids of a panel', () => {
    const lookUp = (panelId: string, queryEnv: string, host: Environment = 'prod') =>
      engineerCall(host, `${base}/devicedomainmappings/${encodeURIComponent(panelId)}?queryEnv=${queryEnv}`)
    async function engineerCall(host: Environment, path: string) {
      const token = await stage
        .keys()
        .token({ resource_access: { 'support-console': { roles: ['eng-admin'] } } })
      return stage.server(host).call('GET', path, { token })
    }
    const mappings = [
      { idType: 'CloudId', value: 'CBS0000001' },
      { idType: 'PhysicalPanelId', value: happy },
      { idType: 'PanelProductId', value: 'PID00000001' },
      { idType: 'DeviceId', value: 'DEV-00000001' },
    ]

    it.each([
      'CBS0000001',
      happy,
      `{${happy.toUpperCase()}}`,
      'PID00000001',
      'DEV-00000001',
      ' CBS0000001 ',
      'cbs0000001',
      'dev-00000001',
    ])('finds all of them by %s', async (panelId) => {
      const { code, envelope } = await lookUp(panelId, 'prod')
      expect([code, envelope.data]).toEqual([200, mappings])
      // Kept, so that the trail has one history of both (issue 15).
      const { db } = database.get()
      expect(await idsOfPanel(db, 'CBS0000001', () => true)).toEqual(['CBS0000001', happy])
      expect(await idsOfPanel(db, happy, () => true)).toEqual([happy, 'CBS0000001'])
    })

    it('8 says not found where the panel never connected there, and of what is no id at all', async () => {
      for (const [panelId, queryEnv] of [
        ['CBS0000003', 'prod'],
        ['CBS0000001', 'dev'],
        ['RP-000001', 'prod'],
        ["'; drop table panel --", 'prod'],
        ['../../panels', 'prod'],
        ['名前', 'prod'],
      ] as const) {
        const { code, envelope } = await lookUp(panelId, queryEnv)
        expect([panelId, code, envelope.message]).toEqual([
          panelId,
          404,
          'not found. Only panels that have connected to the system can be found.',
        ])
      }
    })

    it.each([
      ['dev', 'dev', 200],
      ['dev', 'test', 400],
      ['dev', 'prod', 400],
      ['test', 'dev', 400],
      ['test', 'test', 200],
      ['test', 'prod', 400],
      ['prod', 'dev', 200],
      ['prod', 'test', 200],
      ['prod', 'prod', 200],
    ] as const)('on the %s host, %s is answered with %i', async (host, queryEnv, code) => {
      const panelId = { dev: 'CBS0000063', test: 'CBS0000047', prod: 'CBS0000001' }[queryEnv]
      const answer = await lookUp(panelId, queryEnv, host)
      expect(answer.code).toBe(code)
      if (code === 400)
        expect(answer.envelope).toMatchObject({
          status: 'Invalid',
          message: `On the ${host} host panels can be looked up only in ${host}.`,
          data: { issues: [{ field: 'queryEnv' }] },
        })
    })

    it('finds a panel where it was pointed to', async () => {
      expect((await lookUp('CBS0000040', 'dev')).code).toBe(404)
      await point('test', generated(40), 'dev')
      expect((await lookUp('CBS0000040', 'dev')).code).toBe(200)
      expect((await lookUp('CBS0000040', 'test')).code).toBe(200)
    })

    it.each([
      ['', 'prod'],
      ['%20', 'prod'],
      ['x'.repeat(101), 'prod'],
      ['a%0Ab', 'prod'],
      ['CBS0000001', 'PROD'],
    ])('refuses the id %j in %s', async (panelId, queryEnv) => {
      const { code } = await engineerCall(
        'prod',
        `${base}/devicedomainmappings/${panelId}?queryEnv=${queryEnv}`,
      )
      expect([400, 404]).toContain(code)
      expect((await stage.field().requests('system=pathfinder&limit=1'))[0]?.path).not.toContain(
        panelId || 'nothing',
      )
    })
  })
  it('2.2 D16 on the production host support may not, and Pathfinder is not asked', async () => {
    const token = await stage.keys().token({ resource_access: { 'support-console': { roles: ['support'] } } })
    const answer = await stage.server('prod').call('PUT', `${base}/${generated(41)}/pathfinder`, {
      token,
      body: { Env: 'dev' },
    })
    expect([answer.code, await asked(generated(41))]).toEqual([403, 0])
  })

  it('R35 says that Pathfinder is not there, and that credentials are wrong', async () => {
    const start = (env: Record<string, string>) =>
      startTestApp({
        database: database.get(),
        keys: stage.keys(),
        env: { FIELD_URL: stage.field().url, ...env },
      })
    const away = await start({ PATHFINDER_BASE_URL: closedPort })
    const stranger = await start({ PATHFINDER_TOKEN: 'wrong' })
    try {
      const path = `${base}/${happy}/pathfinder`
      expect((await away.call('GET', path)).envelope).toMatchObject({
        status: 'Unavailable',
        message: 'Pathfinder cannot be reached at the moment. Try again in a minute.',
      })
      expect((await stranger.call('GET', path)).envelope).toMatchObject({
        status: 'CarrierError',
        message: expect.stringMatching(/^Pathfinder does not accept the console's credentials\./),
      })
    } finally {
      await Promise.all([away.close(), stranger.close()])
    }
  })
})
