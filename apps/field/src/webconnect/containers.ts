import world from '@support-console/demo-world/world.json' with { type: 'json' }
import type { Context } from '../context.ts'
import { withCheckDigit } from '../world/generator.ts'
import { seedPanels } from '../world/panels.ts'
import { iccidOfPanel } from '../world/sims.ts'

/** As the container tells it: the fields that specification 3 names. */
export interface Connection {
  connectionId: string
  transactionId: string
  connectedTime: string
  lastReceivedTime: string | null
  lastSendDataTime: string | null
  lastReceivedStatus: string
  cloud: { cloudId: string }
  ethernet: { ipAddress: string }
  portNumber: number
  iccid: string
}

export interface Container {
  name: string
  /** Panels that may be connected; about one in fifty is not at any moment. */
  panels: number
  /** The first of them, counted over all containers. */
  firstPanel: number
  /** How far its clock is ahead, in milliseconds. */
  clockMs: number
  place: number
}

/** How tests and benchmarks change what there is: `POST /control/webconnect`, see docs/field.md. */
export interface Steering {
  /** These are in no list any more and answer no one. */
  gone: string[]
  /** These stay in the list and never answer. */
  silent: string[]
  /** Instead of the demo world's: so many containers with so many panels each. */
  size: { containers: number; panels: number } | undefined
}

interface Containers {
  steering: Steering
  list(): Container[]
  find(name: string): Container | undefined
  metrics(container: Container): {
    containerName: string
    time: string
    connectionCount: number
    cpuUsage: number
    memoryUsage: number
  }
  /** At most `limit` connections from the one on that `after` names, and where the next ones begin. */
  page(container: Container, after: number, limit: number): { connections: Connection[]; next: number | null }
}

const minute = 60_000
const hour = 60 * minute
/** Its clock is a minute and a half ahead, as clocks are. */
const skewed = { name: 'webconnect-6', clockMs: 90_000 }

/**
 * WebConnect's containers. Everything follows from the time and the field's first start, so a restart changes nothing, but
 * for what is present just now.
 */
