import { randomUUID } from 'node:crypto'
import { calls, type Environment } from '@support-console/contract'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createAttempt } from '../../platform/http/attempt.ts'
import { asProblem } from '../../platform/http/error-handler.ts'
import { problems } from '../../platform/http/problem.ts'
import { createWork } from '../../platform/http/unit-of-work.ts'
import { neighbourUser } from '../../platform/sign-on/user.ts'
import { createPathfinder } from '../../systems/pathfinder/pathfinder.ts'
import { describeOnEachDatabase } from '../../testing/databases.ts'
import { type FieldProcess, startField } from '../../testing/field-process.ts'
import { closedPort } from '../../testing/http-stage.ts'
import { type KeyServer, startKeyServer } from '../../testing/key-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestOutbound } from '../../testing/test-outbound.ts'
import { pointPanel } from './point-panel.ts'

const base = '/api/panelenvironment/v1'
const happy = '6f9619ff-8b86-d011-b42d-00c04fc964ff'
const named = (n: number) => `6f9619ff-8b86-d011-b42d-00c04fc964${String(n).padStart(2, '0')}`
/** CBS0000010 and following, as world.json's rule makes them. */
const generated = (n: number) => {
  const hex = (value: number, length: number) => value.toString(16).padStart(length, '0')
  return `${hex(Number((BigInt(n) * 2_654_435_761n) % 4_294_967_296n), 8)}-8b86-d011-b42d-00c04f${hex((n * 40_503) % 16_777_216, 6)}`
}
const unknown = '00000000-0000-4000-8000-000000000000'

let keys: KeyServer
beforeAll(async () => {
  keys = await startKeyServer()
})
afterAll(() => keys.close())

