import type {
  TimelineChange,
  TimelineKind,
  TimelineStep,
  TransactionThing,
  VendorCode,
} from '@support-console/contract'
import { carrierNames } from '@support-console/contract/carriers'
import { undertakingKinds } from '@support-console/contract/undertakings.words'
import { isOfServer } from './outcome.ts'

/** One line of what happened: an entry, all entries about one thing, or those about several things that ended alike. */
export interface Part {
  readonly key: string
  readonly kind: TimelineKind
  /** Of several things without the id of any. */
  readonly what: string
  /** As its last action ended; empty: it says nothing of that. */
  readonly state: string
  readonly detail: string
  /** What it set otherwise. */
  readonly changes: readonly TimelineChange[]
  /** Whose e-mail or which carrier; empty: the console's own doing. */
  readonly by: string
  /** Of several alike: their identifiers, in their order. */
  readonly ids: readonly string[]
  readonly ofSims: boolean
  /** From the transaction's beginning, in milliseconds. */
  readonly from: number
  readonly to: number
  /** All that it stands for, the oldest first. */
  readonly entries: readonly TimelineStep[]
}

type Told = Pick<TransactionThing, 'began' | 'entries' | 'sims' | 'work'>

/** States that say nothing, or that all is well. */
const fine = new Set(['', 'Intent', 'Success', 'Accepted'])

export const isError = ({ state }: Pick<Part, 'state'>): boolean => !fine.has(state)

/** What happened in a transaction, in the order in which each began (connected console, section 4). */
export function partsOf(transaction: Told): Part[] {
  const { entries, work } = transaction
  const log = work ? logOf(work) : []
  // What the browser said of it beforehand is said by the server's own entry.
  const told = entries.some(isOfServer) ? entries.filter(({ isClaim }) => !isClaim) : entries
  const steps = [...told, ...log].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const things = Map.groupBy(steps, ({ id, object }) => (isThing(object) ? object : `entry ${id}`))
  const parts = Array.from(things.values(), (of) => partOf(of, transaction))
  return inOne(parts).sort((one, other) => one.from - other.from)
}

/** What the work has written of itself. */
const logOf = ({ kind, log, name, thing }: NonNullable<Told['work']>): TimelineStep[] =>
  log.map(({ at, line }, place) => ({
    id: `${logLine}${place}`,
    at,
    kind: undertakingKinds[kind].timeline ?? 'action',
    what: line,
    from: null,
    to: null,
    detail: '',
    state: '',
    by: '',
    source: name,
    object: thing,
  }))
const logLine = 'log '

/** A batch is what is done, not what it is done to: its entries stand for themselves. */
const isThing = (object: string): boolean => object !== '' && !object.startsWith('batch ')

function partOf(steps: readonly TimelineStep[], { began, sims }: Told): Part {
  const [first] = steps as [TimelineStep]
  const said = steps.findLast(({ id, kind }) => kind !== 'sim-activity' && !id.startsWith(logLine)) ?? first
  const [kind = '', id = ''] = said.object.split(' ')
  const sim = kind === 'sim' ? sims.find(({ iccid }) => iccid === id) : undefined
  const times = [...steps.map(({ at }) => at), sim?.askedAt, sim?.settledAt].flatMap((at) =>
    at ? [Date.parse(at) - Date.parse(began)] : [],
  )
  const carrier = sim?.askedAt && sim.vendorCode ? carrierNames[sim.vendorCode] : ''
  const isActivity = said.kind === 'sim-activity'
  return {
    key: said.object && steps.length > 1 ? said.object : said.id,
    kind: carrier ? 'deactivation' : said.kind,
    what: said.what,
    state: isActivity && said.what === 'Error' ? 'Error' : said.state,
    // Of a batch its SIMs: each is told below.
    detail: said.object.startsWith('batch ') ? '' : said.detail,
    changes: said.changes ?? [],
    by: carrier || teller(said),
    ids: isThing(said.object) ? [id] : [],
    ofSims: kind === 'sim',
    from: Math.max(0, Math.min(...times)),
    to: Math.max(0, ...times),
    entries: steps,
  }
}

/** Whose doing it was, or who told of it. */
export const teller = ({ by, source }: Pick<TimelineStep, 'by' | 'source'>): string =>
  by || (carrierNames[source as VendorCode] ?? source)

/** Things to which the same was done with the same good end, in one line. */
function inOne(parts: readonly Part[]): Part[] {
  const alike = Map.groupBy(parts, (part) => {
    const isAlone = isError(part) || part.ids.length === 0 || part.changes.length > 0
    return isAlone ? part : [part.kind, withoutId(part), part.state, part.by].join('\n')
  })
  return Array.from(alike.values(), (of) => {
    const [first] = of as [Part]
    if (of.length === 1) return first
    return {
      ...first,
      key: `alike ${first.key}`,
      what: withoutId(first),
      detail: '',
      ids: of.flatMap(({ ids }) => ids),
      from: Math.min(...of.map(({ from }) => from)),
      to: Math.max(...of.map(({ to }) => to)),
      entries: of.flatMap(({ entries }) => entries),
    }
  })
}

const withoutId = ({ what, ids }: Part): string => what.replace(` ${ids[0]}`, '')