export function openContainers({
  store,
  world: sims,
  present,
}: Pick<Context, 'store' | 'world' | 'present'>): Containers {
  const firstStart = store.keep('webconnect-first-start', () => Date.now())
  const steering: Steering = { gone: [], silent: [], size: undefined }
  const neverCalled = new Set(seedPanels().flatMap(({ cloudId, connected }) => (connected ? [] : [cloudId])))
  const named = new Map(
    world.sims.flatMap((sim) => ('panel' in sim ? [[sim.panel, sim.iccid] as const] : [])),
  )

  function all(): Container[] {
    const sizes = steering.size
      ? Array.from({ length: steering.size.containers }, (_, i) => ({
          name: `webconnect-${i + 1}`,
          panels: steering.size?.panels ?? 0,
        }))
      : world.webconnectContainers.map(({ name, connections }) => ({
          name,
          panels: Math.round(connections / 0.98),
        }))
    let firstPanel = 1
    return sizes.map(({ name, panels }, place) => {
      const container = {
        name,
        panels,
        firstPanel,
        place,
        clockMs:
          (present.container(name)?.clockMinutes ?? 0) * minute ||
          (name === skewed.name ? skewed.clockMs : 0),
      }
      firstPanel += panels
      return container
    })
  }
  const isGone = (name: string) => steering.gone.includes(name) || present.container(name)?.is === 'gone'
  const list = () => all().filter(({ name }) => !isGone(name))

  /** A panel's session as it comes by itself, with a draw that says how it goes; undefined between two of them. */
  function usualSession(panel: number, now: number) {
    if (neverCalled.has(cloudIdOf(panel))) return undefined
    const period = hour + (mixed(panel) % (5 * hour))
    const since = now - firstStart + (mixed(panel + 7_000_003) % period) + period
    const session = Math.floor(since / period)
    const age = since - session * period
    // What the named ones show is something else.
    if (panel < world.generatedPanels.from) return { session, age, draw: 99 }
    const draw = mixed(panel * 131 + session) % 100
    // Between two sessions, and now and then for a whole one.
    return draw < 1 || age < period / 100 ? undefined : { session, age, draw }
  }

  /** A panel's session now, and what is told of it; undefined while it has none. */
  function sessionOf(panel: number, now: number) {
    const told = present.connection(cloudIdOf(panel))
    if (told === 'none') return undefined
    const own = told
      ? { session: 1, age: (told.connectedMinutes ?? 180) * minute, draw: 99 }
      : usualSession(panel, now)
    return own && { ...own, told }
  }

  /** The connection of one panel now; undefined while it has none. */
  function connectionOf({ name, clockMs }: Container, panel: number, now: number): Connection | undefined {
    const own = sessionOf(panel, now)
    if (!own) return undefined
    const { session, age, draw, told } = own
    const cloudId = cloudIdOf(panel)
    const heardMinutes = told?.heardMinutes ?? present.container(name)?.heardMinutes
    const heard = heardMinutes === undefined ? undefined : now - heardMinutes * minute
    const connected = Math.min(now - age, heard ?? now)
    const isSilent = draw < 4
    const sentAgo = told?.sentMinutes === undefined ? (now + panel * 977) % minute : told.sentMinutes * minute
    const sent = Math.max(connected, now - sentAgo)
    const received = isSilent
      ? connected + Math.min(age, 2 * minute)
      : Math.max(connected, sent - 40 - (panel % 300))
    const at = (time: number) => new Date(time + clockMs).toISOString()
    const iccid = told?.iccid ?? named.get(cloudId) ?? iccidOf(panel)
    return {
      connectionId: `${hex(mixed(panel), 8)}${hex(session, 6)}`,
      transactionId: guidOf(panel, session),
      connectedTime: at(connected),
      lastReceivedTime: draw === 4 ? null : at(heard ?? received),
      lastSendDataTime: at(sent),
      lastReceivedStatus: told?.status ?? statusOf(draw),
      cloud: { cloudId },
      ethernet: { ipAddress: told?.address ?? addressOf(iccid, panel) },
      portNumber: 20_000 + (mixed(panel + session) % 40_000),
      iccid,
    }
  }

  /** The address of the SIM's session; a SIM of no carrier here has one by its panel's number. */
  const addressOf = (iccid: string, panel: number): string =>
    sims.seenBy('carrier', iccid)?.ipAddress ??
    `10.${80 + ((panel >> 16) % 100)}.${(panel >> 8) % 256}.${panel % 256}`

  return {
    steering,
    list,
    find: (name) => list().find((container) => container.name === name),
    metrics(container) {
      const now = Date.now()
      let count = 0
      for (let i = 0; i < container.panels; i++) if (sessionOf(container.firstPanel + i, now)) count++
      const wave = Math.sin(now / (7 * minute) + container.place) + Math.sin(now / (31 * minute)) / 2
      // One that works hard every other hour, as in the screen's picture.
      const isHot = container.name === 'webconnect-4' && Math.floor(now / hour) % 2 === 0
      const cpu = isHot ? 86 + 2.4 * wave : 12 + count / 16 + 3 * wave
      return {
        containerName: container.name,
        time: new Date(now + container.clockMs).toISOString(),
        connectionCount: count,
        cpuUsage: Math.round(Math.min(100, Math.max(0, cpu)) * 10) / 10,
        memoryUsage: Math.round(520 + count * 1.6 + 18 * wave),
      }
    },
    page(container, after, limit) {
      const now = Date.now()
      const connections: Connection[] = []
      let i = after
      for (; i < container.panels && connections.length < limit; i++) {
        const connection = connectionOf(container, container.firstPanel + i, now)
        if (connection) connections.push(connection)
      }
      return { connections, next: i < container.panels ? i : null }
    },
  }
}

function statusOf(draw: number): string {
  if (draw === 4) return 'NONE'
  if (draw < 4) return 'TIMEOUT'
  return draw === 5 ? 'NAK' : 'OK'
}

/** A number that looks random, the same on every machine (the finalizer of MurmurHash3). */
function mixed(n: number): number {
  let h = n >>> 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

const hex = (n: number, length: number) => n.toString(16).padStart(length, '0').slice(-length)

const guidOf = (panel: number, session: number) =>
  `${hex(mixed(panel + 11), 8)}-${hex(session, 4)}-4000-8000-${hex(mixed(panel * 3 + session), 8)}${hex(panel, 4)}`

const cloudIdOf = (panel: number): string => `CBS${String(panel).padStart(7, '0')}`

/** A SIM of its own; of those before the generated ones one for batches; a stranger's beyond the inventory. */
function iccidOf(panel: number): string {
  const digits = (n: number, length: number) => String(n).padStart(length, '0')
  const own = iccidOfPanel(panel)
  if (own) return own
  const [range] = world.simRanges
  return withCheckDigit(
    range && panel < world.generatedPanels.from
      ? `${range.prefix}${digits(range.from + panel - 1, 3)}`
      : `89148000009${digits(panel, 7)}`,
  )
}
