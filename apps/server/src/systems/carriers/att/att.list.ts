import type { CallOptions, SimList } from '../carrier.ts'
import type { AttClient } from './att.client.ts'
import { attStatus } from './att.mapping.ts'

/** No account is older. */
const oldest = Date.UTC(2012, 0, 1)
/** The longest time that may be asked for. */
const longestMs = 365 * 86_400_000

interface Cursor {
  /** What is asked for now; `end`: all that is asked for. In milliseconds. */
  since: number
  till: number
  end: number
  page: number
}

/**
 * AT&T's list of what has changed, the oldest change first, in times of a year at most. Each time ends when the list was begun: what
 * changes meanwhile is told by the next one. It tells neither the IMEI nor when a SIM changed.
 */
export function attList(
  client: Pick<AttClient, 'changes'>,
  inLine: <T>(options: CallOptions, work: () => Promise<T>) => Promise<T>,
): SimList {
  const from = (since: number, end: number): Cursor => ({
    since,
    till: Math.min(since + longestMs, end),
    end,
    page: 1,
  })
  return {
    isWhole: false,
    tellsChanges: true,
    first: (since, now) => JSON.stringify(from(since?.getTime() ?? oldest, now.getTime())),
    async page(cursor, options = {}) {
      const at = JSON.parse(cursor) as Cursor
      const [since, till] = [at.since, at.till].map(attInstant) as [string, string]
      const { devices, lastPage } = await inLine(options, () =>
        client.changes({ since, till, page: at.page }, options),
      )
      const next = lastPage ? (at.till < at.end ? from(at.till, at.end) : null) : { ...at, page: at.page + 1 }
      return {
        sims: devices.map(({ iccid, status }) => ({
          iccid,
          deviceStatus: attStatus(status),
          rawStatus: status ?? '',
        })),
        next: next && JSON.stringify(next),
      }
    },
  }
}

/** Control Center reads an offset, no 'Z'. */
const attInstant = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}+00:00`
