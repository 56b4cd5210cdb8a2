import { createHeadWitness } from './audit/chain-head.ts'
import { makeMonths, purgeClaims } from './audit/upkeep.ts'
import type { Alarm } from './clock.ts'
import { purgeCalls } from './http/call-once.ts'
import { enterCountedRefusals } from './http/refused-calls.ts'
import type { Platform } from './platform.ts'
import { type EndedSignOns, purgeEndedSignOns } from './sign-on/ended-sign-ons.ts'

const second = 1000
const minute = 60 * second

/** What the server does beside answering: ended sign-ons, the audit chain's head, tidying (`purges`: the features'). */
export function startMaintenance(
  platform: Platform,
  endedSignOns: EndedSignOns,
  purges: readonly ((db: Platform['db']) => Promise<void>)[] = [],
): { stop: () => Promise<void> } {
  const { db, log, clock } = platform
  const witness = createHeadWitness(platform)
  const alarms = [
    repeat(2 * second, 'refresh ended sign-ons', () => endedSignOns.refresh()),
    repeat(50 * second, 'write the audit head', witness),
    repeat(10 * second, 'enter refused calls', () => enterCountedRefusals(db)),
    repeat(60 * minute, 'make the months of the audit trail', () => makeMonths(db)),
    repeat(60 * minute, 'purge', async () => {
      await purgeCalls(db)
      await purgeEndedSignOns(db)
      await purgeClaims(db)
      for (const purge of purges) await purge(db)
    }),
  ]

  /** Waits after each run, so that a slow database never has two of them. */
  function repeat(pause: number, what: string, work: () => Promise<void>) {
    let alarm: Alarm
    const run = () =>
      work()
        .catch((error: unknown) => log.error({ err: error }, `maintenance failed: ${what}`))
        .finally(() => {
          alarm = clock.after(pause, run)
        })
    alarm = clock.after(pause, run)
    return () => alarm.stop()
  }

  return {
    async stop() {
      for (const stop of alarms) stop()
      await witness().catch((error: unknown) => log.error({ err: error }, 'the audit head cannot be written'))
    },
  }
}
