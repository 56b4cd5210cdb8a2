import { isTimeZone, localOf } from './disablings.words.ts'

/** A release in waves (D61): no schemas, so that the console can carry it. */

export const sizesBy = ['number', 'share'] as const
export type SizesBy = (typeof sizesBy)[number]
export const waveOrders = ['fewest-first', 'most-first', 'by-name'] as const
export type WaveOrder = (typeof waveOrders)[number]

export const mostWaves = 20
export const mostWaveServers = 500
export const longestPause = 24 * 60

/** Panels count as back from this share of those that reported at the order on, in per cent. */
export const shareBack = 95
/** Fewer panels than this say nothing as a share: a person decides. Also the smallest control group. */
export const fewestPanels = 20
/** What chance gives once in so many times is no chance. */
export const chanceOnceIn = 1000
/** So many minutes after the last count is due it is waited for no longer. */
export const waitsAfterCount = 10

/** Where a server of a plan stands; `left`: not returned, and why. */
export const waveServerStates = [
  'waiting',
  'aside',
  'deploying',
  'watching',
  'passed',
  'failed',
  'undecided',
  'returning',
  'returned',
  'left',
] as const
export type WaveServerState = (typeof waveServerStates)[number]

/** A piece of evidence of the gate. `missing` never counts as well. */
export const evidenceParts = ['deployment', 'statuses', 'panels', 'control', 'troubles'] as const
export const evidenceFindings = ['well', 'wrong', 'missing', 'open'] as const

/** Hours of each day in a zone; until a time before its beginning: over midnight. */
interface WaveHours {
  from: string
  to: string
  timeZone: string
}

interface WaveSizes {
  /** What they leave forms a last wave. */
  waves: readonly number[]
  wavesBy: SizesBy
}

/** How many servers each wave has; 0: it would be empty. */
export function sizesOf({ waves, wavesBy }: WaveSizes, servers: number): number[] {
  let shares = 0
  let taken = 0
  const sizes = waves.map((size) => {
    shares += size
    const until = wavesBy === 'number' ? taken + size : Math.ceil((shares * servers) / 100)
    const count = Math.max(0, Math.min(until, servers) - taken)
    taken += count
    return count
  })
  return taken < servers ? [...sizes, servers - taken] : sizes
}

/** How many panels may be off the air at once, of all that report here. */
export const budgetOf = (
  { budget, budgetBy }: { budget: number; budgetBy: SizesBy },
  allPanels: number,
): number => (budgetBy === 'number' ? budget : Math.floor((budget * allPanels) / 100))

const isClock = (clock: string) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(clock)

/** Whether an instant is within these hours. */
export function isWithinHours({ from, to, timeZone }: WaveHours, now: Date): boolean {
  const clock = localOf(now, timeZone).slice(11, 16)
  return from < to ? clock >= from && clock < to : clock >= from || clock < to
}

function complaintAboutHours({ from, to, timeZone }: WaveHours): string | undefined {
  if (!isTimeZone(timeZone)) return 'need a time zone like America/Toronto'
  if (!isClock(from) || !isClock(to)) return 'must be times of the day, such as 22:00'
  return from === to ? `begin and end at ${from}, so they never open` : undefined
}

interface WavePlanFacts extends WaveSizes {
  budget: number
  budgetBy: SizesBy
  hours: WaveHours | null
  errorsAllowed: number
}

/** As far as its panels are known. */
interface PlannedServer {
  server: string
  panels: number | null
}

/** Why a plan can never begin, at its field; undefined: it can. */
export function complaintAboutWaves(
  plan: WavePlanFacts,
  servers: readonly PlannedServer[],
  allPanels: number,
): { field: 'waves' | 'budget' | 'hours' | 'errorsAllowed'; message: string } | undefined {
  const { waves, wavesBy, hours, errorsAllowed } = plan
  const sum = waves.reduce((all, size) => all + size, 0)
  if (wavesBy === 'share' && sum > 100)
    return { field: 'waves', message: `must be at most 100 % together, not ${sum} %` }
  if (wavesBy === 'number' && sum > servers.length)
    return {
      field: 'waves',
      message: `take ${sum} servers, but only ${servers.length} ${servers.length === 1 ? 'is' : 'are'} chosen`,
    }
  const empty = sizesOf(plan, servers.length).indexOf(0)
  if (empty !== -1) return { field: 'waves', message: `wave ${empty + 1} would have no server` }
  const ofHours = hours && complaintAboutHours(hours)
  if (ofHours) return { field: 'hours', message: ofHours }
  if (plan.budgetBy === 'share' && plan.budget > 100)
    return { field: 'budget', message: 'must be at most 100 %' }
  const budget = budgetOf(plan, allPanels)
  if (budget < 1)
    return {
      field: 'budget',
      message:
        plan.budgetBy === 'share' && plan.budget >= 1
          ? `is less than one panel: ${plan.budget} % of ${allPanels}`
          : 'must be at least 1 panel',
    }
  const tooLarge = servers.find(({ panels }) => panels !== null && panels > budget)
  if (tooLarge)
    return {
      field: 'budget',
      message: `is too small: ${tooLarge.server} alone has ${tooLarge.panels} panels, the budget is ${budget}`,
    }
  if (errorsAllowed >= servers.length)
    return { field: 'errorsAllowed', message: 'must be fewer than the servers' }
  return undefined
}
