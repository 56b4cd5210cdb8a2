import world from '@support-console/demo-world/world.json' with { type: 'json' }
import { mixed } from './chance.ts'
import type { EventKind, WorldEvent } from './events.ts'
import { cloudIdOf, type Facts, factsOf, factsOfSim, numberOfPanel, panelOfSim, simOfPanel } from './facts.ts'
import { type Absence, absenceAt, absencesOf, interruptionsOf, lastBackAt } from './interruptions.ts'
import type { Layout } from './layout.ts'
import { seedPanels } from './panels.ts'

/** What a panel and its container have of their session at a moment. */
export interface Session {
  /** The number of the session, and how it goes: 0 to 99. */
  session: number
  draw: number
  began: number
  /** When the container received something last; null: never. */
  heard: number | null
  sent: number
  status: string
  iccid: string
  address: string | undefined
}

export interface Ground {
  layout: Layout
  /** When the field started first. */
  epoch: number
  /** What was done to a SIM by its carrier's own calls. */
  madeChanges(iccid: string): readonly WorldEvent[]
}

/** What is so at each moment: it follows from the seed and the events. Nothing else says what is so. */
export interface Model {
  readonly events: readonly WorldEvent[]
  factsOf(panel: number): Facts
  /** Everything that keeps a panel from its receiver, by time. */
  absencesOf(panel: number): readonly Absence[]
  /** The same of a data session at the carrier. */
  bearerAbsencesOf(iccid: string): readonly Absence[]
  /** Undefined: its container has none. */
  sessionAt(panel: number, at: number): Session | undefined
  /** Events of some kinds that hold at a moment and are of a thing; the last one counts. */
  holding(kinds: readonly EventKind[], at: number): WorldEvent[]
}

const minute = 60_000
const hour = 60 * minute
const none: readonly Absence[] = []
const neverCalled = new Set(
  seedPanels().flatMap(({ cloudId, connected }) => (connected ? [] : [numberOfPanel(cloudId)])),
)

export function modelOf(events: readonly WorldEvent[], ground: Ground): Model {
  const { layout, epoch, madeChanges } = ground
  const cached = new Map<number, readonly Absence[]>()
  const cachedBearers = new Map<string, readonly Absence[]>()
  const steady = new Map(
    events.flatMap((event) =>
      event.what === 'panel.steady' ? [[numberOfPanel(String(event.of.panel)), event] as const] : [],
    ),
  )
  const swapped = events.filter(({ what, to }) => what === 'panel.sim-swapped' && to?.iccid)

  /** A panel's session as it comes by itself; undefined between two of them. */
  function baseAt(panel: number, at: number) {
    const pinned = steady.get(panel)
    if (pinned && pinned.at <= at) return { session: 1, began: pinned.at, ends: Infinity, draw: 99 }
    if (neverCalled.has(panel)) return undefined
    const period = hour + (mixed(panel) % (5 * hour))
    const since = at - epoch + (mixed(panel + 7_000_003) % period) + period
    const session = Math.floor(since / period)
    const age = since - session * period
    const [began, ends] = [at - age, at - age + period]
    // What the named ones show is something else.
    if (panel < world.generatedPanels.from) return { session, began, ends, draw: 99 }
    const draw = mixed(panel * 131 + session) % 100
    // For some seconds between two sessions, and now and then for a whole one.
    return draw < 1 || age < 3000 + (mixed(panel + session) % 17_000)
      ? undefined
      : { session, began, ends, draw }
  }

  const eventsOf = (iccid: string) => {
    const made = madeChanges(iccid)
    return made.length > 0 ? [...events, ...made] : events
  }
  const renewalAfter = (panel: number) => (at: number) => baseAt(panel, at)?.ends ?? at

  function absences(panel: number): readonly Absence[] {
    const kept = cached.get(panel)
    if (kept) return kept
    const all = eventsOf(simOfPanel(panel))
    if (all.length === 0) return none
    const facts = factsOf(panel, layout.containerOf(panel))
    const found = absencesOf(interruptionsOf(facts, all, renewalAfter(panel)))
    // What a carrier did by a call may change at any time.
    if (all === events) cached.set(panel, found)
    return found
  }

  function sessionAt(panel: number, at: number): Session | undefined {
    const away = absences(panel)
    const absence = away.length > 0 ? absenceAt(away, at) : undefined
    if (absence && at >= absence.dropAt) return undefined
    // While nothing is received, the session is as it was.
    const moment = absence ? absence.from - 1 : at
    const base = baseAt(panel, moment)
    if (!base) return undefined
    const back = away.length > 0 ? lastBackAt(away, moment) : undefined
    const isNew = back !== undefined && back > base.began
    const session = {
      // One that begins when it is back is none of those that come by themselves.
      session: isNew ? base.session + (mixed(Math.floor(back / 1000)) % 1_000_000) : base.session,
      draw: base.draw,
      began: isNew ? back : base.began,
    }
    return { ...session, ...traffic(panel, session, moment, at), ...named(panel, absence, base.draw, at) }
  }

  /** When the container received and sent something last. */
  function traffic(
    panel: number,
    { began, draw }: Pick<Session, 'began' | 'draw'>,
    moment: number,
    at: number,
  ) {
    const period = panel % 20 === 11 ? 5 * minute : minute
    const lastSent = (now: number) => now - ((now + panel * 977) % period)
    const heard =
      draw < 4
        ? began + Math.min(moment - began, 2 * minute)
        : Math.max(began, lastSent(moment) - 40 - (panel % 300))
    return {
      heard: draw === 4 ? null : heard,
      sent: Math.max(began, steady.get(panel)?.to?.sentAt ?? lastSent(at)),
    }
  }

  /** What the container says of the panel's SIM, and of the last message. */
  function named(panel: number, absence: Absence | undefined, draw: number, at: number) {
    const pinned = steady.get(panel)?.to
    const swap = swapped.findLast((event) => event.of.panel === cloudIdOf(panel) && event.at <= at)
    // Its container has waited for a message since.
    const isHalfOpen = absence !== undefined && absence.dropAt !== Infinity && at - absence.from > 2 * minute
    return {
      status: pinned?.status ?? (isHalfOpen ? 'TIMEOUT' : statusOf(draw)),
      iccid: swap?.to?.iccid ?? pinned?.iccid ?? simOfPanel(panel),
      address: pinned?.address,
    }
  }

  return {
    events,
    factsOf: (panel) => factsOf(panel, layout.containerOf(panel)),
    absencesOf: absences,
    bearerAbsencesOf(iccid) {
      const kept = cachedBearers.get(iccid)
      if (kept) return kept
      if (events.length === 0) return none
      const panel = panelOfSim(iccid)
      const facts = panel === undefined ? factsOfSim(iccid) : factsOf(panel, layout.containerOf(panel))
      const all = interruptionsOf(facts, events, renewalAfter(panel ?? 0))
      const found = absencesOf(all.filter(({ endsBearer }) => endsBearer))
      cachedBearers.set(iccid, found)
      return found
    },
    sessionAt,
    holding: (kinds, at) =>
      events.filter(
        (event) => kinds.includes(event.what) && event.at <= at && at < (event.until ?? Infinity),
      ),
  }
}

function statusOf(draw: number): string {
  if (draw === 4) return 'NONE'
  if (draw < 4) return 'TIMEOUT'
  return draw === 5 ? 'NAK' : 'OK'
}
