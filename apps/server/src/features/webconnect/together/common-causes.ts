import type { OutageScope } from '@support-console/contract'
import type { PopulationCell } from '../population.ts'
import type { StopCell } from '../stops.ts'
import { lnByChance, lnOrdinarily } from './chance.ts'
import { type Kind, scopeOf } from './outage.ts'

/** What panels that stop together may have in common, the nearest first: of two that tell the same, the nearer is meant. */
const shared = [
  'container',
  'sim-batch',
  'company',
  'csr',
  'firmware',
  'network-model',
  'vpn-endpoint',
  'carrier',
  'sim-range',
] as const satisfies readonly Kind[]
type SharedKind = (typeof shared)[number]
/** Whose members the cells do not name: they are counted apart, one of these at a time. */
export type CountedApart = Exclude<SharedKind, 'container' | 'csr' | 'carrier' | 'sim-range'>
const named: ReadonlySet<string> = new Set(['container', 'csr', 'carrier', 'sim-range'])

/** Members of one scope, and how many of them stopped together. */
interface Counted {
  scope: OutageScope
  /** As its source knows it: a container's name, a company's id, a carrier's code, how SIM IDs begin; empty: WebConnect. */
  id: string
  members: number
  stopped: number
}

/** A scope in which far more stopped together than ordinarily, and than outside it. */
export interface CommonCause extends Counted {
  /** How many of them stop in as long a time ordinarily. */
  ordinary: number
  /** The panel's other scopes outside this one, and all that is outside: what says that it is none of these. */
  elsewhere: readonly Counted[]
}

export interface Together {
  /** The panel's own scopes, by kind; empty: not known. */
  own: Readonly<Record<SharedKind, string>>
  stops: readonly StopCell[]
  homes: readonly PopulationCell[]
  /** Of the panel's own scopes that the cells do not name. */
  apart: Readonly<Partial<Record<CountedApart, Cells>>>
  /** How many panels stop in as long a time ordinarily, of all. */
  ordinary: number
}

export interface Cells {
  stops: readonly StopCell[]
  homes: readonly PopulationCell[]
}

/** Fewer together are no common cause, whatever chance says. */
const fewest = 3
/** Of fewer a share says nothing. */
const enough = 10
/** What chance gives once in so many times is not believed: ln of 1 in 100,000. */
export const beyondChance = Math.log(1e-5)
/** The share that stopped inside is at least so many times that outside: otherwise it is the wider scope. */
const timesOutside = 2
/** A panel stops at least once in so many days, as far as is assumed where little is known: the test's floor. */
export const stopsOnceInDays = 5
/** Of two scopes that tell nearly the same the nearer is meant: the wider must be less by chance a thousandfold. */
const clearly = Math.log(1e3)

/**
 * The scopes of a panel that explain that it stopped with others, the strongest first; a second one only where it stands out
 * among those outside the first. Fisher's exact test against those outside, Poisson's tail against ordinary times, both
 * below 1 in 100,000 (docs/findings.md).
 */
export function commonCausesIn(together: Together): CommonCause[] {
  const causes: (CommonCause & { kind: SharedKind })[] = []
  let open = kindsOf(together)
  for (;;) {
    const outside = causes.map(({ kind }) => kind)
    const best = bestOf(open, outside, together)
    if (!best) break
    causes.push({ ...best, elsewhere: elsewhere(best.kind, open, outside, together) })
    // Of who is in two that are counted apart nothing is known.
    open = open.filter((kind) => kind !== best.kind && (named.has(kind) || named.has(best.kind)))
  }
  if (causes.length > 0) return causes.map(({ kind: _, ...cause }) => cause)
  const whole = asWhole(together)
  return whole ? [whole] : []
}

const kindsOf = ({ own, apart }: Together): SharedKind[] =>
  shared.filter((kind) => own[kind] !== '' && (named.has(kind) || apart[kind as CountedApart] !== undefined))

type Figures = Pick<Counted, 'members' | 'stopped'>

