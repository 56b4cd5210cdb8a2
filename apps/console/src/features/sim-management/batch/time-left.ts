import type { BatchRow } from '@support-console/contract'

/** Rows that an estimate looks back at, and the fewest that it needs (design, progress bar). */
const lookBack = 10
const fewest = 3

const openStates: readonly BatchRow['state'][] = ['ready', 'asking', 'waiting', 'settling']

/** Whether a row still has to come to an end. */
const isOpen = (row: Pick<BatchRow, 'state'>): boolean => openStates.includes(row.state)

/**
 * Seconds until the last row of a batch is done; undefined before three rows are. Carriers work side by side (D5), so
 * each is estimated by its own last ten rows, and the slowest decides; one with fewer than three rows by the rows of all.
 * How long a lost answer stays unclear, no pace tells.
 */
export function secondsLeft(rows: readonly BatchRow[]): number | undefined {
  const done = rows.filter((row) => row.askedAt !== null && row.settledAt !== null)
  const overall = pace(done)
  if (overall === undefined) return undefined
  const open = rows.filter(isOpen)
  if (open.some(({ state }) => state === 'settling')) return undefined
  const carriers = new Set(open.map((row) => row.vendorCode))
  let longest = 0
  for (const carrier of carriers) {
    const of = (row: BatchRow) => row.vendorCode === carrier
    const [left, behind] = [open.filter(of).length, done.filter(of)]
    const own = pace(behind)
    // Another carrier's pace says little of this one's: only the few rows of a small share go by it.
    if (own === undefined && left + behind.length >= fewest) return undefined
    longest = Math.max(longest, left * (own ?? overall))
  }
  return longest
}

/** Seconds from one row's end to the next one's, over the last ten. */
function pace(done: readonly BatchRow[]): number | undefined {
  if (done.length < fewest) return undefined
  const ends = done.map((row) => Date.parse(row.settledAt ?? '')).sort((one, other) => one - other)
  const last = ends.slice(-lookBack)
  const [first = 0, end = 0] = [last[0], last.at(-1)]
  return (end - first) / 1000 / (last.length - 1)
}
