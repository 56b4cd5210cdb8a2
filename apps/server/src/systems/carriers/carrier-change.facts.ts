import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TestOutbound } from '../../testing/test-outbound.ts'
import type { Carrier, ChangeOutcome } from './carrier.ts'
import { type CarrierStage, type Fault, secrets, untilAsked } from './carrier-stage.ts'

const patiently = { timeout: 60_000 }

/** What must hold when a carrier is asked to change a SIM, of every carrier (D5). */
export function changeFacts(now: () => { stage: CarrierStage; outbound: TestOutbound }): void {
  const deactivate = async (carrier: Carrier, iccid: string): Promise<ChangeOutcome> => {
    const outcome = await carrier.deactivate(iccid, { reference: randomUUID() })
    for (const secret of secrets) expect(JSON.stringify(outcome)).not.toContain(secret)
    return outcome
  }
  const stateOf = async (carrier: Carrier, iccid: string) => (await carrier.readSim(iccid)).deviceStatus
  /** Waits for the result of a request that was only accepted. */
  const expectDone = async (carrier: Carrier, outcome: ChangeOutcome) => {
    if (outcome.outcome !== 'accepted') return expect(outcome).toEqual({ outcome: 'done' })
    const { requestState } = carrier
    if (!requestState) throw new Error('accepted, but no one can say what became of it')
    await expect.poll(() => requestState(outcome.requestId), patiently).toEqual({ state: 'done' })
  }

  describe('D5 asked to deactivate', () => {
    it('does it for one request, and a read says so', async () => {
      const { stage, outbound } = now()
      const iccid = await stage.activeIccid()
      const carrier = stage.connect(outbound)
      const before = await stage.deactivations(iccid)
      expect(carrier.rules.deactivated).not.toContain(await stateOf(carrier, iccid))
      await expectDone(carrier, await deactivate(carrier, iccid))
      expect(await stateOf(carrier, iccid)).toBe('Deactivated')
      expect((await stage.deactivations(iccid)) - before).toBe(1)
    })

    it('a SIM that is deactivated already: says so, or that it is done, and nothing changes', async () => {
      const { stage, outbound } = now()
      const iccid = await stage.activeIccid()
      const carrier = stage.connect(outbound)
      await expectDone(carrier, await deactivate(carrier, iccid))
      const again = await deactivate(carrier, iccid)
      if (again.outcome !== 'done')
        expect(again).toMatchObject({ outcome: 'refused', sentence: expect.stringContaining('refused') })
      expect(await stateOf(carrier, iccid)).toBe('Deactivated')
    })

    it('a SIM that it does not know: refused, after one request', async () => {
      const { stage, outbound } = now()
      const iccid = await stage.activeIccid()
      const carrier = stage.connect(outbound)
      await carrier.readSim(iccid)
      await stage.transactionIds()
      const sentence = `${carrier.name} does not know this SIM. Check the SIM ID.`
      expect(await deactivate(carrier, stage.unknownIccid)).toMatchObject({ outcome: 'refused', sentence })
      expect(await stage.transactionIds()).toEqual([outbound.transactionId])
    })

    it('a SIM that it refuses: its reason in a sentence, and the SIM stays as it is', async () => {
      const { stage, outbound } = now()
      const iccid = stage.refusingIccid ?? (await stage.activeIccid())
      const carrier = stage.connect(outbound)
      // Where no SIM is set apart for this, the carrier refuses one that is out of service.
      if (!stage.refusingIccid) await expectDone(carrier, await deactivate(carrier, iccid))
      const outcome = await deactivate(carrier, iccid)
      expect(outcome).toMatchObject({ outcome: 'refused', sentence: expect.stringMatching(/refused.*\.$/) })
    })

    it('whose answer is lost: unknown, and a read says that it was done', async () => {
      const { stage, outbound } = now()
      const iccid = await stage.activeIccid()
      const carrier = stage.connect(outbound)
      await carrier.readSim(iccid)
      await stage.transactionIds()
      const before = await stage.deactivations(iccid)
      await stage.spoil('cut')
      expect(await deactivate(carrier, iccid)).toEqual({
        outcome: 'unknown',
        sentence: `${carrier.name} broke off the connection before its answer was complete. It is not known yet whether the SIM was deactivated.`,
      })
      expect(await stage.transactionIds()).toHaveLength(1)
      expect((await stage.deactivations(iccid)) - before).toBe(1)
      await stage.heal()
      await expect.poll(() => stateOf(carrier, iccid), patiently).toBe('Deactivated')
    })

    it.each<Fault>(['refuse', '500', 'garbage-html', 'garbage-html-401', 'garbage-half-json', 'hang'])(
      'and met by %s: unknown after one request, and a read says that it was not done',
      async (fault) => {
        const { stage, outbound } = now()
        const iccid = await stage.activeIccid()
        const answerWithinMs = 20_000
        const carrier = stage.connect(outbound, { answerWithinMs })
        // It is signed in before.
        await carrier.readSim(iccid)
        await stage.transactionIds()
        await stage.spoil(fault)
        const changing = deactivate(carrier, iccid)
        const ids = await untilAsked(stage)
        if (fault === 'hang') await outbound.clock.advance(answerWithinMs)
        const outcome = await changing
        expect(outcome).toMatchObject({
          outcome: 'unknown',
          sentence: expect.stringMatching(
            new RegExp(`^${carrier.name} .*\\. It is not known yet whether the SIM was deactivated\\.$`),
          ),
        })
        expect(JSON.stringify(outcome)).not.toContain('Try again')
        expect([...ids, ...(await stage.transactionIds())]).toHaveLength(1)
        await stage.heal()
        expect(await stateOf(carrier, iccid)).toBe('Active')
      },
    )

    it('integration 10 and done, but answered by the sign-in page of something in between: unknown, and a read says that it was done', async () => {
      const { stage, outbound } = now()
      const iccid = await stage.activeIccid()
      const carrier = stage.connect(outbound)
      await carrier.readSim(iccid)
      await stage.transactionIds()
      const body = '<html><body><h1>Welcome</h1></body></html>'
      await stage.answer({ operation: '', status: 401, type: 'text/html', body, acts: true })
      expect(await deactivate(carrier, iccid)).toMatchObject({ outcome: 'unknown' })
      expect(await stage.transactionIds()).toHaveLength(1)
      await stage.heal()
      await expect.poll(() => stateOf(carrier, iccid), patiently).toBe('Deactivated')
    })

    it('and slow: is waited for', async () => {
      const { stage, outbound } = now()
      const iccid = await stage.activeIccid()
      const carrier = stage.connect(outbound)
      await stage.spoil('slow')
      await expectDone(carrier, await deactivate(carrier, iccid))
    })

    it('behind a closed port: not asked, and the same while it is left alone for that', async () => {
      const { stage, outbound } = now()
      const carrier = stage.connect(outbound, { closedPort: true })
      for (let i = 0; i < 5; i++) {
        expect(await deactivate(carrier, stage.known.iccid)).toEqual({
          outcome: 'not-asked',
          sentence: `${carrier.name} cannot be reached at the moment. Try again in a minute.`,
        })
      }
      const resting = await deactivate(carrier, stage.known.iccid)
      expect(resting).toMatchObject({
        outcome: 'not-asked',
        sentence: expect.stringContaining('waits a moment'),
      })
    })

    it('with credentials that it does not accept: refused, for the administrator', async () => {
      const { stage, outbound } = now()
      const iccid = await stage.activeIccid()
      const outcome = await deactivate(stage.connect(outbound, { wrongCredentials: true }), iccid)
      expect(outcome).toMatchObject({
        outcome: 'refused',
        sentence: expect.stringContaining('tell the administrator'),
      })
      expect(await stateOf(stage.connect(outbound), iccid)).toBe('Active')
    })

    it('and left by the caller: ends at once with their reason', async () => {
      const { stage, outbound } = now()
      const iccid = await stage.activeIccid()
      const carrier = stage.connect(outbound)
      await stage.spoil('hang')
      const away = new AbortController()
      await stage.transactionIds()
      const change = carrier.deactivate(iccid, { reference: randomUUID(), signal: away.signal })
      change.catch(() => {})
      await untilAsked(stage)
      const reason = new Error('the server is stopping')
      away.abort(reason)
      await expect(change).rejects.toBe(reason)
    })
  })
}