/** Of the members of all these scopes that are in none of those. At most one of them all is counted apart. */
function count(within: readonly SharedKind[], without: readonly SharedKind[], together: Together): Figures {
  const { own, stops, homes } = together
  const isIn = ({ container, carrier, range, receiver }: Omit<PopulationCell, 'panels'>, isOwn: boolean) => {
    const its: Partial<Record<SharedKind, boolean>> = {
      container: container === own.container,
      csr: receiver === own.csr,
      carrier: carrier === own.carrier,
      'sim-range': range === own['sim-range'],
    }
    return within.every((kind) => its[kind] ?? isOwn) && !without.some((kind) => its[kind] ?? isOwn)
  }
  const apart = [...within, ...without].find((kind) => !named.has(kind)) as CountedApart | undefined
  const cells = apart && together.apart[apart]
  /** All are counted with those apart: these are taken out, and counted by themselves. */
  const sum = <Cell extends PopulationCell | StopCell>(
    all: readonly Cell[],
    ofApart: readonly Cell[],
    of: (cell: Cell) => number,
  ) => {
    const add = (cells: readonly Cell[], isOwn: boolean) =>
      cells.reduce((total, cell) => total + (isIn(cell, isOwn) ? of(cell) : 0), 0)
    return Math.max(0, add(all, false) - add(ofApart, false) + add(ofApart, true))
  }
  const stopped = sum(stops, cells?.stops ?? [], (cell) => cell.stopped)
  const members = sum(homes, cells?.homes ?? [], ({ panels }) => panels)
  // What was counted a while ago may be less than what stopped since.
  return { members: Math.max(members, stopped), stopped }
}

interface Standing extends Figures {
  kind: SharedKind
  id: string
  ordinary: number
  lnChance: number
}

/** One of the panel's scopes, which is known to be the cause: its figures, and those of the others outside it. */
export function measured({ scope, id }: { scope: OutageScope; id: string }, together: Together): CommonCause {
  const kinds = kindsOf(together)
  const kind = kinds.find((kind) => scopeOf(kind) === scope && together.own[kind] === id)
  const own = count(kind ? [kind] : [], [], together)
  return {
    ...{ scope, id, ...own, ordinary: ordinaryOf(own, together) },
    elsewhere: kind ? elsewhere(kind, kinds, [], together) : [],
  }
}

/** The scope that stands out most, among those who are in none of `outside`. */
function bestOf(open: readonly SharedKind[], outside: readonly SharedKind[], together: Together) {
  const all = count([], outside, together)
  const standing = open.flatMap((kind): Standing[] => {
    const own = count([kind], outside, together)
    const others = { members: all.members - own.members, stopped: all.stopped - own.stopped }
    const ordinary = ordinaryOf(own, together)
    const lnChance = lnByChance(own.stopped, own.members, all.stopped, all.members)
    const stands =
      own.stopped >= fewest &&
      others.members > 0 &&
      lnChance < beyondChance &&
      lnOrdinarily(own.stopped, ordinary) < beyondChance &&
      own.stopped / own.members >= (timesOutside * others.stopped) / others.members
    return stands ? [{ kind, id: together.own[kind], ...own, ordinary, lnChance }] : []
  })
  const [first, ...rest] = standing
  if (!first) return undefined
  const { lnChance: _, ...best } = rest.reduce(
    (nearer, wider) => (wider.lnChance < nearer.lnChance - clearly ? wider : nearer),
    first,
  )
  return { ...best, scope: scopeOf(best.kind) }
}

const ordinaryOf = ({ members }: Figures, together: Together): number => {
  const all = count([], [], together).members
  return all === 0 ? together.ordinary : (together.ordinary * members) / all
}

/** Many everywhere: WebConnect as a whole, or its only container. */
function asWhole(together: Together): CommonCause | undefined {
  const all = count([], [], together)
  const ordinary = ordinaryOf(all, together)
  const isMany = all.stopped >= fewest && all.stopped * 10 >= all.members
  // What stopped others, and hardly anyone of the panel's own kind, did not stop the panel.
  const isAlike = kindsOf(together).every((kind) => {
    const { members, stopped } = count([kind], [], together)
    return members < enough || stopped / members >= all.stopped / all.members / timesOutside
  })
  if (!isMany || !isAlike || lnOrdinarily(all.stopped, ordinary) >= beyondChance) return undefined
  const containers = new Set([...together.homes, ...together.stops].map(({ container }) => container))
  const isOnly = containers.size === 1
  return {
    scope: isOnly ? 'container' : 'webconnect',
    id: isOnly ? together.own.container : '',
    ...all,
    ordinary,
    elsewhere: [],
  }
}

/** How the panel's other scopes fare outside this one. */
function elsewhere(
  best: SharedKind,
  open: readonly SharedKind[],
  outside: readonly SharedKind[],
  together: Together,
): Counted[] {
  const without = [...outside, best]
  const isApart = without.some((kind) => !named.has(kind))
  const all = { scope: 'webconnect' as const, id: '', ...count([], without, together) }
  return [
    ...open
      .filter((kind) => kind !== best && (named.has(kind) || !isApart) && told.has(kind))
      .map(
        (kind): Counted => ({
          ...{ scope: scopeOf(kind), id: together.own[kind] },
          ...count([kind], without, together),
        }),
      ),
    all,
  ]
}
/** The others are told only where they are the cause: else each page had a long list of what it is not. */
const told: ReadonlySet<string> = new Set(['container', 'company', 'csr', 'carrier', 'sim-range'])
