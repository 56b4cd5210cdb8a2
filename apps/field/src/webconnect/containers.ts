import type { Context } from '../context.ts'
import { mixed } from '../world/chance.ts'
import { cloudIdOf } from '../world/facts.ts'
import type { Container } from '../world/layout.ts'
import { containerAt, type SaidOfContainer, spelt } from '../world/views.ts'

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
  steer(order: Partial<Steering>): Steering
  list(): Container[]
  find(name: string): Container | undefined
  /** Whether it says a word. */
  answers(name: string): boolean
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

/** WebConnect's containers: what each has of the world's sessions, by its own clock. */
export function openContainers({ world: sims, living }: Pick<Context, 'world' | 'living'>): Containers {
  const { clock, layout } = living
  const steering: Steering = { gone: [], silent: [], size: undefined }
  const told = (name: string) => containerAt(living.model(), name, clock.now())
  const clockMsOf = (name: string, { clockMs }: SaidOfContainer) =>
    clockMs ?? (name === skewed.name ? skewed.clockMs : 0)
  const isGone = (name: string) => steering.gone.includes(name) || told(name).is === 'gone'
  const list = () => layout.containers().filter(({ name }) => !isGone(name))

  /** The connection of one panel; undefined while its container has none. */
  function connectionOf(panel: number, at: number, clockMs: number, said: SaidOfContainer) {
    const own = living.model().sessionAt(panel, at)
    if (!own) return undefined
    const { session, began, heard, sent, iccid } = own
    const time = (ms: number) => written(ms + clockMs, said)
    const connection: Connection = {
      connectionId: `${hex(mixed(panel), 8)}${hex(session, 6)}`,
      transactionId: guidOf(panel, session),
      connectedTime: time(began),
      lastReceivedTime: heard === null ? null : time(heard),
      lastSendDataTime: time(sent),
      lastReceivedStatus: own.status,
      cloud: { cloudId: cloudIdOf(panel) },
      ethernet: { ipAddress: own.address ?? addressOf(iccid, panel) },
      portNumber: 20_000 + (mixed(panel + session) % 40_000),
      iccid: spelt(iccid, said.spelling),
    }
    return connection
  }

  /** The address of the SIM's session; a SIM of no carrier here has one by its panel's number. */
  const addressOf = (iccid: string, panel: number): string =>
    sims.addressOf(iccid) ?? `10.${80 + ((panel >> 16) % 100)}.${(panel >> 8) % 256}.${panel % 256}`

  return {
    steering,
    steer(order) {
      Object.assign(steering, order)
      if ('size' in order) living.resize(order.size)
      return steering
    },
    list,
    find: (name) => list().find((container) => container.name === name),
    answers: (name) => !steering.silent.includes(name) && told(name).is !== 'silent',
    metrics(container) {
      const now = clock.now()
      const said = told(container.name)
      const at = now - (said.lateMs ?? 0)
      const model = living.model()
      let count = 0
      for (let i = 0; i < container.panels; i++) if (model.sessionAt(container.firstPanel + i, at)) count++
      const wave = Math.sin(now / (7 * minute) + container.place) + Math.sin(now / (31 * minute)) / 2
      // One that works hard every other hour, as in the screen's picture.
      const isHot = container.name === 'webconnect-4' && Math.floor(now / hour) % 2 === 0
      const cpu = isHot ? 86 + 2.4 * wave : 12 + count / 16 + 3 * wave
      return {
        containerName: container.name,
        time: written(now + clockMsOf(container.name, said), said),
        connectionCount: count,
        cpuUsage: Math.round(Math.min(100, Math.max(0, cpu)) * 10) / 10,
        memoryUsage: Math.round(520 + count * 1.6 + 18 * wave),
      }
    },
    page(container, after, limit) {
      const said = told(container.name)
      const [at, clockMs] = [clock.now() - (said.lateMs ?? 0), clockMsOf(container.name, said)]
      const connections: Connection[] = []
      let i = after
      for (; i < container.panels && connections.length < limit; i++) {
        const connection = connectionOf(container.firstPanel + i, at, clockMs, said)
        if (connection) connections.push(connection)
      }
      return { connections, next: i < container.panels ? i : null }
    },
  }
}

function written(ms: number, { isWithoutZone }: SaidOfContainer): string {
  const iso = new Date(ms).toISOString()
  return isWithoutZone ? iso.slice(0, 19) : iso
}

const hex = (n: number, length: number) => n.toString(16).padStart(length, '0').slice(-length)

const guidOf = (panel: number, session: number) =>
  `${hex(mixed(panel + 11), 8)}-${hex(session, 4)}-4000-8000-${hex(mixed(panel * 3 + session), 8)}${hex(panel, 4)}`
