import { numberOfText, share } from './chance.ts'
import type { EventKind, WorldEvent } from './events.ts'
import { isOf, numberOfPanel, panelOfSim, simOfPanel } from './facts.ts'
import { type Absence, absenceAt, lastBackAt } from './interruptions.ts'
import type { Model, Session } from './model.ts'
import type { Observer, SaidOfPanel, SaidOfSim } from './present.ts'

const minute = 60_000

/** How long others take to hear of something, in minutes; `never`: the share of those who never do. */
const lags = {
  state: {
    carrier: { from: 0, to: 0, never: 0 },
    'mobile-broker': { from: 20, to: 120, never: 0.1 },
    connector: { from: 3, to: 30, never: 0 },
  },
  session: {
    carrier: { from: 1, to: 8, never: 0 },
    'mobile-broker': { from: 5, to: 30, never: 0 },
    connector: { from: 2, to: 15, never: 0 },
  },
} as const

function lagOf(what: keyof typeof lags, observer: Observer, iccid: string, { lag = 1 }: WorldEvent): number {
  const { from, to, never } = lags[what][observer]
  const id = numberOfText(`${what} ${observer} ${iccid}`)
  if (lag > 0 && share(id, 1) < never) return Infinity
  return (from + (to - from) * share(id, 2)) * minute * lag
}

/** What a system has heard of the state of a SIM's account. */
function accountAt(absences: readonly Absence[], observer: Observer, iccid: string, at: number): SaidOfSim {
  const said: SaidOfSim = {}
  for (const { event, state, from, until } of absences.flatMap(({ members }) => members)) {
    const lag = lagOf('state', observer, iccid, event)
    if (!state || from + lag > at) continue
    said.change = until + lag <= at ? { state: 'active', at: until + lag } : { state, at: from + lag }
  }
  return said
}

/** What a system says of a SIM by a moment, after its lag; undefined: as ever. */
export function simAt(model: Model, observer: Observer, iccid: string, at: number): SaidOfSim | undefined {
  if (model.events.length === 0) return undefined
  const absences = model.bearerAbsencesOf(iccid)
  const said: SaidOfSim = accountAt(absences, observer, iccid, at)
  const first = absences[0]?.members[0]
  const seenAt = first ? at - lagOf('session', observer, iccid, first.event) : at
  const [absence, back] = [absenceAt(absences, seenAt), lastBackAt(absences, seenAt)]
  if (absence) said.session = { ...(back !== undefined && { began: back }), ended: absence.from }
  else if (back !== undefined) said.session = { began: back, ended: null }
  if (absence) said.online = false
  for (const { to, at: since, of } of model.holding(['source.says'], at)) {
    if (of.sim !== iccid || to?.source !== observer) continue
    const { state, word, online } = to
    Object.assign(
      said,
      state && { change: { state, at: since } },
      word && { word },
      online === false && { online },
    )
  }
  const swap = swapOf(model, iccid, at)
  if (swap) said.imei = `35209977${String(numberOfText(iccid) % 10_000_000).padStart(7, '0')}`
  return Object.keys(said).length > 0 ? said : undefined
}

/** The SIM was taken out of its panel and sits in another device. */
const swapOf = (model: Model, iccid: string, at: number): WorldEvent | undefined => {
  const swaps = model.holding(['panel.sim-swapped'], at)
  const panel = swaps.length > 0 ? panelOfSim(iccid) : undefined
  return panel === undefined ? undefined : swaps.find(({ of }) => isOf(model.factsOf(panel), of))
}

