import { numberOfText, share } from './chance.ts'
import { type EventKind, kindOf, type WorldEvent } from './events.ts'
import { type Facts, isOf } from './facts.ts'

const minute = 60_000

/** How one event stops one panel or SIM. */
export interface Interruption {
  event: WorldEvent
  layer: number
  endsBearer: boolean
  state: 'suspended' | 'deactivated' | undefined
  from: number
  /** When its cause is over. */
  until: number
  /** When it is back, some minutes later. */
  back: number
  /** When its container takes the session off its list. */
  dropAt: number
}

/** Interruptions that touch: one absence, however many causes it has. */
export interface Absence {
  from: number
  back: number
  dropAt: number
  members: readonly Interruption[]
}

/** What events do to one thing; `renewalAfter`: when its session of that moment ends by itself. */
export function interruptionsOf(
  facts: Facts,
  events: readonly WorldEvent[],
  renewalAfter: (at: number) => number,
): Interruption[] {
  return events.flatMap((event) => {
    const { layer, stop, endsBearer = false, state } = kindOf(event.what)
    // With another SIM it goes on.
    const isStopped = layer !== undefined && !(event.what === 'panel.sim-swapped' && event.to?.iccid)
    if (!isStopped || !isOf(facts, event.of)) return []
    const id = numberOfText(event.id)
    const draw = (n: number) => share(facts.number, id, n)
    if (event.share !== undefined && draw(1) >= event.share) return []
    const felt = event.at + (event.after ?? 0) + (event.spread ?? 0) * draw(2)
    const from = stop === 'at-renewal' ? renewalAfter(felt) : felt
    const until = Math.min(event.until ?? Infinity, restoredAfter(facts, event, events))
    if (from >= until) return []
    // Most come soon, few late.
    const back = until + (3 + 37 * draw(3) ** 2) * minute + (event.back ?? 0) * draw(4)
    const dropAt = from + lingering(event, draw(5))
    return [{ event, layer, endsBearer, state, from, until, back, dropAt }]
  })
}

/** For how long its container still lists a panel that it hears no more. */
function lingering({ what }: WorldEvent, draw: number): number {
  const { stop } = kindOf(what)
  if (stop === 'deaf') return Infinity
  if (stop === 'half-open') return (4 + 10 * draw) * minute
  return stop === 'closed' && !what.startsWith('panel.') ? 20_000 * draw : 0
}

const undoneByCarrier: readonly EventKind[] = [
  'carrier.suspended',
  'carrier.deactivated',
  'carrier.plan-exceeded',
]

function restoredAfter(facts: Facts, { what, at }: WorldEvent, events: readonly WorldEvent[]): number {
  if (!undoneByCarrier.includes(what)) return Infinity
  const restored = events.flatMap((event) =>
    event.what === 'carrier.restored' && event.at > at && isOf(facts, event.of) ? event.at : [],
  )
  return Math.min(Infinity, ...restored)
}

/** Absences in order of time; those that touch are one. */
export function absencesOf(interruptions: readonly Interruption[]): Absence[] {
  const absences: { from: number; back: number; dropAt: number; members: Interruption[] }[] = []
  for (const next of interruptions.toSorted((a, b) => a.from - b.from)) {
    const last = absences.at(-1)
    if (last && next.from < last.back) {
      last.back = Math.max(last.back, next.back)
      last.dropAt = Math.min(last.dropAt, next.dropAt)
      last.members.push(next)
    } else absences.push({ from: next.from, back: next.back, dropAt: next.dropAt, members: [next] })
  }
  return absences
}

/** The absence of a moment; undefined: there is none. */
export const absenceAt = (absences: readonly Absence[], at: number): Absence | undefined =>
  absences.find(({ from, back }) => from <= at && at < back)

/** When it was back last; undefined: it was never away. */
export const lastBackAt = (absences: readonly Absence[], at: number): number | undefined =>
  absences.findLast(({ back }) => back <= at)?.back
