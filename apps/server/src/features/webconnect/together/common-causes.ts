import type { PopulationCell } from '../population.ts'
import type { Stop, StopCell } from '../stops.ts'
import { lnByChance, lnOrdinarily } from './chance.ts'

/** What panels that stop together may have in common, the nearest first: of two that tell the same, the nearer is meant. */
const shared = ['container', 'company', 'csr', 'carrier', 'sim-range'] as const
type SharedScope = (typeof shared)[number]

/** Members of one scope, and how many of them stopped together. */
interface Counted {
  scope: SharedScope | 'webconnect'
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
  own: Pick<Stop, 'container' | 'carrier' | 'iccid' | 'companyId' | 'receiver'> & { range: string }
  stops: readonly StopCell[]
  stopsOfCompany: readonly StopCell[]
  homes: readonly PopulationCell[]
  homesOfCompany: readonly PopulationCell[]
  /** How many panels stop in as long a time ordinarily, of all. */
  ordinary: number
}

/** Fewer together are no common cause, whatever chance says. */
const fewest = 3
/** Of fewer a share says nothing. */
const enough = 10
/** What chance gives once in so many times is not believed: ln of 1 in 100,000. */
const beyondChance = Math.log(1e-5)
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
  const causes: CommonCause[] = []
  let open = scopesOf(together.own)
  for (;;) {
    const outside = causes.map(({ scope }) => scope as SharedScope)
    const best = bestOf(open, outside, together)
    if (!best) break
    causes.push({ ...best, elsewhere: elsewhere(best, open, outside, together) })
    open = open.filter(({ scope }) => scope !== best.scope)
  }
  if (causes.length > 0) return causes
  const whole = asWhole(together)
  return whole ? [whole] : []
}

type OwnScope = Pick<Counted, 'id'> & { scope: SharedScope }

function scopesOf({ container, carrier, range, companyId, receiver }: Together['own']): OwnScope[] {
  const ids: Record<SharedScope, string> = {
    container,
    company: companyId === null ? '' : String(companyId),
    csr: receiver,
    carrier,
    'sim-range': range,
  }
  return shared.map((scope) => ({ scope, id: ids[scope] })).filter(({ id }) => id !== '')
}

type Figures = Pick<Counted, 'members' | 'stopped'>

/** Of the members of all these scopes that are in none of those. */
function count(within: readonly SharedScope[], without: readonly SharedScope[], together: Together): Figures {
  const { own, stops, stopsOfCompany, homes, homesOfCompany } = together
  const isIn = ({ container, carrier, range, receiver }: Omit<PopulationCell, 'panels'>, isOwn: boolean) => {
    const its: Record<SharedScope, boolean> = {
      container: container === own.container,
      company: isOwn,
      csr: receiver === own.receiver,
      carrier: carrier === own.carrier,
      'sim-range': range === own.range,
    }
    return within.every((scope) => its[scope]) && !without.some((scope) => its[scope])
  }
  /** All are counted with the company's: those are taken out, and counted apart. */
  const sum = <Cell extends PopulationCell | StopCell>(
    all: readonly Cell[],
    ofCompany: readonly Cell[],
    of: (cell: Cell) => number,
  ) => {
    const add = (cells: readonly Cell[], isOwn: boolean) =>
      cells.reduce((total, cell) => total + (isIn(cell, isOwn) ? of(cell) : 0), 0)
    return Math.max(0, add(all, false) - add(ofCompany, false) + add(ofCompany, true))
  }
  const stopped = sum(stops, stopsOfCompany, (cell) => cell.stopped)
  const members = sum(homes, homesOfCompany, ({ panels }) => panels)
  // What was counted a while ago may be less than what stopped since.
  return { members: Math.max(members, stopped), stopped }
}

interface Standing extends Figures, OwnScope {
  ordinary: number
  lnChance: number
}

/** One of the panel's scopes, which is known to be the cause: its figures, and those of the others outside it. */
export function measured(
  { scope, id }: { scope: CommonCause['scope']; id: string },
  together: Together,
): CommonCause {
  if (scope === 'webconnect') {
    const all = count([], [], together)
    return { scope, id, ...all, ordinary: ordinaryOf(all, together), elsewhere: [] }
  }
  const own = count([scope], [], together)
  return {
    ...{ scope, id, ...own, ordinary: ordinaryOf(own, together) },
    elsewhere: elsewhere({ scope }, scopesOf(together.own), [], together),
  }
}

/** The scope that stands out most, among those who are in none of `outside`. */
function bestOf(open: readonly OwnScope[], outside: readonly SharedScope[], together: Together) {
  const all = count([], outside, together)
  const standing = open.flatMap((ownScope): Standing[] => {
    const own = count([ownScope.scope], outside, together)
    const others = { members: all.members - own.members, stopped: all.stopped - own.stopped }
    const ordinary = ordinaryOf(own, together)
    const lnChance = lnByChance(own.stopped, own.members, all.stopped, all.members)
    const stands =
      own.stopped >= fewest &&
      others.members > 0 &&
      lnChance < beyondChance &&
      lnOrdinarily(own.stopped, ordinary) < beyondChance &&
      own.stopped / own.members >= (timesOutside * others.stopped) / others.members
    return stands ? [{ ...ownScope, ...own, ordinary, lnChance }] : []
  })
  const [first, ...rest] = standing
  if (!first) return undefined
  const { lnChance: _, ...best } = rest.reduce(
    (nearer, wider) => (wider.lnChance < nearer.lnChance - clearly ? wider : nearer),
    first,
  )
  return best
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
  const isAlike = scopesOf(together.own).every(({ scope }) => {
    const { members, stopped } = count([scope], [], together)
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
  best: Pick<Counted, 'scope'>,
  open: readonly OwnScope[],
  outside: readonly SharedScope[],
  together: Together,
): Counted[] {
  const without = [...outside, best.scope as SharedScope]
  return [
    ...open
      .filter(({ scope }) => scope !== best.scope)
      .map(({ scope, id }): Counted => ({ scope, id, ...count([scope], without, together) })),
    { scope: 'webconnect', id: '', ...count([], without, together) },
  ]
}