/** What Remote Portal and Pathfinder say of a panel by a moment. */
export function panelAt(model: Model, cloudId: string, at: number): SaidOfPanel | undefined {
  const said: SaidOfPanel = {}
  for (const event of model.holding(['portal.changed', 'pathfinder.changed', 'panel.moved'], at)) {
    if (event.of.panel !== cloudId && !isOf(model.factsOf(numberOfPanel(cloudId)), event.of)) continue
    const { to, what } = event
    // Pathfinder hears of a panel that calls elsewhere by itself when that one is known there.
    const heard =
      what === 'panel.moved' ? event.at + (1 + 29 * share(numberOfText(cloudId))) * minute : event.at
    if (heard > at) continue
    if (to?.environment)
      Object.assign(said, { environment: to.environment, environmentChangedAt: heard } satisfies SaidOfPanel)
    if (to?.isDisabled !== undefined)
      Object.assign(said, {
        managementDisabled: to.isDisabled,
        managementChangedAt: event.at,
      } satisfies SaidOfPanel)
  }
  return Object.keys(said).length > 0 ? said : undefined
}

/** How a container answers. */
export interface SaidOfContainer {
  is?: 'gone' | 'silent'
  /** How far its clock is ahead, and its figures are late, in milliseconds. */
  clockMs?: number
  lateMs?: number
  /** It writes times without their zone. */
  isWithoutZone?: true
  spelling?: 'short' | 'padded'
}

const ofContainers: readonly EventKind[] = [
  'container.stopped',
  'container.clock-wrong',
  'container.figures-late',
  'container.spells',
]

export function containerAt(model: Model, name: string, at: number): SaidOfContainer {
  const said: SaidOfContainer = {}
  if (model.events.length === 0) return said
  for (const { what, of, to } of model.holding(ofContainers, at)) {
    if (of.container !== name) continue
    if (what === 'container.stopped') said.is = to?.how ?? 'silent'
    if (what === 'container.clock-wrong') said.clockMs = (to?.minutes ?? 0) * minute
    if (to?.isWithoutZone) said.isWithoutZone = true
    if (what === 'container.figures-late') said.lateMs = (to?.minutes ?? 0) * minute
    if (what === 'container.spells' && to?.spelling) said.spelling = to.spelling
  }
  return said
}

export interface SaidOfReceiver {
  isDown: boolean
  /** Of its panels those that it lost. */
  share: number
  release: string | undefined
  since: number
}

/** How the agent of a receiver answers; undefined: as ever. */
export function receiverAt(model: Model, name: string, at: number): SaidOfReceiver | undefined {
  const down = model
    .holding(['receiver.core-down', 'receiver.release'], at)
    .find(({ of }) => of.receiver === name)
  if (!down) return undefined
  const { share: part = 1, to, at: since } = down
  return { isDown: part === 1, share: part, release: to?.release, since }
}

/** A SIM's number as a container writes it. */
export const spelt = (iccid: string, spelling: SaidOfContainer['spelling']): string =>
  spelling === 'short' ? iccid.slice(0, -1) : spelling === 'padded' ? `${iccid}F` : iccid

/** Everything that all neighbours say of a panel at a moment; a source that does not answer says nothing. */
export function wordsOf(model: Model, panel: number, at: number): string {
  const facts = model.factsOf(panel)
  const iccid = simOfPanel(panel)
  const mute = new Set(
    model
      .holding(['neighbour.slow', 'neighbour.refuses', 'neighbour.garbled'], at)
      .map(({ of }) => of.neighbour),
  )
  const container = containerAt(model, facts.container, at)
  const session: Session | undefined = container.is
    ? undefined
    : model.sessionAt(panel, at - (container.lateMs ?? 0))
  const carrier = { ATT: 'att', VZN: 'verizon', AERIS: 'aeris', WYLESS: 'wyless' }[facts.carrier] ?? ''
  const told: Record<string, unknown> = {
    webconnect: { container, session },
    [carrier]: simAt(model, 'carrier', iccid, at),
    'mobile-broker': simAt(model, 'mobile-broker', iccid, at),
    connector: simAt(model, 'connector', iccid, at),
    panels: panelAt(model, facts.panel, at),
    'csr-agent': receiverAt(model, facts.receiver, at),
  }
  for (const name of mute) delete told[name ?? '']
  return JSON.stringify(told)
}
