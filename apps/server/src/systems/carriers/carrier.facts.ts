import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NeighbourError, type NeighbourErrorKind } from '../../platform/outbound/index.ts'
import { createTestOutbound, type TestOutbound } from '../../testing/test-outbound.ts'
import type { AnswerFacts } from './carrier-answers.facts.ts'
import { changeFacts } from './carrier-change.facts.ts'
import { type CarrierStage, type Fault, secrets, untilAsked } from './carrier-stage.ts'
import { type UsageWords, usageFacts } from './carrier-usage.facts.ts'

/** What every carrier must do (habits 9 and 13), and whatever it says (`answers`). */
export function carrierFacts(
  title: string,
  open: () => Promise<CarrierStage>,
  answers: AnswerFacts,
  usage: UsageWords | null = null,
): void {
  describe(title, () => {
    let stage: CarrierStage
    let outbound: TestOutbound
    beforeAll(async () => {
      stage = await open()
    })
    afterAll(() => stage.close())
    beforeEach(() => {
      outbound = createTestOutbound()
    })
    afterEach(async () => {
      await outbound.close()
      await stage.heal()
      const said = JSON.stringify(outbound.logged)
      for (const secret of secrets) expect(said).not.toContain(secret)
    })

    async function failure(work: Promise<unknown>): Promise<NeighbourError> {
      const error = await work.then(
        (value) => `succeeded with ${JSON.stringify(value)}`,
        (thrown: unknown) => thrown,
      )
      if (!(error instanceof NeighbourError)) throw new Error(`no NeighbourError: ${String(error)}`)
      for (const secret of secrets) expect(error.sentence + error.detail).not.toContain(secret)
      return error
    }

    it('2.5 reads a SIM in our words', async () => {
      const sim = await stage.connect(outbound).readSim(stage.known.iccid)
      expect(sim).toMatchObject({ iccid: stage.known.iccid, ...stage.known.sim })
      expect(sim.lastKnownAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    })

    it('2.4 reads whether the device is online', async () => {
      expect(await stage.connect(outbound).readOnline(stage.known.iccid)).toBe(stage.known.sim.onlineStatus)
    })

    it('says not-found of a SIM that it does not know, and asks once only', async () => {
      const carrier = stage.connect(outbound)
      const error = await failure(carrier.readSim(stage.unknownIccid))
      expect(error).toMatchObject({ kind: 'not-found', system: carrier.name })
      expect(outbound.settled.every(({ attempts }) => attempts === 1)).toBe(true)
    })

    it('D8 sends the transaction id with every request', async () => {
      await stage.transactionIds()
      await stage.connect(outbound).readSim(stage.known.iccid)
      const ids = await stage.transactionIds()
      expect(ids.length).toBeGreaterThan(0)
      expect(new Set(ids)).toEqual(new Set([outbound.transactionId]))
    })

    it.each<[Fault, NeighbourErrorKind]>([
      ['refuse', 'unreachable'],
      ['cut', 'unreachable'],
      ['500', 'server-error'],
      ['garbage-html', 'malformed'],
      ['garbage-half-json', 'malformed'],
    ])(
      'R35 that meets %s fails as %s with a sentence, and works again when it is over',
      async (fault, kind) => {
        const carrier = stage.connect(outbound)
        await stage.spoil(fault)
        const error = await failure(carrier.readSim(stage.known.iccid))
        expect(error).toMatchObject({ kind, system: carrier.name })
        expect(error.sentence).toMatch(new RegExp(`^${carrier.name} .*Try again in a minute`))
        await stage.heal()
        expect((await carrier.readSim(stage.known.iccid)).iccid).toBe(stage.known.iccid)
      },
    )

    it('R35 that hangs is given up after its time', async () => {
      const carrier = stage.connect(outbound, { answerWithinMs: 400 })
      await stage.spoil('hang')
      await stage.transactionIds()
      const failing = failure(carrier.readSim(stage.known.iccid))
      await untilAsked(stage)
      await outbound.clock.advance(400)
      const error = await failing
      expect(error.kind).toBe('timeout')
      expect(error.sentence).toBe(`${carrier.name} did not answer within 0.4 s. Try again in a minute.`)
    })

    it('waits for a slow answer', async () => {
      await stage.spoil('slow')
      const sim = await stage.connect(outbound).readSim(stage.known.iccid)
      expect(sim.iccid).toBe(stage.known.iccid)
    })

    it.each<Fault>(['packed-gzip', 'packed-br', 'packed-deflate'])(
      'integration 9 that answers %s, unasked, is read',
      async (packed) => {
        await stage.spoil(packed)
        expect(await stage.connect(outbound).readSim(stage.known.iccid)).toMatchObject(stage.known.sim)
      },
    )

    it('whose port is closed is unreachable', async () => {
      const error = await failure(stage.connect(outbound, { closedPort: true }).readSim(stage.known.iccid))
      expect(error).toMatchObject({ kind: 'unreachable', sent: false })
    })

    it('that does not accept our credentials is asked once, and the administrator called for', async () => {
      const error = await failure(
        stage.connect(outbound, { wrongCredentials: true }).readSim(stage.known.iccid),
      )
      expect(error.kind).toBe('credentials')
      expect(error.sentence).toContain('tell the administrator')
      expect(
        outbound.settled
          .filter(({ outcome }) => outcome !== 'success')
          .every(({ attempts }) => attempts === 1),
      ).toBe(true)
    })

    it('ends its calls when the user goes away', async () => {
      const carrier = stage.connect(outbound)
      await stage.spoil('hang')
      await stage.transactionIds()
      const away = new AbortController()
      const read = carrier.readSim(stage.known.iccid, { signal: away.signal })
      const reason = new Error('the user left')
      read.catch(() => {})
      await untilAsked(stage)
      away.abort(reason)
      await expect(read).rejects.toBe(reason)
    })

    changeFacts(() => ({ stage, outbound }))
    answers(() => ({ stage, outbound }))
    usageFacts(() => ({ stage, outbound }), usage)
  })
}
