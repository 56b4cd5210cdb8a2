import { randomUUID } from 'node:crypto'
import { calls } from '@support-console/contract'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { asProblem } from '../../platform/http/as-problem.ts'
import { createAttempt } from '../../platform/http/attempt.ts'
import { createWork } from '../../platform/http/unit-of-work.ts'
import { problems } from '../../platform/problem.ts'
import { neighbourUser } from '../../platform/sign-on/user.ts'
import { createPathfinder } from '../../systems/pathfinder/pathfinder.adapter.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { createTestOutbound } from '../../testing/test-outbound.ts'
import { untilHeldUp } from '../../testing/until-held-up.ts'
import { base, environmentStage, generated, happy, named } from './environment-stage.ts'
import { pointPanel } from './point-panel.ts'

describeOnOneDatabase('2.9 pointing a panel to another environment', (database) => {
  const clock = createTestClock({ passing: true })
  /** `swift`: for whom time passes at once, for a Pathfinder that makes one wait. */
  const stage = environmentStage(database, { console: {}, swift: {} }, { swift: clock })
  const { query, point, asked } = stage
  /** Pathfinder hangs at a request of this method for as long as it may. */
  async function untilGivenUp<Answer>(method: string, answering: Promise<Answer>): Promise<Answer> {
    await untilHeldUp(stage.field(), 'pathfinder', method)
    await clock.advance(15_000)
    return answering
  }
  const auditOf = (transactionId: string) =>
    database
      .get()
      .db.selectFrom('user_action')
      .select(['message', 'object', 'result', 'activity'])
      .where('transaction_id', '=', transactionId)
      .orderBy('id')
      .execute()

  it('points a panel elsewhere: intent and outcome with old and new environment, read back (4: 200)', async () => {
    const transactionId = randomUUID()
    const panel = generated(30)
    const { code, envelope } = await point('console', `{${panel}}`, 'dev', transactionId)
    expect([code, envelope]).toEqual([
      200,
      {
        status: 'Success',
        message: 'Update pathfinder successfully. The panel now points to DEV; before: TEST.',
        data: { physicalId: panel, environment: 'dev' },
      },
    ])
    expect((await query('console', panel)).envelope.data).toMatchObject({ environment: 'dev' })
    const note = {
      activity: 'Panel Environment',
      object: `panel ${panel}`,
      message: `Point panel ${panel} from TEST to DEV`,
    }
    expect(await auditOf(transactionId)).toEqual([
      { ...note, result: 'Intent' },
      { ...note, result: 'Success' },
    ])
    const sent = await stage.field().requests(`system=pathfinder&iccid=${panel}`)
    expect(sent.map((request) => request.transactionId)).toContain(transactionId)
  })

  it.each([{ Env: 'PROD' }, { Env: '' }, { Env: 'stage' }, {}, { Env: 'dev', force: true }])(
    'R26 refuses the body %j',
    async (body) => {
      const answer = await stage.server('console').call('PUT', `${base}/${happy}/pathfinder`, { body })
      expect(answer.code).toBe(400)
    },
  )

  it("4 Pathfinder's own failure is 500, says where the panel points, and is entered", async () => {
    const transactionId = randomUUID()
    const { code, envelope } = await point('console', named(4), 'test', transactionId)
    expect([code, envelope]).toEqual([
      500,
      {
        status: 'Error',
        message:
          'Update pathfinder failed. Pathfinder reports a fault of its own (HTTP 500). Pathfinder says that the panel still ' +
          'points to PROD. Query it again in a minute, before you try again.',
        data: null,
      },
    ])
    expect(await asked(named(4))).toBe(1)
    expect((await auditOf(transactionId)).map((entry) => entry.result)).toEqual(['Intent', 'Error'])
    // D9: the same request again is answered the same, not run again.
    expect((await point('console', named(4), 'test', transactionId)).envelope).toEqual(envelope)
    expect(await asked(named(4))).toBe(1)
  })

  it("4 Pathfinder's refusal is 403, with its reason", async () => {
    const transactionId = randomUUID()
    const { code, envelope } = await point('console', named(9), 'dev', transactionId)
    expect([code, envelope.status, envelope.message]).toEqual([
      403,
      'Forbidden',
      'Pathfinder refused the request: This panel is held by engineering (code FORBIDDEN). The panel still points to PROD.',
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
      await stage.field().fault({ system: 'pathfinder', fault })
      const through = fault === 'hang' ? untilGivenUp : <Answer>(_method: string, answer: Answer) => answer
      const answer = await through('GET', point('swift', panel, 'test'))
      expect([answer.code, answer.envelope.status]).toEqual([code, status])
      expect(answer.envelope.message).toMatch(/^Pathfinder .* Nothing was changed\.$/)
      expect(await asked(panel)).toBe(0)
      const reading = await through('GET', query('swift', panel))
      expect([reading.code, reading.envelope.status]).toEqual([code, status])
    },
  )

  it('a change whose answer is lost is read again and said to be done, asked once', async () => {
    const panel = generated(32)
    await stage.field().fault({ system: 'pathfinder', fault: 'cut', method: 'PUT', times: 1 })
    const { code, envelope } = await point('console', panel, 'prod')
    expect([code, envelope.message]).toEqual([
      200,
      "Update pathfinder successfully. Pathfinder's first answer was lost, but it now says that the panel points to PROD.",
    ])
    expect(await asked(panel)).toBe(1)
  })

  it.each([
    ['hang', 34, 503, 'Pathfinder did not answer within 15 s.'],
    ['garbage', 35, 502, 'Pathfinder sent an answer that the console cannot read.'],
  ])('a change that meets %s is read again and said not to be done', async (fault, n, code, what) => {
    await stage.field().fault({ system: 'pathfinder', fault, method: 'PUT', times: 1 })
    const pointing = point('swift', generated(n), 'prod')
    const answer = await (fault === 'hang' ? untilGivenUp('PUT', pointing) : pointing)
    expect([answer.code, answer.envelope.message]).toEqual([
      code,
      `${what} Pathfinder says that the panel still points to TEST. Query it again in a minute, before you try again.`,
    ])
  })

  it('a change after which Pathfinder cannot be read is not known, and says what to do', async () => {
    await stage.field().fault({ system: 'pathfinder', fault: '500', method: 'GET', after: 1 })
    await stage.field().fault({ system: 'pathfinder', fault: 'cut', method: 'PUT', times: 1 })
    const { code, envelope } = await point('console', generated(36), 'prod')
    expect([code, envelope.message]).toEqual([
      503,
      'Pathfinder broke off the connection before its answer was complete. It is not known where the panel points now, ' +
        'because that cannot be read either. Query it again in a few minutes, before you try again.',
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
        body: { Env: 'prod' as const },
        user: neighbourUser('tester'),
        transactionId: randomUUID(),
        remoteAddress: '',
        respondAsync: false,
        signal: over.signal,
        log: pino({ enabled: false }),
      }
      const pathfinder = createPathfinder(createTestOutbound(), {
        baseUrl: `${stage.field().url}/pathfinder/v1`,
        token: 'demo-pathfinder-token',
      })
      const { db } = database.get()
      const encode = () => {
        throw new Error('there is no answer')
      }
      const { user, params, transactionId } = context
      const running = new Set<Promise<unknown>>()
      const attempt = createAttempt({ db, log: context.log, clock: systemClock, running }, call, {
        transactionId,
        remoteAddress: '',
        params,
        user,
      })
      const work = createWork<typeof call>({ db, attempt, once: undefined, encode })
      await stage.field().fault({ system: 'pathfinder', fault: 'hang', method, after })
      if (method === 'GET')
        await stage.field().fault({ system: 'pathfinder', fault: 'cut', method: 'PUT', times: 1 })
      const pointing = pointPanel(
        { pathfinder, platform: stage.server('console').app.platform },
        { physicalId: panel, environment: 'prod' },
        context,
        work,
      )
      const outcome = pointing.catch((error: unknown) => attempt.fail(asProblem(error)))
      await vi.waitFor(
        async () => {
          const sent = await stage.field().requests('system=pathfinder&limit=20')
          expect(sent.filter(({ path }) => path.includes(panel))).toHaveLength(requests)
        },
        { timeout: 18_000 },
      )
      over.abort(problems.timedOut(90, true))
      expect(await outcome).toMatchObject({
        status: 'Unsettled',
        message: expect.stringContaining('It is not known where the panel points now.'),
      })
      const note = {
        activity: 'Panel Environment',
        object: `panel ${panel}`,
        message: `Point panel ${panel} from TEST to PROD`,
      }
      expect(await auditOf(context.transactionId)).toEqual([
        { ...note, result: 'Intent' },
        { ...note, result: 'Unsettled' },
      ])
    },
  )
})
