import { Refusal } from '../refusal.ts'

/** How an event stops a panel: the container is told, it still believes in the session, it hears no one, or no new session begins. */
type Stop = 'closed' | 'half-open' | 'deaf' | 'at-renewal'

interface KindOfEvent {
  /** Its place on the way from the panel to its receiver; the first thing that does not work is the cause. Absent: it stops no panel. */
  layer?: number
  stop?: Stop
  /** It also ends the data session at the carrier. */
  endsBearer?: true
  /** What the carrier's account says of the SIM from then on. */
  state?: 'suspended' | 'deactivated'
}

/** Every kind of event; to add one: docs/field.md. */
export const kindsOfEvents = {
  'panel.power-lost': { layer: 1, stop: 'half-open', endsBearer: true },
  'place.power-lost': { layer: 1, stop: 'half-open', endsBearer: true },
  'panel.radio-lost': { layer: 2, stop: 'half-open', endsBearer: true },
  'panel.clock-wrong': { layer: 3, stop: 'at-renewal' },
  'panel.firmware-fails': { layer: 3, stop: 'half-open' },
  'panel.sim-swapped': { layer: 4, stop: 'half-open', endsBearer: true },
  'carrier.region-down': { layer: 5, stop: 'closed', endsBearer: true },
  'carrier.suspended': { layer: 6, stop: 'closed', endsBearer: true, state: 'suspended' },
  'carrier.deactivated': { layer: 6, stop: 'closed', endsBearer: true, state: 'deactivated' },
  'carrier.plan-exceeded': { layer: 6, stop: 'closed', endsBearer: true },
  'carrier.restored': {},
  'carrier.apn-down': { layer: 7, stop: 'closed', endsBearer: true },
  'vpn.gateway-down': { layer: 8, stop: 'half-open' },
  'vpn.account-refused': { layer: 8, stop: 'at-renewal' },
  'network.names-lost': { layer: 8, stop: 'at-renewal' },
  'panel.moved': { layer: 9, stop: 'closed' },
  'pathfinder.changed': { layer: 9, stop: 'closed' },
  'container.stopped': { layer: 10, stop: 'closed' },
  'container.deaf': { layer: 10, stop: 'deaf' },
  'container.certificate-ended': { layer: 10, stop: 'at-renewal' },
  'receiver.release': { layer: 11, stop: 'closed' },
  'receiver.core-down': { layer: 11, stop: 'closed' },
  'panel.away': { layer: 12, stop: 'closed' },
  'panel.mute': { layer: 12, stop: 'deaf' },
  'panel.steady': {},
  'container.clock-wrong': {},
  'container.figures-late': {},
  'container.spells': {},
  'portal.changed': {},
  'source.says': {},
  'neighbour.slow': {},
  'neighbour.refuses': {},
  'neighbour.garbled': {},
} as const satisfies Record<string, KindOfEvent>
export type EventKind = keyof typeof kindsOfEvents
export const kindOf = (what: EventKind): KindOfEvent => kindsOfEvents[what]

/** What an event is of: things that have all that is named here. */
export interface Of {
  panel?: string | readonly string[]
  sim?: string
  carrier?: string
  region?: string
  town?: string
  apn?: string
  subnet?: string
  company?: string
  firmware?: string
  batch?: string
  gateway?: string
  container?: string
  receiver?: string
  /** A system of the field. */
  neighbour?: string
}

/** What an event changes its thing to, as far as its kind needs it. */
export interface To {
  iccid?: string
  address?: string
  status?: string
  environment?: 'PROD' | 'TEST' | 'DEV'
  isDisabled?: boolean
  release?: string
  /** Of a container that stopped: gone from the list, or listed and mute. */
  how?: 'gone' | 'silent'
  /** Of a clock that is wrong, or of figures that are late. */
  minutes?: number
  /** Of a clock: its times are written without their zone. */
  isWithoutZone?: true
  seconds?: number
  /** How a container writes a SIM's number. */
  spelling?: 'short' | 'padded'
  /** When its container sent something last, for ever. */
  sentAt?: number
  /** A record of a source, which may be wrong. */
  source?: 'carrier' | 'mobile-broker' | 'connector'
  word?: string
  online?: boolean
  state?: 'active' | 'suspended' | 'deactivated' | 'inventory'
}

/** Something that happens once. Times are in milliseconds. */
export interface WorldEvent {
  id: string
  at: number
  what: EventKind
  of: Of
  /** When it is over; absent: it lasts. */
  until?: number
  /** So long after it those that it stops feel it, as with batteries. */
  after?: number
  /** Over so long they stop one by one. */
  spread?: number
  /** Over so long they come back one by one, beside the 3 to 40 minutes of each. */
  back?: number
  /** Only this share of them. */
  share?: number
  /** By how much longer than usual others take to hear of it; 0: they hear at once. */
  lag?: number
  to?: To
}

/** Events that make no sense; the message says why. */
export class BadEvent extends Refusal {}

const optional = ['after', 'spread', 'back', 'share', 'lag'] as const

/** Reads an event as `POST /control/stories` takes it: times as ISO 8601, durations in minutes. */
export function readEvent(given: unknown, id: string): WorldEvent {
  if (typeof given !== 'object' || given === null) throw new BadEvent('An event is an object.')
  const fields = given as Record<string, unknown>
  const known = ['id', 'at', 'what', 'of', 'until', 'to', ...optional]
  const unknown = Object.keys(fields).find((key) => !known.includes(key))
  if (unknown) throw new BadEvent(`Unknown field '${unknown}' of an event.`)
  const what = String(fields.what) as EventKind
  if (!Object.hasOwn(kindsOfEvents, what)) throw new BadEvent(`There is no event '${what}'.`)
  if (typeof fields.of !== 'object' || fields.of === null) throw new BadEvent("'of' names a thing.")
  const event: WorldEvent = {
    id: typeof fields.id === 'string' ? fields.id : id,
    ...{ at: timeOf(fields.at, 'at'), what, of: fields.of },
  }
  if (fields.until !== undefined) event.until = timeOf(fields.until, 'until')
  for (const name of optional) {
    const value = fields[name]
    if (value === undefined) continue
    if (typeof value !== 'number' || !(value >= 0)) throw new BadEvent(`'${name}' is a number from 0 on.`)
    event[name] = name === 'share' || name === 'lag' ? value : value * 60_000
  }
  if (typeof fields.to === 'object' && fields.to !== null) event.to = fields.to
  return event
}

export function timeOf(value: unknown, name: string): number {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(at)) throw new BadEvent(`'${name}' is a time as 2026-01-31T09:30:00Z.`)
  return at
}
