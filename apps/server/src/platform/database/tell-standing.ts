import type { Alarm, Clock } from '../clock.ts'
import type { Logger } from '../logging/logger.ts'
import type { Database } from './opened.ts'

const lookEvery = 1_000
/** Between two lines of the log while the database is away. */
const tellEvery = 60_000

/** Says in the log that no server of the database takes writes, which hosts said what, and when one does again. */
export function tellStanding({ database, clock, log }: { database: Database; clock: Clock; log: Logger }) {
  let alarm: Alarm | undefined
  let toldAt: number | undefined

  function look(): void {
    const { answers, says, since } = database.standing?.() ?? { answers: true, says: '', since: 0 }
    const isDue = toldAt === undefined || clock.elapsed() - toldAt >= tellEvery
    if (!answers && isDue) {
      toldAt = clock.elapsed()
      const seconds = Math.round((toldAt - since) / 1_000)
      log.error({ awaySeconds: seconds }, `the database takes no writes: ${says}`)
    } else if (answers && toldAt !== undefined) {
      toldAt = undefined
      log.info(`the database is back: ${says}`)
    }
    alarm = clock.after(lookEvery, look)
  }

  return {
    start: (): void => (database.standing ? look() : undefined),
    close: (): void => alarm?.stop(),
  }
}
