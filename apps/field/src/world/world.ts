import type { Store } from '../store/store.ts'
import { type Observer, type Present, usual } from './present.ts'
import { type Drift, type FleetSettings, fleetSims, type SeededSim, type SimState, seedSims } from './sims.ts'

export type { SimState, Vendor } from './sims.ts'

/** A SIM as one system sees it now. */
export interface Sim extends Omit<SeededSim, 'natIp' | 'realIp'> {
  /** The address by which the device is reached; null when the SIM has none. */
  ipAddress: string | null
  natIp: string | null
  realIp: string | null
  /** When the present session began, and ended; null in both: never in session. */
  sessionStartedAt: Date | null
  sessionEndedAt: Date | null
  updatedAt: Date
  /** What its source says instead of a word for its state. */
  word?: string
  /** It is listed once in each of these. */
  listed?: readonly SimState[]
}

/** Its records where its source lists SIMs. */
export const recordsOf = (sim: Sim): Sim[] => sim.listed?.map((state) => ({ ...sim, state })) ?? [sim]

export interface World {
  /** The SIM as that system knows it, or undefined where it does not. */
  seenBy(observer: Observer, iccid: string): Sim | undefined
  /** The IMEI that the SIM was activated with. */
  firstImeiOf(iccid: string): string | undefined
  /** All ICCIDs of one vendor, in order. */
  iccidsOf(vendor: string): string[]
  /** The address of its session at its carrier; null: it has none. */
  addressOf(iccid: string): string | null | undefined
  /** How often a carrier has changed a SIM: a list that was kept is out of date then. */
  changes(): number
  /** What of the fleet is otherwise than one would expect. */
  drifts(): Drift[]
  /** The ICCID with a telephone number (digits, with or without country code). */
  iccidOf(msisdn: string): string | undefined
  /** A carrier changes the state of a SIM for good; a new number where one is given. */
  change(iccid: string, state: SimState, msisdn?: string): void
  /** The changes of one SIM, newest first. */
  history(iccid: string): { state: SimState; at: Date }[]
}

interface Change {
  state: SimState
  at: number
  msisdn: string | null
}

