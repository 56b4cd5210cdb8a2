import type { Diagnosis, FindingCode, HopKind, HopState } from '@support-console/contract'

/** What the page says of the panel, by the one verdict of the diagnosis; its words are in `words.ts`. */
export interface Told {
  status: Status
  /** Null: not known. */
  since: string | null
  /** It was so at `since`, and may have been so before. */
  isSinceSeen: boolean
  /** When the panel was last heard; null: not known. */
  heardAt: string | null
  /** When our receiver was last asked; null: not known. */
  askedAt: string | null
  hops: Record<Place, PlaceState>
  advice: Advice
  /** What gave no answer could change it. */
  isIncomplete: boolean
}

export const statuses = ['reports', 'silent', 'one-way', 'unsteady', 'unknown', 'asking'] as const
export type Status = (typeof statuses)[number]
export const places = ['panel', 'network', 'receiver'] as const
export type Place = (typeof places)[number]
export type PlaceState = 'works' | 'fault' | 'no-signal' | 'unknown' | 'asking'

/**
 * What to do at the box. `none`: it reports. `basics`: power, antenna, patience. `ours`: the cause is not at the box. `support`: people of
 * ours must change something. `sim`: look at the SIM card. `looking`: nothing better is known.
 */
export type Advice = 'none' | 'basics' | 'ours' | 'support' | 'sim' | 'looking' | 'asking'

/** Every finding has its advice: without a line here a new one does not compile. */
export const adviceOf: Readonly<Record<FindingCode, Advice>> = {
  'common-cause': 'ours',
  'panel-unknown': 'support',
  'panel-company': 'support',
  'company-switches': 'support',
  'panel-services': 'support',
  'panel-environment': 'support',
  'panel-management': 'support',
  'container-down': 'ours',
  'container-clock': 'ours',
  'container-silent': 'ours',
  'receiver-down': 'ours',
  'receiver-deployed': 'ours',
  'recent-change': 'support',
  'panel-nightly': 'looking',
  'panel-without-sim': 'support',
  'panel-other-sim': 'sim',
  'sim-unknown': 'support',
  'sim-listed-twice': 'support',
  'sim-company': 'support',
  'sim-unusable': 'support',
  'sim-deactivation': 'support',
  'carrier-trouble': 'ours',
  'sim-not-active': 'support',
  'sim-state-differs': 'support',
  'sim-imei': 'sim',
  'sim-network-model': 'support',
  'sim-vpn-account': 'support',
  'sim-address': 'support',
  'sim-carrier-not-used': 'support',
  'sim-usage': 'support',
  'sim-offline': 'basics',
}

const placeOf: Readonly<Record<HopKind, Place | null>> = {
  panel: 'panel',
  sim: 'network',
  carrier: 'network',
  session: 'network',
  vpn: 'network',
  container: 'receiver',
  receiver: 'receiver',
  portal: null,
}

const statusOf = ({ symptom, state }: Diagnosis['verdict']): Status => {
  switch (symptom) {
    case 'reporting':
      return 'reports'
    case 'not-connected':
    case 'silent':
      return 'silent'
    case 'one-way':
    case 'refused':
      return 'one-way'
    case 'flapping':
      return 'unsteady'
    default:
      return state === 'so-far' ? 'asking' : 'unknown'
  }
}

/** Nothing has been heard from the diagnosis yet (`asking`), or for too long. */
export const nothingKnown = (status: 'asking' | 'unknown'): Told => ({
  status,
  since: null,
  isSinceSeen: false,
  heardAt: null,
  askedAt: null,
  hops: { panel: status, network: status, receiver: status },
  advice: status === 'asking' ? 'asking' : 'looking',
  isIncomplete: false,
})

export function toldOf({ verdict, way }: Diagnosis): Told {
  const status = statusOf(verdict)
  const evidence = (what: string) => verdict.evidence.find((each) => each.what === what)?.at ?? null
  const since = verdict.since?.at ?? (status === 'reports' ? evidence('Session') : null)
  const statesAt = (place: Place) =>
    way.filter(({ kind }) => placeOf[kind] === place).map(({ state }) => state)
  return {
    status,
    since,
    isSinceSeen: verdict.since?.known === 'seen',
    heardAt: evidence('Last received'),
    askedAt: way.find(({ kind }) => kind === 'panel')?.at ?? null,
    hops: {
      panel: panelState[status],
      network: placeState(statesAt('network'), status),
      receiver: placeState(statesAt('receiver'), status),
    },
    advice: sayAdvice(verdict, status),
    isIncomplete: verdict.failed.length > 0,
  }
}

const panelState: Readonly<Record<Status, PlaceState>> = {
  reports: 'works',
  silent: 'no-signal',
  'one-way': 'fault',
  unsteady: 'fault',
  unknown: 'unknown',
  asking: 'asking',
}

/** A signal that arrives has passed every place; without one each must have been seen working. */
function placeState(states: readonly HopState[], status: Status): PlaceState {
  if (states.some((state) => state === 'cause' || state === 'broken')) return 'fault'
  if (status === 'reports') return 'works'
  if (states.includes('asking')) return 'asking'
  return states.length > 0 && states.every((state) => state === 'works' || state === 'amiss')
    ? 'works'
    : 'unknown'
}

function sayAdvice({ causes, state }: Diagnosis['verdict'], status: Status): Advice {
  const [first] = causes
  if (status === 'asking') return 'asking'
  if (first) return adviceOf[first.code]
  if (status === 'reports') return 'none'
  if (status === 'unknown') return 'looking'
  return state === 'so-far' ? 'asking' : 'basics'
}
