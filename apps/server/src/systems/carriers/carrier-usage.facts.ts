import { describe, expect, it } from 'vitest'
import type { NeighbourErrorKind } from '../../platform/outbound/index.ts'
import type { TestOutbound } from '../../testing/test-outbound.ts'
import { sample } from './answers-stage.ts'
import type { CallOptions, CarrierUsage } from './carrier.ts'
import { type CarrierStage, type Fault, secrets, untilAsked } from './carrier-stage.ts'
import { daysIn } from './usage.ts'

/** How a carrier tells usage: by which request, and what it says there in its guide's words. */
export interface UsageWords {
  operation: string
  sample: string
  /** The ICCID that the sample names. */
  iccid: string
}

type Now = () => { stage: CarrierStage; outbound: TestOutbound }

/** What must hold where a carrier is asked what a SIM used, of every carrier (D51). */
export function usageFacts(now: Now, words: UsageWords | null): void {
  if (words === null) {
    it('D51 does not tell usage', () => {
      const { stage, outbound } = now()
      expect(stage.connect(outbound).readUsage).toBeUndefined()
    })
    return
  }

  const read = (
    iccid = now().stage.known.iccid,
    options: Parameters<CarrierStage['connect']>[1] & CallOptions = {},
  ): Promise<CarrierUsage> => {
    const { readUsage } = now().stage.connect(now().outbound, options)
    if (!readUsage) throw new Error('it tells no usage')
    return readUsage(iccid, options)
  }
  const say = (change: (text: string) => string) =>
    now().stage.answer({
      operation: words.operation,
      body: change(sample(words.sample).replaceAll(words.iccid, now().stage.known.iccid)),
    })
  const failure = async (reading: Promise<unknown>) => {
    const error = await reading.then(
      () => 'succeeded',
      (thrown: { kind: NeighbourErrorKind; sentence: string }) => thrown,
    )
    for (const secret of secrets) expect(JSON.stringify(error)).not.toContain(secret)
    return error
  }

  describe('D51 asked what a SIM used', () => {
    it('tells a period of about a month, what was used in it, and each day that it tells within it', async () => {
      const usage = await read()
      expect(daysIn(usage)).toBeGreaterThanOrEqual(28)
      expect(daysIn(usage)).toBeLessThanOrEqual(31)
      expect(usage.usedBytes).toBeGreaterThanOrEqual(0)
      expect([0, daysIn(usage)]).toContain(usage.days.length)
      const told = usage.days.filter((bytes) => bytes !== null)
      expect(told).toEqual(told.toSorted((a, b) => a - b))
      if (told.length > 0) expect(told.at(-1)).toBe(usage.usedBytes)
    })

    it('says not-found of a SIM that it does not know', async () => {
      expect(await failure(read(now().stage.unknownIccid))).toMatchObject({ kind: 'not-found' })
    })

    it('sends the transaction id with every request', async () => {
      await now().stage.transactionIds()
      await read()
      expect(new Set(await now().stage.transactionIds())).toEqual(new Set([now().outbound.transactionId]))
    })

    it.each<[Fault, NeighbourErrorKind]>([
      ['refuse', 'unreachable'],
      ['cut', 'unreachable'],
      ['500', 'server-error'],
      ['garbage-half-json', 'malformed'],
    ])(
      'that meets %s fails as %s, asked more than once, and works again when it is over',
      async (fault, kind) => {
        await now().stage.spoil(fault)
        expect(await failure(read())).toMatchObject({ kind, sentence: expect.stringMatching(/Try again/) })
        expect(now().outbound.settled.at(-1)?.attempts).toBeGreaterThan(1)
        await now().stage.heal()
        expect((await read()).usedBytes).toBeGreaterThanOrEqual(0)
      },
    )

    it('that hangs is given up after its time', async () => {
      await now().stage.spoil('hang')
      await now().stage.transactionIds()
      const failing = failure(read(undefined, { answerWithinMs: 400 }))
      await untilAsked(now().stage)
      await now().outbound.clock.advance(400)
      expect(await failing).toMatchObject({ kind: 'timeout' })
    })

    it('that does not accept our credentials is a fault for the administrator', async () => {
      expect(await failure(read(undefined, { wrongCredentials: true }))).toMatchObject({
        kind: 'credentials',
      })
    })

    it.each([
      ['below zero', '-1'],
      ['as a text', '"12"'],
      ['beyond all reason', '1e300'],
    ])('refuses bytes %s', async (_how, number) => {
      await say((text) =>
        text.replace(/("(?:dataUsage|bytesUsed|total_bytes_transferred)": )\d+/, `$1${number}`),
      )
      expect(await failure(read())).toMatchObject({
        kind: 'malformed',
        sentence: expect.stringContaining('sent an answer that the console cannot read'),
      })
    })

    it('ends its calls when the user goes away', async () => {
      await now().stage.spoil('hang')
      await now().stage.transactionIds()
      const away = new AbortController()
      const reading = read(undefined, { signal: away.signal })
      const reason = new Error('the user left')
      reading.catch(() => {})
      await untilAsked(now().stage)
      away.abort(reason)
      await expect(reading).rejects.toBe(reason)
    })
  })
}

export const attUsageWords: UsageWords = {
  operation: '/usageInZone',
  sample: 'att/usage-in-zone.json',
  iccid: '89011700000000001234',
}
export const verizonUsageWords: UsageWords = {
  operation: '/usage/actions/list',
  sample: 'verizon/usage-history.json',
  // It names none.
  iccid: 'none',
}
export const aerisUsageWords: UsageWords = {
  operation: '/subscription/detail/monthly',
  sample: 'aeris/usage-monthly.json',
  iccid: '8932300000000000011',
}