/** The demo world over a store: seeded facts with the changes laid on top, and over them what is present just now. */
export function openWorld(
  store: Store,
  present: Present = usual,
  fleetSettings: FleetSettings = { sims: 0, drift: 0, seed: 1, untold: 0 },
  onChange: (iccid: string, state: SimState, at: number) => void = () => {},
): World {
  store.define(`
    CREATE TABLE IF NOT EXISTS sim_changes (
      id INTEGER PRIMARY KEY, iccid TEXT NOT NULL, state TEXT NOT NULL, at INTEGER NOT NULL, msisdn TEXT
    ) STRICT;
    CREATE INDEX IF NOT EXISTS sim_changes_iccid ON sim_changes (iccid, id)`)
  const sims = seedSims()
  const fleet = fleetSims(fleetSettings)
  let changed = 0
  const hasChanged = new Set<string>()
  const firstStart = store.keep('first-start', present.now)
  for (const { iccid, state, at } of store.all<Change & { iccid: string }>(
    'SELECT * FROM sim_changes ORDER BY id',
  )) {
    hasChanged.add(iccid)
    onChange(iccid, state, at)
  }
  const lastChange = (iccid: string) =>
    store.get<Change>(
      'SELECT state, at, msisdn FROM sim_changes WHERE iccid = ? ORDER BY id DESC LIMIT 1',
      iccid,
    )
  const changes = (iccid: string) =>
    store.all<Change>('SELECT state, at, msisdn FROM sim_changes WHERE iccid = ? ORDER BY id DESC', iccid)
  const msisdnNow = (sim: SeededSim) =>
    changes(sim.iccid).find((change) => change.msisdn)?.msisdn ?? sim.msisdn

  const likeness = (iccid: string): SeededSim | undefined => {
    const other = sims.get(present.likeness(iccid) ?? '')
    return other && { ...other, iccid }
  }

  const usualAddresses = new Map<string, string>()

  const world: World = {
    seenBy(observer, iccid) {
      const told = present.sim(observer, iccid)
      const seeded = sims.get(iccid) ?? fleet.sim(iccid) ?? likeness(iccid)
      if (told === 'unknown' || !seeded || (observer === 'carrier' && seeded.shows === 'unknown-to-carrier'))
        return undefined
      const change = told?.change ? { ...told.change, msisdn: null } : lastChange(iccid)
      const own = { ...ownView(observer, seeded, change !== undefined), msisdn: msisdnNow(seeded), ...told }
      const sim = inSession(own, firstStart - own.sessionAge * 1000, change)
      if (!told?.session) return sim
      const { began, ended } = told.session
      return {
        ...sim,
        ...(began !== undefined && { sessionStartedAt: new Date(began) }),
        sessionEndedAt: ended === null ? null : new Date(ended),
      }
    },
    firstImeiOf: (iccid) => sims.get(iccid)?.imei,
    iccidsOf: (vendor) => [
      ...[...sims.values()].filter((sim) => sim.vendor === vendor).map((sim) => sim.iccid),
      ...(vendor === 'ATT' ? fleet.iccids() : []),
    ],
    addressOf(iccid) {
      // Asked of each panel at each look: what nothing has happened to is kept.
      if (hasChanged.has(iccid) || present.sim('carrier', iccid) !== undefined || present.likeness(iccid))
        return world.seenBy('carrier', iccid)?.ipAddress
      const kept = usualAddresses.get(iccid)
      if (kept) return kept
      const address = world.seenBy('carrier', iccid)?.ipAddress
      if (address) usualAddresses.set(iccid, address)
      return address
    },
    changes: () => changed,
    drifts: fleet.drifts,
    iccidOf(msisdn) {
      const number = msisdn.replace(/\D/g, '').slice(-10)
      for (const sim of sims.values()) if (msisdnNow(sim).slice(-10) === number) return sim.iccid
      return undefined
    },
    change(iccid, state, msisdn) {
      changed += 1
      hasChanged.add(iccid)
      const at = present.now()
      store.run(
        'INSERT INTO sim_changes (iccid, state, at, msisdn) VALUES (?, ?, ?, ?)',
        iccid,
        state,
        at,
        msisdn ?? null,
      )
      onChange(iccid, state, at)
    },
    history: (iccid) => changes(iccid).map(({ state, at }) => ({ state, at: new Date(at) })),
  }
  return world
}

/** A SIM with the session that it has, or had, in its state; `began`: when that began, in milliseconds. */
function inSession(own: SeededSim & { ipAddress: string }, began: number, change: Change | undefined): Sim {
  const state = change?.state ?? own.state
  const online = state === 'active' && own.online
  const isNew = state === 'inventory'
  return {
    ...own,
    ...(isNew || state === 'deactivated' ? { ipAddress: null, natIp: null, realIp: null } : {}),
    state,
    online,
    activatedAt: new Date(Math.min(own.activatedAt.getTime(), began)),
    sessionStartedAt: isNew ? null : new Date(began),
    sessionEndedAt: online || isNew ? null : new Date(change?.at ?? began + 540_000),
    updatedAt: new Date(change?.at ?? began),
  }
}

/** One SIM of the demo world is told differently by its three systems until a carrier changes it. */
function ownView(observer: Observer, sim: SeededSim, changed: boolean) {
  const view = { ...sim, ipAddress: sim.natIp }
  if (sim.shows !== 'sources-disagree') return view
  if (observer === 'carrier') {
    return { ...view, imei: '352099004761487', state: changed ? view.state : ('suspended' as const) }
  }
  return observer === 'connector' ? { ...view, ipAddress: '10.64.22.55' } : view
}