describeOnEachDatabase('2.9 panel environment', (database) => {
  let field: FieldProcess
  let console: TestApp
  /** For a Pathfinder that hangs: the others do not give it up so soon. */
  let impatient: TestApp
  const hosts = new Map<Environment, TestApp>()
  beforeAll(async () => {
    field = await startField()
    const start = (environment: Environment, PANEL_ANSWER_SECONDS: string) => {
      const env = { FIELD_URL: field.url, PANEL_ANSWER_SECONDS, ENVIRONMENT: environment }
      return startTestApp({ database: database.get(), keys, env })
    }
    for (const environment of ['dev', 'test', 'prod'] as const)
      hosts.set(environment, await start(environment, '20'))
    console = hosts.get('test') as TestApp
    impatient = await start('test', '3')
  })
  afterEach(() => field.heal())
  afterAll(async () => {
    await Promise.all([...hosts.values(), impatient].map((host) => host.close()))
    await field.stop()
  })

  const query = (physicalId: string, server = console) =>
    server.call('GET', `${base}/${physicalId}/pathfinder`)
  const point = (physicalId: string, Env: string, transactionId = randomUUID(), server = console) =>
    server.call('PUT', `${base}/${physicalId}/pathfinder`, { body: { Env }, transactionId })
  /** How often Pathfinder was asked to point the panel somewhere, whatever became of it. */
  const asked = async (physicalId: string) =>
    (await field.counts()).find((count) => count.iccid === physicalId && count.action === 'point')?.count ?? 0
  const auditOf = (transactionId: string) =>
    database
      .get()
      .db.selectFrom('user_action')
      .select(['message', 'object', 'result', 'activity'])
      .where('transaction_id', '=', transactionId)
      .orderBy('id')
      .execute()

  it.each([[happy], [`{${happy}}`], [happy.toUpperCase()], [`{${happy.toUpperCase()}}`]])(
    'queries the environment of %s',
    async (physicalId) => {
      const { code, envelope } = await query(encodeURIComponent(physicalId))
      expect([code, envelope.data]).toEqual([200, { physicalId: happy, environment: 'prod' }])
    },
  )

  it.each(['1', `{${happy}`, `${happy}}`, `${happy}0`, "6f9619ff'--", 'CBS0000001'])(
    '5 refuses the physical ID %j',
    async (physicalId) => {
      const { code, envelope } = await query(encodeURIComponent(physicalId))
      expect([code, envelope.message]).toEqual([
        400,
        'Please correct the input: physicalId: Physical Id is invalid.',
      ])
      expect((await point(encodeURIComponent(physicalId), 'test')).code).toBe(400)
    },
  )

  it('says not found of a panel that never connected, and of none', async () => {
    for (const physicalId of [named(3), unknown]) {
      const { code, envelope } = await query(physicalId)
      expect([code, envelope.status, envelope.message]).toEqual([
        404,
        'NotFound',
        'not found. Only panels that have connected to the system can be found.',
      ])
      expect((await point(physicalId, 'test')).code).toBe(404)
      expect(await asked(physicalId)).toBe(0)
    }
  })

  it('points a panel elsewhere: intent and outcome with old and new environment, read back (4: 200)', async () => {
    const transactionId = randomUUID()
    const panel = generated(30)
    const { code, envelope } = await point(`{${panel}}`, 'dev', transactionId)
    expect([code, envelope]).toEqual([
      200,
      {
        status: 'Success',
        message: 'Update pathfinder successfully. The panel points to dev now; before: prod.',
        data: { physicalId: panel, environment: 'dev' },
      },
    ])
    expect((await query(panel)).envelope.data).toMatchObject({ environment: 'dev' })
    const note = {
      activity: 'Panel Environment',
      object: `panel ${panel}`,
      message: `Point panel ${panel} from prod to dev`,
    }
    expect(await auditOf(transactionId)).toEqual([
      { ...note, result: 'Intent' },
      { ...note, result: 'Success' },
    ])
    const sent = await field.requests(`system=pathfinder&iccid=${panel}`)
    expect(sent.map((request) => request.transactionId)).toContain(transactionId)
  })

  it.each([{ Env: 'PROD' }, { Env: '' }, { Env: 'stage' }, {}, { Env: 'dev', force: true }])(
    'R26 refuses the body %j',
    async (body) => {
      const answer = await console.call('PUT', `${base}/${happy}/pathfinder`, { body })
      expect(answer.code).toBe(400)
    },
  )

  it("4 Pathfinder's own failure is 500, says where the panel points, and is entered", async () => {
    const transactionId = randomUUID()
    const { code, envelope } = await point(named(4), 'test', transactionId)
    expect([code, envelope]).toEqual([
      500,
      {
        status: 'Error',
        message:
          'Update pathfinder failed. Pathfinder reports a fault of its own (HTTP 500). Pathfinder says that the panel still ' +
          'points to prod. Query it again in a minute, before you try again.',
        data: null,
      },
    ])
    expect(await asked(named(4))).toBe(1)
    expect((await auditOf(transactionId)).map((entry) => entry.result)).toEqual(['Intent', 'Error'])
    // D9: the same request again is answered the same, not run again.
    expect((await point(named(4), 'test', transactionId)).envelope).toEqual(envelope)
    expect(await asked(named(4))).toBe(1)
  })

  it("4 Pathfinder's refusal is 403, with its reason", async () => {
    const transactionId = randomUUID()
    const { code, envelope } = await point(named(9), 'dev', transactionId)
    expect([code, envelope.status, envelope.message]).toEqual([
      403,
      'Forbidden',
      'Pathfinder refused the request: This panel is held by engineering (code FORBIDDEN). The panel still points to prod.',
    ])
    expect((await auditOf(transactionId)).map((entry) => entry.result)).toEqual(['Intent', 'Forbidden'])
  })

  it.each([
    ['refuse', 503, 'Unavailable'],
    ['500', 502, 'CarrierError'],
    ['garbage', 502, 'CarrierError'],
    ['hang', 503, 'Unavailable'],
  ])(
    'R35 a Pathfinder that meets every request with %s is asked to change nothing',
    async (fault, code, status) => {
      const panel = generated(31)
      await field.fault({ system: 'pathfinder', fault })
      const server = fault === 'hang' ? impatient : console
      const answer = await point(panel, 'test', randomUUID(), server)
      expect([answer.code, answer.envelope.status]).toEqual([code, status])
      expect(answer.envelope.message).toMatch(/^Pathfinder .* Nothing was changed\.$/)
      expect(await asked(panel)).toBe(0)
      const reading = await query(panel, server)
      expect([reading.code, reading.envelope.status]).toEqual([code, status])
    },
  )

  it('a change whose answer is lost is read again and said to be done, asked once', async () => {
    const panel = generated(32)
    await field.fault({ system: 'pathfinder', fault: 'cut', method: 'PUT', times: 1 })
    const { code, envelope } = await point(panel, 'test')
    expect([code, envelope.message]).toEqual([
      200,
      "Update pathfinder successfully. Pathfinder's answer was lost, but it says that the panel points to test now.",
    ])
    expect(await asked(panel)).toBe(1)
  })

  it.each([
    ['hang', 34, 503, 'Pathfinder did not answer within 3 s.'],
    ['garbage', 35, 502, 'Pathfinder answered with something the console cannot read.'],
  ])('a change that meets %s is read again and said not to be done', async (fault, n, code, what) => {
    await field.fault({ system: 'pathfinder', fault, method: 'PUT', times: 1 })
    const server = fault === 'hang' ? impatient : console
    const answer = await point(generated(n), 'test', randomUUID(), server)
    expect([answer.code, answer.envelope.message]).toEqual([
      code,
      `${what} Pathfinder says that the panel still points to prod. Query it again in a minute, before you try again.`,
    ])
  })

  it('a change after which Pathfinder cannot be read is not known, and says what to do', async () => {
    await field.fault({ system: 'pathfinder', fault: '500', method: 'GET', after: 1 })
    await field.fault({ system: 'pathfinder', fault: 'cut', method: 'PUT', times: 1 })
    const { code, envelope } = await point(generated(36), 'test')
    expect([code, envelope.message]).toEqual([
      503,
      'Pathfinder broke off the connection before its answer was complete. Where the panel points now is not known: it cannot ' +
        'be read either. Query it again in a few minutes, before you try again.',
    ])
  })

  it.each([
    ['PUT', 37, 0, 2],
    ['GET', 38, 1, 3],
  ])(
    'R37 a change whose call ends while Pathfinder hangs at %s leaves an entry that says so',
    async (method, n, after, requests) => {
      const panel = generated(n)
      const call = calls.updatePathfinder
      const over = new AbortController()
      const context = {
        params: { physicalId: panel },
        query: undefined,
        body: { Env: 'test' as const },
        user: neighbourUser('tester'),
        transactionId: randomUUID(),
        remoteAddress: '',
        respondAsync: false,
        signal: over.signal,
        log: pino({ enabled: false }),
      }
      const pathfinder = createPathfinder(createTestOutbound(), {
        baseUrl: `${field.url}/pathfinder/v1`,
        token: 'demo-pathfinder-token',
      })
      const { db } = database.get()
      const encode = () => {
        throw new Error('there is no answer')
      }
      const { user, params, transactionId: id } = context
      const running = new Set<Promise<unknown>>()
      const attempt = createAttempt({ db, log: context.log, running }, call, { id, ip: '', params, user })
      const work = createWork<typeof call>({ db, attempt, once: undefined, encode })
      await field.fault({ system: 'pathfinder', fault: 'hang', method, after })
      if (method === 'GET') await field.fault({ system: 'pathfinder', fault: 'cut', method: 'PUT', times: 1 })
      const pointing = pointPanel(pathfinder, { physicalId: panel, environment: 'test' }, context, work)
      const outcome = pointing.catch((error: unknown) => attempt.fail(asProblem(error)))
      await vi.waitFor(
        async () => {
          const sent = await field.requests('system=pathfinder&limit=20')
          expect(sent.filter(({ path }) => path.includes(panel))).toHaveLength(requests)
        },
        { timeout: 18_000 },
      )
      over.abort(problems.timedOut(90, true))
      expect(await outcome).toMatchObject({
        status: 'Unsettled',
        message: expect.stringContaining('Where the panel points now is not known.'),
      })
      const note = {
        activity: 'Panel Environment',
        object: `panel ${panel}`,
        message: `Point panel ${panel} from prod to test`,
      }
      expect(await auditOf(context.transactionId)).toEqual([
        { ...note, result: 'Intent' },
        { ...note, result: 'Unsettled' },
      ])
    },
  )

  describe('looking up the ids of a panel', () => {
    const lookUp = (panelId: string, queryEnv: string, host: Environment = 'prod') =>
      engineerCall(host, `${base}/devicedomainmappings/${encodeURIComponent(panelId)}?queryEnv=${queryEnv}`)
    async function engineerCall(host: Environment, path: string) {
      const token = await keys.token({ resource_access: { 'support-console': { roles: ['eng-admin'] } } })
      const server = hosts.get(host)
      if (!server) throw new Error(`no server is ${host}`)
      return server.call('GET', path, { token })
    }
    const mappings = [
      { idType: 'CloudId', value: 'CBS0000001' },
      { idType: 'PhysicalPanelId', value: happy },
      { idType: 'PanelProductId', value: 'PID00000001' },
      { idType: 'DeviceId', value: 'DEV-00000001' },
    ]

    it.each(['CBS0000001', happy, `{${happy.toUpperCase()}}`, 'PID00000001', 'DEV-00000001', ' CBS0000001 '])(
      'finds all of them by %s',
      async (panelId) => {
        const { code, envelope } = await lookUp(panelId, 'prod')
        expect([code, envelope.data]).toEqual([200, mappings])
      },
    )

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
      const panelId = { dev: 'CBS0000033', test: 'CBS0000047', prod: 'CBS0000001' }[queryEnv]
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
      expect((await lookUp('CBS0000040', 'test')).code).toBe(404)
      await point(generated(40), 'test')
      expect((await lookUp('CBS0000040', 'test')).code).toBe(200)
      expect((await lookUp('CBS0000040', 'prod')).code).toBe(200)
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
      expect((await field.requests('system=pathfinder&limit=1'))[0]?.path).not.toContain(panelId || 'nothing')
    })
  })

  it('2.2 D16 on the production host support may not, and Pathfinder is not asked', async () => {
    const token = await keys.token({ resource_access: { 'support-console': { roles: ['support'] } } })
    const answer = await hosts.get('prod')?.call('PUT', `${base}/${generated(41)}/pathfinder`, {
      token,
      body: { Env: 'dev' },
    })
    expect([answer?.code, await asked(generated(41))]).toEqual([403, 0])
  })

  it('R35 says that Pathfinder is not there, and that credentials are wrong', async () => {
    const start = (env: Record<string, string>) =>
      startTestApp({ database: database.get(), keys, env: { FIELD_URL: field.url, ...env } })
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
