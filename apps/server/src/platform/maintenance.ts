import { createAnchoring } from './audit/anchors.ts'
import { createHeadWitness } from './audit/chain-head.ts'
import { purgeClaims } from './audit/upkeep.ts'
import { makeMonths } from './database/months.ts'
import { purgeCalls } from './http/call-once.ts'
import { enterCountedRefusals } from './http/refused-calls.ts'
import type { Platform } from './platform.ts'
import { repeatedly } from './repeatedly.ts'
import { eachApart } from './side-by-side.ts'
import { type EndedSignOns, purgeEndedSignOns } from './sign-on/ended-sign-ons.ts'

const second = 1000
const minute = 60 * second

/** What the server does beside answering: ended sign-ons, the audit chain's head, tidying (`purges`: the features'). */
export function startMaintenance(
  platform: Platform,
  endedSignOns: EndedSignOns,
  purges: readonly ((db: Platform['db']) => Promise<void>)[] = [],
): { stop: () => Promise<void> } {
  const { db, log } = platform
  const witness = createHeadWitness(platform)
  const repeat = (pauseMs: number, what: string, work: () => Promise<void>) => {
    const repeated = repeatedly(platform, `maintenance: ${what}`, work, () => pauseMs)
    repeated.start(pauseMs)
    return repeated
  }
  const all = [
    repeat(2 * second, 'refresh ended sign-ons', () => endedSignOns.refresh()),
    repeat(50 * second, 'write the audit head', witness),
    repeat(10 * second, 'enter refused calls', () => enterCountedRefusals(db)),
    repeat(60 * minute, 'make the months', () => makeMonths(db)),
    ...(platform.config.worker === 'off'
      ? []
      : [
          repeat(60 * minute, 'purge', purge),
          repeat(5 * minute, 'have the audit head time-stamped', createAnchoring(platform)),
        ]),
  ]
  async function purge() {
    await eachApart(1, [purgeCalls, purgeEndedSignOns, purgeClaims, ...purges], (each) => each(db))
  }

  return {
    async stop() {
      await Promise.all(all.map((each) => each.close()))
      await witness().catch((error: unknown) => log.error({ err: error }, 'the audit head cannot be written'))
    },
  }
}
